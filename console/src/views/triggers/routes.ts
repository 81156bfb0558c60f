import { IconBolt } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { positive, searchParams, text } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** All triggers. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/triggers',
  validateSearch: searchParams({ page: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'TriggerList'),
});

/** The form of a new one, which starts a template or a capability. */
const newRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/triggers/new',
  validateSearch: searchParams({ template: text, capability: text }),
  component: lazyRouteComponent(() => import('./new.tsx'), 'NewTrigger'),
});

/** One trigger, with a page of what came of it. */
const triggerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/triggers/$id',
  validateSearch: searchParams({ page: positive }),
  component: lazyRouteComponent(() => import('./trigger.tsx'), 'TriggerView'),
});

/** All three. */
export const triggersRoutes = [listRoute, newRoute, triggerRoute] as const;

/** Triggers in the navigation. */
export const triggersEntry: NavigationItem = {
  to: '/triggers',
  label: { en: 'Triggers', de: 'Auslöser' },
  icon: IconBolt,
  permission: 'view_content',
};
