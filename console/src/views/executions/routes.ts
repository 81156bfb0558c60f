import { IconPlayerPlay } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { day, oneOf, positive, searchParams } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { PRIORITIES, STATUSES } from './model.ts';

/** All executions, by what the address filters. */
const executionListRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/executions',
  validateSearch: searchParams({
    status: oneOf(STATUSES),
    priority: oneOf(PRIORITIES),
    agent_id: positive,
    from: day,
    to: day,
    page: positive,
  }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'ExecutionList'),
});

/** One execution, live while it runs. */
const executionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/executions/$id',
  component: lazyRouteComponent(() => import('./execution.tsx'), 'ExecutionView'),
});

/** Both. */
export const executionsRoutes = [executionListRoute, executionRoute] as const;

/** Executions in the navigation. */
export const executionsEntry: NavigationItem = {
  to: '/executions',
  label: { en: 'Executions', de: 'Ausführungen' },
  icon: IconPlayerPlay,
  permission: 'view_content',
};
