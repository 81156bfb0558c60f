import { IconRobot } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { day, oneOf, positive, searchParams } from '../../lib/search.ts';
import type { NavigationItem } from '../../shell/navigation.ts';
import { rootRoute } from '../../shell/root-route.tsx';
import { TABS } from './model.ts';

/** All agents with their figures. */
const listRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents',
  validateSearch: searchParams({ from: day, to: day, page: positive }),
  component: lazyRouteComponent(() => import('./list.tsx'), 'AgentList'),
});

/** One agent: figures, configuration, challenges, dry runs. */
const agentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$id',
  validateSearch: searchParams({ tab: oneOf(TABS), from: day, to: day, page: positive }),
  component: lazyRouteComponent(() => import('./agent.tsx'), 'AgentView'),
});

/** A dry-run session: what was said, and the place to say more. */
const chatRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/agents/$id/dry-runs/$token',
  validateSearch: searchParams({ page: positive }),
  component: lazyRouteComponent(() => import('./chat.tsx'), 'ChatView'),
});

/** All of them. */
export const agentsRoutes = [listRoute, agentRoute, chatRoute] as const;

/** Agents in the navigation. */
export const agentsEntry: NavigationItem = {
  to: '/agents',
  label: { en: 'Agents', de: 'Agenten' },
  icon: IconRobot,
  permission: 'view_companies',
};
