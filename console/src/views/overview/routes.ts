import { IconLayoutDashboard } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** What is going on, on one page. */
export const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
});

/** The overview in the navigation. */
export const overviewEntry: NavigationItem = {
  to: '/',
  label: { en: 'Overview', de: 'Übersicht' },
  icon: IconLayoutDashboard,
};
