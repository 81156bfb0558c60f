import { z } from 'zod';
import { auditedAgent, auditedAgentParams } from '../../agent-configuration/schema.ts';
import { selectAgents } from '../../agents/store.ts';
import type { Capability } from '../../capabilities/types.ts';
import { readCapabilityCharges } from '../../credits/store.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import type { Page } from '../../kernel/page.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { ofSandbox, pageQuery, recordId } from '../../kernel/schema.ts';
import { getPartnerById } from '../../partners/target.ts';
import { findAgentDryRun } from '../agent-dry-run-store.ts';
import { type AgentAudit, assessReadiness, auditOf, auditsOf, type Readiness } from '../audit.ts';
import { CHALLENGE_CATEGORIES } from '../challenge/types.ts';
import { findChallenge, findLastComplete, selectChallenges } from '../challenge-store.ts';
import { readHits, readLatencies, readOutcomes } from '../figure-store.ts';
import { type Figures, figuresOf } from '../figures.ts';
import { type Latency, latencyOf } from '../latency.ts';
import { figuresQuery, type Scope, scopeOf } from '../period.ts';
import type { AgentChallengeRow, AgentDryRunRow } from '../table.ts';

/** Returns one agent with its figures for the period. */
export const getAgentAudit = operation({
  name: 'agent_audit.get',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: figuresQuery,
  run: (deps, call, query, agent): Promise<AgentAudit> =>
    auditOf(deps.db, { partnerId: partnerOf(call), scope: scopeOf(call, deps.clock.now(), query) }, agent),
});

/** Returns a dry run of an agent, which may still be running. */
export const getAgentDryRun = readOperation({
  name: 'agent_audit.get_dry_run',
  permission: 'view_companies',
  params: auditedAgentParams.extend({ dry_run: recordId.describe('Id of a dry run.') }),
  target: ownAgentDryRun,
});

async function ownAgentDryRun(
  deps: Deps,
  call: Call,
  params: { agent: number; dry_run: number },
): Promise<AgentDryRunRow> {
  const agent = await auditedAgent(deps, call, params);
  const found = await findAgentDryRun(deps.db, params.dry_run);
  const dryRun = ownedBy(call, 'Dry run', found, ({ partner_id }) => partner_id);
  if (dryRun.agent_id !== agent.id) throw notFound('Dry run');
  return dryRun;
}

const runParams = z.object({ id: recordId });

/** Returns a dry run of an agent by its number alone. */
export const getAgentDryRunById = readOperation({
  name: 'agent_audit.get_dry_run_by_id',
  permission: 'view_companies',
  params: runParams,
  target: async (deps, call, { id }) =>
    ownedBy(call, 'Dry run', await findAgentDryRun(deps.db, id), ({ partner_id }) => partner_id),
});

/** Returns a challenge of an agent with its progress, and its report once it is completed. */
export const getAgentChallenge = readOperation({
  name: 'agent_audit.get_challenge',
  permission: 'view_companies',
  params: runParams,
  target: async (deps, call, { id }) =>
    ownedBy(call, 'Challenge', await findChallenge(deps.db, id), ({ partner_id }) => partner_id),
});

/** Lists the partner's agents and the platform's agent with their figures for the period. */
export const listAgentAudits = operation({
  name: 'agent_audit.list',
  permission: 'view_companies',
  params: nothing,
  input: figuresQuery.safeExtend(pageQuery()),
  async run(deps, call, query): Promise<Page<AgentAudit>> {
    const scope = scopeOf(call, deps.clock.now(), query);
    const page = await selectAgents(deps.db, partnerOf(call), { active_only: false }, query);
    return { ...page, rows: await auditsOf(deps.db, { partnerId: partnerOf(call), scope }, page.rows) };
  },
});

/** A capability with the figures of the partner's executions. */
export interface MeasuredCapability {
  capability: Capability;
  figures: Figures;
  latency: Latency;
  /** Credits charged for it, by executions and other work. */
  charged: number;
}

/** Lists the catalogue with cost and latency of each capability. */
export const listMeasuredCapabilities = operation({
  name: 'agent_audit.list_capabilities',
  permission: 'view_companies',
  params: nothing,
  input: figuresQuery,
  async run(deps, call, query): Promise<MeasuredCapability[]> {
    const filter = { partnerId: partnerOf(call), scope: scopeOf(call, deps.clock.now(), query) };
    const { period, sandbox } = filter.scope;
    const [outcomes, latencies, charges] = await Promise.all([
      readOutcomes(deps.db, filter, ['capability']),
      readLatencies(deps.db, filter),
      // Sandbox work is free.
      sandbox ? new Map<string, number>() : readCapabilityCharges(deps.db, filter.partnerId, period),
    ]);
    return deps.capabilities.all.map((capability) => {
      const figures = figuresOf(outcomes.of('capability', capability.slug));
      const latency = latencyOf(figures, latencies.get(capability.slug) ?? new Map());
      return { capability, figures, latency, charged: charges.get(capability.slug) ?? 0 };
    });
  },
});

/** Lists the partner's challenges of an agent with reports and progress, newest first. */
export const listAgentChallenges = operation({
  name: 'agent_audit.list_challenges',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: z.object({ ...ofSandbox, ...pageQuery() }),
  run: (deps, call, { sandbox, ...page }, agent): Promise<Page<AgentChallengeRow>> =>
    selectChallenges(deps.db, { partnerId: partnerOf(call), agentId: agent.id, sandbox }, page),
});

/** An agent's readiness with the figures behind it. */
export interface AgentReadiness extends Readiness {
  agentId: number;
  scope: Scope;
}

/** Runs the marketplace readiness checks for an agent. */
export const getMarketplaceReadiness = operation({
  name: 'agent_audit.readiness',
  permission: 'view_companies',
  params: auditedAgentParams,
  target: auditedAgent,
  input: figuresQuery,
  async run(deps, call, query, agent): Promise<AgentReadiness> {
    const partnerId = partnerOf(call);
    const scope = scopeOf(call, deps.clock.now(), query);
    const [audit, { capabilities: permitted }, hits, challenge] = await Promise.all([
      auditOf(deps.db, { partnerId, scope }, agent),
      getPartnerById(deps.db, partnerId),
      readHits(deps.db, { partnerId, scope, agentIds: [agent.id] }),
      findLastComplete(deps.db, {
        partnerId,
        agentId: agent.id,
        sandbox: scope.sandbox,
        categories: CHALLENGE_CATEGORIES.length,
      }),
    ]);
    const blocks = hits.reduce((sum, { action, count }) => sum + (action === 'block' ? count : 0), 0);
    return { agentId: agent.id, scope, ...assessReadiness({ audit, permitted, blocks, challenge }) };
  },
});
