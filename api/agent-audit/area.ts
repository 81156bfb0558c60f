import type { Area } from '../area.ts';
import {
  agentMetricsRoute,
  companyAnalyticsRoute,
  getAgentAuditRoute,
  listAgentAuditsRoute,
  marketplaceMetricsRoute,
  measuredCapabilitiesRoute,
} from './routes.ts';
import { agentAuditTools } from './tools.ts';

/** How agents do, what they would do, and what they withstand. */
export const agentAuditArea: Area = {
  tag: {
    name: 'Agent audit',
    group: 'Content',
    description: 'How agents do, what they would do, and what they withstand.',
  },
  routes: [
    listAgentAuditsRoute,
    companyAnalyticsRoute,
    marketplaceMetricsRoute,
    measuredCapabilitiesRoute,
    getAgentAuditRoute,
    agentMetricsRoute,
  ],
  tools: agentAuditTools,
  legacy: true,
};
