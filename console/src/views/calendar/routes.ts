import { IconCalendar } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { day, oneOf, positive, searchParams, text } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { CALENDAR_VIEWS, CHANNELS, EVENT_TYPES } from './model.ts';

/** The schedule: what is shown of it, its filters, and the event that is open stand in the address. */
export const calendarRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/calendar',
  validateSearch: searchParams({
    view: oneOf(CALENDAR_VIEWS),
    date: day,
    type: oneOf(EVENT_TYPES),
    channel: oneOf(CHANNELS),
    campaign_id: positive,
    /** Id of the event that is open, or `new`. */
    event: text,
    /** When the new one begins, by the viewer's clock. */
    at: text,
    /** The content item that the new one publishes. */
    content: positive,
  }),
  component: lazyRouteComponent(() => import('./calendar.tsx'), 'Calendar'),
});

/** The calendar in the navigation. */
export const calendarEntry: NavigationItem = {
  to: '/calendar',
  label: { en: 'Calendar', de: 'Kalender' },
  icon: IconCalendar,
  permission: 'view_content',
};
