import { IconLayoutKanban } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { oneOf, searchParams } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { CONTENT_TYPES } from './model.ts';

/** The board; its filters stand in the address. */
export const boardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/board',
  validateSearch: searchParams({ content_type: oneOf(CONTENT_TYPES) }),
  component: lazyRouteComponent(() => import('./board.tsx'), 'Board'),
});

/** The board in the navigation. */
export const boardEntry: NavigationItem = {
  to: '/board',
  label: { en: 'Board', de: 'Tafel' },
  icon: IconLayoutKanban,
  permission: 'view_content',
};
