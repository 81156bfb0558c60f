import type { Area } from '../area.ts';
import {
  agentMetricsRoute,
  challengeAgentRoute,
  companyAnalyticsRoute,
  dryRunAgentRoute,
  getAgentAuditRoute,
  getAgentDryRunRoute,
  listAgentAuditsRoute,
  listAgentChallengesRoute,
  marketplaceMetricsRoute,
  marketplaceReadinessRoute,
  measuredCapabilitiesRoute,
  testCapabilityRoute,
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
    testCapabilityRoute,
    getAgentAuditRoute,
    agentMetricsRoute,
    dryRunAgentRoute,
    getAgentDryRunRoute,
    challengeAgentRoute,
    listAgentChallengesRoute,
    marketplaceReadinessRoute,
  ],
  tools: agentAuditTools,
  legacy: true,
};
