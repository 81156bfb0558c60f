import { READS, type Tool, tool } from '../mcp/tool.ts';
import {
  agentMetricsRoute,
  companyAnalyticsRoute,
  getAgentAuditRoute,
  listAgentAuditsRoute,
  marketplaceMetricsRoute,
  measuredCapabilitiesRoute,
} from './routes.ts';

/** Audits as models have them. */
export const agentAuditTools: readonly Tool[] = [
  tool(listAgentAuditsRoute, {
    name: 'list_agent_audits',
    title: 'List audits of agents',
    description:
      'Lists all agents with their health, success rate, credits and whether a newer configuration is there. Use it first to see which agent needs a look. Costs nothing.',
    annotations: READS,
  }),
  tool(getAgentAuditRoute, {
    name: 'get_agent_audit',
    title: 'Read the audit of an agent',
    description: 'Reads health, success rate, credits and configuration of one agent. Costs nothing.',
    annotations: READS,
    rename: { agent_id: 'agent' },
  }),
  tool(agentMetricsRoute, {
    name: 'get_agent_metrics',
    title: 'Read the metrics of an agent',
    description:
      'Reads latency percentiles, success, guardrail hits, cost of a content item and the daily trend of one agent, computed from real executions. Costs nothing.',
    annotations: READS,
    rename: { agent_id: 'agent' },
  }),
  tool(companyAnalyticsRoute, {
    name: 'get_company_analytics',
    title: 'Read what all agents came to',
    description:
      'Reads executions, success, credits and content of all agents, by agent, capability and day. Costs nothing.',
    annotations: READS,
  }),
  tool(marketplaceMetricsRoute, {
    name: 'get_marketplace_metrics',
    title: 'Read how listings do',
    description:
      'Reads how many listings were scored, their grades, the events of the marketplace and their deliveries. Costs nothing.',
    annotations: READS,
  }),
  tool(measuredCapabilitiesRoute, {
    name: 'list_measured_capabilities',
    title: 'List capabilities with what was measured',
    description:
      'Lists the catalogue with what each capability really cost and how long it took. Use it to choose between capabilities. Costs nothing.',
    annotations: READS,
  }),
];
