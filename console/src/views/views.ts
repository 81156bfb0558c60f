import type { NavigationGroup } from '../shell/navigation.ts';
import { rootRoute } from '../shell/root-route.tsx';
import { agentsEntry, agentsRoutes } from './agents/routes.ts';
import { boardEntry, boardRoute } from './board/routes.ts';
import { brandVoicesEntry, brandVoicesRoutes } from './brand-voices/routes.ts';
import { calendarEntry, calendarRoute } from './calendar/routes.ts';
import { capabilitiesEntry, capabilitiesRoutes } from './capabilities/routes.ts';
import { caseStudiesEntry, caseStudiesRoutes } from './case-studies/routes.ts';
import { connectedApplicationsEntry, connectedApplicationsRoute } from './connected-applications/routes.ts';
import { contentItemRoute } from './content-items/routes.ts';
import { executionsEntry, executionsRoutes } from './executions/routes.ts';
import { invoicesEntry, invoicesRoutes } from './invoices/routes.ts';
import { knowledgeEntry, knowledgeRoutes } from './knowledge/routes.ts';
import { listingsEntry, listingsRoutes } from './listings/routes.ts';
import { overviewEntry, overviewRoute } from './overview/routes.ts';
import { templatesEntry, templatesRoutes } from './templates/routes.ts';
import { triggersEntry, triggersRoutes } from './triggers/routes.ts';
import { webhooksEntry, webhooksRoutes } from './webhooks/routes.ts';
import { writerEntry, writerRoutes } from './writer/routes.ts';

/** The views in the order of the navigation. */
export const NAVIGATION: readonly NavigationGroup[] = [
  { items: [overviewEntry] },
  {
    label: { en: 'Make', de: 'Erstellen' },
    items: [
      capabilitiesEntry,
      executionsEntry,
      writerEntry,
      caseStudiesEntry,
      templatesEntry,
      brandVoicesEntry,
      knowledgeEntry,
    ],
  },
  { label: { en: 'Plan', de: 'Planen' }, items: [boardEntry, calendarEntry, triggersEntry] },
  { label: { en: 'Measure', de: 'Messen' }, items: [listingsEntry, agentsEntry, invoicesEntry] },
  { label: { en: 'Connect', de: 'Verbinden' }, items: [webhooksEntry, connectedApplicationsEntry] },
];

/** Their routes. */
export const routeTree = rootRoute.addChildren([
  overviewRoute,
  ...capabilitiesRoutes,
  ...executionsRoutes,
  boardRoute,
  contentItemRoute,
  calendarRoute,
  ...writerRoutes,
  ...caseStudiesRoutes,
  ...templatesRoutes,
  ...triggersRoutes,
  ...brandVoicesRoutes,
  ...knowledgeRoutes,
  ...webhooksRoutes,
  connectedApplicationsRoute,
  ...listingsRoutes,
  ...agentsRoutes,
  ...invoicesRoutes,
]);
