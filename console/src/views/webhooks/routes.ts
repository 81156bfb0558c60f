import { IconWebhook } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { EVENTS } from '../../lib/platform-events.ts';
import { day, oneOf, positive, searchParams, text } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { DELIVERY_STATUSES } from './model.ts';

/** All webhooks with their health. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  validateSearch: searchParams({ page: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'WebhookList'),
});

/** The form of a new one. */
const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/new',
  component: lazyRouteComponent(() => import('./new.tsx'), 'NewWebhook'),
});

/** What webhooks can be told of. */
const eventsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/events',
  component: lazyRouteComponent(() => import('./events.tsx'), 'EventCatalogue'),
});

/** One webhook and what was sent to it. */
const webhookRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$id',
  validateSearch: searchParams({
    status: oneOf(DELIVERY_STATUSES),
    event: oneOf(EVENTS),
    from: day,
    to: day,
    cursor: text,
  }),
  component: lazyRouteComponent(() => import('./webhook.tsx'), 'WebhookView'),
});

/** One delivery: what was sent, and each answer. */
const deliveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$id/deliveries/$evt',
  component: lazyRouteComponent(() => import('./delivery.tsx'), 'DeliveryView'),
});

/** All of them. */
export const webhooksRoutes = [listRoute, newRoute, eventsRoute, webhookRoute, deliveryRoute] as const;

/** Webhooks in the navigation. */
export const webhooksEntry: NavigationItem = {
  to: '/webhooks',
  label: { en: 'Webhooks', de: 'Webhooks' },
  icon: IconWebhook,
  permission: 'manage_webhooks',
};
