import { IconSparkles } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { CapabilityAttributes } from '../../api/generated/client/types.gen.ts';
import { oneOf, searchParams, text } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';

const CATEGORIES = [
  'generation',
  'publishing',
  'analysis',
  'workflow',
] as const satisfies readonly CapabilityAttributes['category'][];

/** What can be had made. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/capabilities',
  validateSearch: searchParams({ q: text, category: oneOf(CATEGORIES) }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'CapabilityList'),
});

/** One capability, and the form that starts it. */
const capabilityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/capabilities/$slug',
  component: lazyRouteComponent(() => import('./capability.tsx'), 'CapabilityView'),
});

/** Both. */
export const capabilitiesRoutes = [listRoute, capabilityRoute] as const;

/** Capabilities in the navigation. */
export const capabilitiesEntry: NavigationItem = {
  to: '/capabilities',
  label: { en: 'Capabilities', de: 'Fähigkeiten' },
  icon: IconSparkles,
  permission: 'view_content',
};
