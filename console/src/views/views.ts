import type { NavigationEntry } from '../shell/navigation.ts';
import { rootRoute } from '../shell/root-route.tsx';
import { agentsEntry, agentsRoutes } from './agents/routes.ts';
import { boardEntry, boardRoute } from './board/routes.ts';
import { calendarEntry, calendarRoute } from './calendar/routes.ts';
import { capabilitiesEntry, capabilitiesRoutes } from './capabilities/routes.ts';
import { contentItemRoute } from './content-items/routes.ts';
import { executionsEntry, executionsRoutes } from './executions/routes.ts';
import { invoicesEntry, invoicesRoutes } from './invoices/routes.ts';
import { overviewEntry, overviewRoute } from './overview/routes.ts';
import { webhooksEntry, webhooksRoutes } from './webhooks/routes.ts';

/** The views in the order of the navigation. */
export const NAVIGATION: readonly NavigationEntry[] = [
  overviewEntry,
  capabilitiesEntry,
  executionsEntry,
  boardEntry,
  webhooksEntry,
  invoicesEntry,
  agentsEntry,
  calendarEntry,
];

/** Their routes. */
export const routeTree = rootRoute.addChildren([
  overviewRoute,
  ...capabilitiesRoutes,
  ...executionsRoutes,
  boardRoute,
  ...webhooksRoutes,
  ...invoicesRoutes,
  ...agentsRoutes,
  contentItemRoute,
  calendarRoute,
]);
