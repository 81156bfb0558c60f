import { IconPlugConnected } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { positive, searchParams } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';

/** The programs that the person lets act for them. */
export const connectedApplicationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/connected-applications',
  validateSearch: searchParams({ page: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ConnectedApplicationList'),
});

/** Connected applications in the navigation; everybody has their own. */
export const connectedApplicationsEntry: NavigationItem = {
  to: '/connected-applications',
  label: { en: 'Connected applications', de: 'Anwendungen' },
  icon: IconPlugConnected,
};
