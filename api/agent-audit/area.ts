import { challengeAgent } from '../../domain/agent-audit/operations/challenge-agent.ts';
import { dryRunAgent } from '../../domain/agent-audit/operations/dry-run-agent.ts';
import {
  getAgentMetrics,
  getCompanyAnalytics,
  getMarketplaceMetrics,
} from '../../domain/agent-audit/operations/metrics.ts';
import {
  getAgentAudit,
  getAgentDryRun,
  getMarketplaceReadiness,
  listAgentAudits,
  listAgentChallenges,
  listMeasuredCapabilities,
} from '../../domain/agent-audit/operations/reads.ts';
import { testCapability } from '../../domain/agent-audit/operations/test-capability.ts';
import { AUDIT_CAPABILITY } from '../../domain/agent-audit/rules.ts';
import { PRICES } from '../../domain/capabilities/prices.ts';
import { area } from '../area.ts';
import { acceptedExecution } from '../executions/resource.ts';
import { OUTBOUND } from '../mcp/tool-options.ts';
import { one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import {
  agentAuditResource,
  agentMetricsResource,
  companyAnalyticsResource,
  marketplaceMetricsResource,
  measuredCatalogue,
} from './resource.ts';
import {
  agentChallengeResource,
  agentDryRunPath,
  agentDryRunResource,
  challengesPath,
  readinessResource,
} from './runs.ts';
import { agentChallengeWork, agentDryRunWork } from './work.ts';

const PREFIX = '/agents/audit';

export const agentAuditArea = area({
  tag: {
    name: 'Agent audit',
    group: 'Content',
    description: 'Metrics, dry runs and adversarial challenges of agents.',
  },
  legacy: true,
  firstTools: ['list_agent_audits', 'get_agent_audit', 'get_agent_metrics'],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      operationId: 'listAgentAudits',
      summary: 'All agents with metrics of their executions',
      operation: listAgentAudits,
      body: pageWithRange(agentAuditResource),
      tool: {
        name: 'list_agent_audits',
        title: 'List audits of agents',
        description:
          'Lists all agents with health, success rate, credits and whether a newer configuration exists. Call this first to find agents that need attention. Costs nothing.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/company-analytics`,
      operationId: 'getCompanyAnalytics',
      summary: 'Metrics of all executions of the partner, by agent, capability and day',
      operation: getCompanyAnalytics,
      body: one(companyAnalyticsResource),
      tool: {
        name: 'get_company_analytics',
        title: 'Read the metrics of all agents',
        description:
          'Reads executions, success, credits and content of all agents, by agent, capability and day. Costs nothing.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/marketplace-metrics`,
      operationId: 'getMarketplaceMetrics',
      summary: 'Scores of listings, marketplace events and their deliveries',
      operation: getMarketplaceMetrics,
      body: one(marketplaceMetricsResource),
      tool: {
        name: 'get_marketplace_metrics',
        title: 'Read marketplace metrics',
        description:
          'Reads the number and grades of scored listings, marketplace events and their deliveries. Costs nothing.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/capabilities`,
      operationId: 'listMeasuredCapabilities',
      summary: 'The catalog of capabilities with actual costs and durations',
      operation: listMeasuredCapabilities,
      body: measuredCatalogue,
      tool: {
        name: 'list_measured_capabilities',
        title: 'List capabilities with measurements',
        description:
          'Lists the catalog with actual cost and duration of each capability, to choose between them. Costs nothing.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/capabilities/{capability}/test`,
      operationId: 'testCapability',
      summary: 'Execute a capability in the sandbox; nothing is charged',
      operation: testCapability,
      status: 201,
      body: acceptedExecution,
      errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED'],
      tool: {
        name: 'test_capability',
        title: 'Test a capability',
        description:
          'Executes a capability in the sandbox to show what its result looks like; read it like any execution. The sandbox makes up the text. Costs nothing.',
        rename: { slug: 'capability' },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}`,
      operationId: 'getAgentAudit',
      summary: 'One agent with metrics of its executions',
      extension: true,
      operation: getAgentAudit,
      body: one(agentAuditResource),
      tool: {
        name: 'get_agent_audit',
        title: 'Read the audit of an agent',
        description: 'Reads health, success rate, credits and configuration of one agent. Costs nothing.',
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}/metrics`,
      operationId: 'getAgentMetrics',
      summary: 'Latency, success, guardrail hits and cost of one agent, with a daily trend',
      operation: getAgentMetrics,
      body: one(agentMetricsResource),
      tool: {
        name: 'get_agent_metrics',
        title: 'Read the metrics of an agent',
        description:
          'Reads latency percentiles, success, guardrail hits, cost per content item and the daily trend of one agent, from real executions. Costs nothing.',
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/dry-run`,
      operationId: 'startAgentDryRun',
      summary: 'Run a capability of an agent without effects or charge: plan, previews and guardrails',
      operation: dryRunAgent,
      status: ({ status }) => (status === 'running' ? 202 : 200),
      body: one(agentDryRunResource),
      alternatives: {
        202: {
          description: 'Still running after 25 seconds: read it at `Location`.',
          body: one(agentDryRunResource).schema,
          interim: true,
        },
      },
      headers: (dryRun): Record<string, string> =>
        dryRun.status === 'running' ? { Location: agentDryRunPath(dryRun) } : {},
      locates: true,
      errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED'],
      work: agentDryRunWork,
      tool: {
        name: 'dry_run_agent',
        title: 'Dry-run a capability',
        description:
          'Runs a capability of an agent without effects: returns its plan, previews of its texts, guardrail findings and the price of an execution. Use it before an expensive execution. Changes nothing and costs nothing; after 25 seconds it continues in the background.',
        annotations: OUTBOUND,
        rename: { agent_id: 'agent', slug: 'capability' },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}/dry-run/{dry_run}`,
      operationId: 'getAgentDryRun',
      summary: 'A dry run, which may still be running',
      extension: true,
      operation: getAgentDryRun,
      body: one(agentDryRunResource),
      tool: {
        name: 'get_agent_dry_run',
        title: 'Read a dry run',
        description: 'Reads a dry run that was still running. Costs nothing.',
        rename: { agent_id: 'agent', dry_run_id: 'dry_run' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/challenge`,
      operationId: 'challengeAgent',
      summary: 'Challenge an agent with adversarial prompts; the report appears among its challenges',
      operation: challengeAgent,
      status: 202,
      body: one(agentChallengeResource),
      headers: (challenge) => ({ Location: challengesPath(challenge) }),
      locates: true,
      errors: ['CAPABILITY_NOT_ALLOWED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
      work: agentChallengeWork,
      tool: {
        name: 'challenge_agent',
        title: 'Challenge an agent',
        description:
          'Challenges an agent with adversarial prompts on injection, leakage, unsafe claims and personal data, and scores its resistance. Takes minutes; read the report with list_agent_challenges. Costs 5 credits.',
        annotations: OUTBOUND,
        input: { credits: () => PRICES[AUDIT_CAPABILITY] },
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}/challenges`,
      operationId: 'listAgentChallenges',
      summary: 'Challenges of an agent with their reports, newest first',
      extension: true,
      operation: listAgentChallenges,
      body: pageWithRange(agentChallengeResource),
      tool: {
        name: 'list_agent_challenges',
        title: 'List challenges of an agent',
        description: 'Lists the challenges of an agent with progress, score and findings, newest first. Costs nothing.',
        rename: { agent_id: 'agent' },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}/marketplace-readiness`,
      operationId: 'getMarketplaceReadiness',
      summary: 'Whether an agent is ready for the marketplace, check by check',
      operation: getMarketplaceReadiness,
      body: one(readinessResource),
      tool: {
        name: 'get_marketplace_readiness',
        title: 'Check whether an agent is ready',
        description:
          'Checks whether an agent is ready for the marketplace, and returns what is missing. Costs nothing.',
        rename: { agent_id: 'agent' },
      },
    }),
  ],
});
