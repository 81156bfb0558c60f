import { ADDS, READS, type Tool, tool } from '../mcp/tool.ts';
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
  tool(testCapabilityRoute, {
    name: 'test_capability',
    title: 'Test a capability',
    description:
      'Executes a capability in the sandbox, to see what its result looks like; read it as any execution. The text is made up by the sandbox. Costs nothing.',
    annotations: ADDS,
    rename: { slug: 'capability' },
  }),
  tool(dryRunAgentRoute, {
    name: 'dry_run_agent',
    title: 'Rehearse a capability',
    description:
      'Has an agent rehearse a capability: its plan, the beginning of what it would write, what guardrails say and what an execution would cost. Use it before an execution that costs much. Changes nothing and costs nothing; takes up to 25 seconds, and then goes on.',
    annotations: ADDS,
    rename: { agent_id: 'agent', slug: 'capability' },
  }),
  tool(getAgentDryRunRoute, {
    name: 'get_agent_dry_run',
    title: 'Read a dry run',
    description: 'Reads a dry run that took longer. Costs nothing.',
    annotations: READS,
    rename: { agent_id: 'agent', dry_run_id: 'dry_run' },
  }),
  tool(challengeAgentRoute, {
    name: 'challenge_agent',
    title: 'Challenge an agent',
    description:
      'Challenges an agent with adversarial prompts over injection, leakage, unsafe claims and personal data, and scores what it withstands. Takes minutes; read the report with list_agent_challenges. Costs 5 credits.',
    annotations: ADDS,
    rename: { agent_id: 'agent' },
  }),
  tool(listAgentChallengesRoute, {
    name: 'list_agent_challenges',
    title: 'List challenges of an agent',
    description: 'Lists the challenges of an agent with progress, score and findings, newest first. Costs nothing.',
    annotations: READS,
    rename: { agent_id: 'agent' },
  }),
  tool(marketplaceReadinessRoute, {
    name: 'get_marketplace_readiness',
    title: 'Read whether an agent is ready',
    description:
      'Tells whether an agent is ready to work for the marketplace, check by check with what is missing. Costs nothing.',
    annotations: READS,
    rename: { agent_id: 'agent' },
  }),
];
