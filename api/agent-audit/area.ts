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
    description: 'How agents do, what they would do, and what they withstand.',
  },
  legacy: true,
  firstTools: ['list_agent_audits', 'get_agent_audit', 'get_agent_metrics'],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      operationId: 'listAgentAudits',
      summary: 'All agents with figures of their executions',
      operation: listAgentAudits,
      body: pageWithRange(agentAuditResource),
      tool: {
        name: 'list_agent_audits',
        title: 'List audits of agents',
        description:
          'Lists all agents with their health, success rate, credits and whether a newer configuration is there. Use it first to see which agent needs a look. Costs nothing.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/company-analytics`,
      operationId: 'getCompanyAnalytics',
      summary: 'Figures of all executions of the partner, by agent, capability and day',
      operation: getCompanyAnalytics,
      body: one(companyAnalyticsResource),
      tool: {
        name: 'get_company_analytics',
        title: 'Read what all agents came to',
        description:
          'Reads executions, success, credits and content of all agents, by agent, capability and day. Costs nothing.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/marketplace-metrics`,
      operationId: 'getMarketplaceMetrics',
      summary: 'Scores of listings, events of the marketplace and their deliveries',
      operation: getMarketplaceMetrics,
      body: one(marketplaceMetricsResource),
      tool: {
        name: 'get_marketplace_metrics',
        title: 'Read how listings do',
        description:
          'Reads how many listings were scored, their grades, the events of the marketplace and their deliveries. Costs nothing.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/capabilities`,
      operationId: 'listMeasuredCapabilities',
      summary: 'The catalogue of capabilities with what each one cost and how long it took',
      operation: listMeasuredCapabilities,
      body: measuredCatalogue,
      tool: {
        name: 'list_measured_capabilities',
        title: 'List capabilities with what was measured',
        description:
          'Lists the catalogue with what each capability really cost and how long it took. Use it to choose between capabilities. Costs nothing.',
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
          'Executes a capability in the sandbox, to see what its result looks like; read it as any execution. The text is made up by the sandbox. Costs nothing.',
        rename: { slug: 'capability' },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}`,
      operationId: 'getAgentAudit',
      summary: 'One agent with figures of its executions',
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
      summary: 'Latency, success, guardrail hits and cost of one agent, and how they went day by day',
      operation: getAgentMetrics,
      body: one(agentMetricsResource),
      tool: {
        name: 'get_agent_metrics',
        title: 'Read the metrics of an agent',
        description:
          'Reads latency percentiles, success, guardrail hits, cost of a content item and the daily trend of one agent, computed from real executions. Costs nothing.',
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
          description: 'It takes longer than 25 seconds: read it at `Location`.',
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
          'Runs a capability of an agent without effects: its plan, the beginning of what it would write, what guardrails say and what an execution would cost. Use it before an execution that costs much. Changes nothing and costs nothing; takes up to 25 seconds, and then goes on.',
        annotations: OUTBOUND,
        rename: { agent_id: 'agent', slug: 'capability' },
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{agent}/dry-run/{dry_run}`,
      operationId: 'getAgentDryRun',
      summary: 'A dry run, perhaps still running',
      extension: true,
      operation: getAgentDryRun,
      body: one(agentDryRunResource),
      tool: {
        name: 'get_agent_dry_run',
        title: 'Read a dry run',
        description: 'Reads a dry run that took longer. Costs nothing.',
        rename: { agent_id: 'agent', dry_run_id: 'dry_run' },
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/{agent}/challenge`,
      operationId: 'challengeAgent',
      summary: 'Challenge an agent with adversarial prompts; its report is among the challenges of the agent',
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
          'Challenges an agent with adversarial prompts over injection, leakage, unsafe claims and personal data, and scores what it withstands. Takes minutes; read the report with list_agent_challenges. Costs 5 credits.',
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
      summary: 'Whether an agent is ready to work for the marketplace, check by check',
      operation: getMarketplaceReadiness,
      body: one(readinessResource),
      tool: {
        name: 'get_marketplace_readiness',
        title: 'Read whether an agent is ready',
        description:
          'Tells whether an agent is ready to work for the marketplace, check by check with what is missing. Costs nothing.',
        rename: { agent_id: 'agent' },
      },
    }),
  ],
});
