import { challengeAgent } from '../../domain/agent-audit/operations/challenge-agent.ts';
import { dryRunAgent } from '../../domain/agent-audit/operations/dry-run-agent.ts';
import { getAgentAudit } from '../../domain/agent-audit/operations/get-audit.ts';
import { getCompanyAnalytics } from '../../domain/agent-audit/operations/get-company-analytics.ts';
import { getAgentDryRun } from '../../domain/agent-audit/operations/get-dry-run.ts';
import { getMarketplaceMetrics } from '../../domain/agent-audit/operations/get-marketplace-metrics.ts';
import { getAgentMetrics } from '../../domain/agent-audit/operations/get-metrics.ts';
import { getMarketplaceReadiness } from '../../domain/agent-audit/operations/get-readiness.ts';
import { listAgentAudits } from '../../domain/agent-audit/operations/list-audits.ts';
import { listMeasuredCapabilities } from '../../domain/agent-audit/operations/list-capabilities.ts';
import { listAgentChallenges } from '../../domain/agent-audit/operations/list-challenges.ts';
import { testCapability } from '../../domain/agent-audit/operations/test-capability.ts';
import { acceptedExecution } from '../executions/resource.ts';
import { one, pageWithRange } from '../resource.ts';
import { route } from '../route.ts';
import {
  agentAuditResource,
  agentMetricsResource,
  companyAnalyticsResource,
  marketplaceMetricsResource,
  measuredCatalogue,
} from './resource.ts';
import { agentChallengeResource, agentDryRunResource, challengesPath, dryRunPath, readinessResource } from './runs.ts';

const PREFIX = '/agents/audit';

export const listAgentAuditsRoute = route({
  method: 'GET',
  path: PREFIX,
  operationId: 'listAgentAudits',
  summary: 'All agents with what their executions came to',
  operation: listAgentAudits,
  body: pageWithRange(agentAuditResource),
});

export const companyAnalyticsRoute = route({
  method: 'GET',
  path: `${PREFIX}/company-analytics`,
  operationId: 'getCompanyAnalytics',
  summary: 'What all executions of the partner came to, by agent, capability and day',
  operation: getCompanyAnalytics,
  body: one(companyAnalyticsResource),
});

export const marketplaceMetricsRoute = route({
  method: 'GET',
  path: `${PREFIX}/marketplace-metrics`,
  operationId: 'getMarketplaceMetrics',
  summary: 'Scores of listings, events of the marketplace and their deliveries',
  operation: getMarketplaceMetrics,
  body: one(marketplaceMetricsResource),
});

export const measuredCapabilitiesRoute = route({
  method: 'GET',
  path: `${PREFIX}/capabilities`,
  operationId: 'listMeasuredCapabilities',
  summary: 'The catalogue of capabilities with what each one cost and how long it took',
  operation: listMeasuredCapabilities,
  body: measuredCatalogue,
});

export const getAgentAuditRoute = route({
  method: 'GET',
  path: `${PREFIX}/{agent}`,
  operationId: 'getAgentAudit',
  summary: 'One agent with what its executions came to',
  extension: true,
  operation: getAgentAudit,
  body: one(agentAuditResource),
});

export const agentMetricsRoute = route({
  method: 'GET',
  path: `${PREFIX}/{agent}/metrics`,
  operationId: 'getAgentMetrics',
  summary: 'Latency, success, guardrail hits and cost of one agent, and how they went day by day',
  operation: getAgentMetrics,
  body: one(agentMetricsResource),
});

export const testCapabilityRoute = route({
  method: 'POST',
  path: `${PREFIX}/capabilities/{capability}/test`,
  operationId: 'testCapability',
  summary: 'Execute a capability in the sandbox; nothing is charged',
  operation: testCapability,
  status: 201,
  body: acceptedExecution,
  errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED'],
});

export const dryRunAgentRoute = route({
  method: 'POST',
  path: `${PREFIX}/{agent}/dry-run`,
  operationId: 'startAgentDryRun',
  summary: 'Rehearse a capability with an agent: plan, previews and guardrails, without effects or charge',
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
  headers: (dryRun): Record<string, string> => (dryRun.status === 'running' ? { Location: dryRunPath(dryRun) } : {}),
  errors: ['CAPABILITY_NOT_ALLOWED', 'PRECONDITION_FAILED'],
});

export const getAgentDryRunRoute = route({
  method: 'GET',
  path: `${PREFIX}/{agent}/dry-run/{dry_run}`,
  operationId: 'getAgentDryRun',
  summary: 'A dry run, perhaps still running',
  extension: true,
  operation: getAgentDryRun,
  body: one(agentDryRunResource),
});

export const challengeAgentRoute = route({
  method: 'POST',
  path: `${PREFIX}/{agent}/challenge`,
  operationId: 'challengeAgent',
  summary: 'Challenge an agent with adversarial prompts; its report is among the challenges of the agent',
  operation: challengeAgent,
  status: 202,
  body: one(agentChallengeResource),
  headers: (challenge) => ({ Location: challengesPath(challenge) }),
  errors: ['CAPABILITY_NOT_ALLOWED', 'NO_CREDITS', 'DAILY_CREDIT_LIMIT_EXCEEDED'],
});

export const listAgentChallengesRoute = route({
  method: 'GET',
  path: `${PREFIX}/{agent}/challenges`,
  operationId: 'listAgentChallenges',
  summary: 'Challenges of an agent with their reports, newest first',
  extension: true,
  operation: listAgentChallenges,
  body: pageWithRange(agentChallengeResource),
});

export const marketplaceReadinessRoute = route({
  method: 'GET',
  path: `${PREFIX}/{agent}/marketplace-readiness`,
  operationId: 'getMarketplaceReadiness',
  summary: 'Whether an agent is ready to work for the marketplace, check by check',
  operation: getMarketplaceReadiness,
  body: one(readinessResource),
});
