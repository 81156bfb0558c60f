import { z } from 'zod';
import { auditedAgentParams } from '../../agent-configuration/schema.ts';
import type { AgentRow } from '../../agents/table.ts';
import { type AgentJob, agentJob, bodyOfJob, capabilitiesOfJob, checkJob } from '../../agents/target.ts';
import { defaultPlan, pricePlan } from '../../capabilities/plan.ts';
import { capabilitySlug, namedCapability, priceOf } from '../../capabilities/request.ts';
import { referencesInSettings } from '../../executions/accept.ts';
import { checkOrder } from '../../executions/operations/execute-capability.ts';
import { type Call, isSandbox } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import { partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { jsonObject } from '../../kernel/schema.ts';
import { waitFor } from '../../kernel/wait-for.ts';
import { withPassages } from '../../knowledge-bases/retrieval.ts';
import { findAgentDryRun, insertAgentDryRun, type NewAgentDryRun } from '../agent-dry-run-store.ts';
import { takeFreeRun } from '../free-runs.ts';
import { agentDryRunTopic } from '../rules.ts';
import type { AgentDryRunRow } from '../table.ts';

const body = z.object({
  capability: capabilitySlug.describe('Slug of the capability to try, such as `blog_post`.'),
  settings: jsonObject().prefault({}).describe('Settings of the capability; unknown ones are ignored.'),
});

/** Simulates a capability with an agent. Creates no content and no schedule events, and charges nothing. */
export const dryRunAgent = operation({
  name: 'agent_audit.dry_run',
  permission: 'manage_agents',
  params: auditedAgentParams,
  target: agentJob,
  capability: capabilitiesOfJob,
  references: referencesInSettings,
  input: body,
  inputFor: bodyOfJob(body, (settings) => settings.prefault({})),
  checkInput: checkJob,
  run,
  recover: async (deps, call, madeId) =>
    awaitAgentDryRun(
      deps,
      ownedBy(call, 'Dry run', await findAgentDryRun(deps.db, Number(madeId)), ({ partner_id }) => partner_id),
    ),
});

/** Not one transaction: a workflow does the work, and the request waits for its end. */
async function run(deps: Deps, call: Call, input: z.output<typeof body>, { agent }: AgentJob): Promise<AgentDryRunRow> {
  const order = await orderOf(deps, call, input, agent);
  const rowKey = deps.ids.uuid();
  const dryRun = await deps.transaction(call, async (tx) => {
    await takeFreeRun(tx, call);
    const added = await insertAgentDryRun(tx.em, tx.now, { ...order, row_key: rowKey });
    const { id, partner_id: partnerId, capability, sandbox } = added;
    const { requestId } = call;
    tx.enqueue({
      kind: 'agent_audit.dry_run',
      dryRunId: id,
      rowKey,
      partnerId,
      agentId: agent.id,
      capability,
      sandbox,
      requestId,
    });
    tx.audit({ type: 'agent_dry_run', id, details: { agent_id: agent.id, capability } });
    tx.made({ type: 'agent_dry_run', id });
    return added;
  });
  return awaitAgentDryRun(deps, dryRun);
}

/** The values that an execution would be accepted with. Throws the same errors, except those about credits. */
async function orderOf(
  deps: Deps,
  call: Call,
  { capability: slug, settings }: z.output<typeof body>,
  agent: AgentRow,
): Promise<Omit<NewAgentDryRun, 'row_key'>> {
  const capability = namedCapability(deps, slug);
  const { named } = await checkOrder(deps, call, { settings, context: {}, agent_id: agent.id }, capability);
  const plan = defaultPlan(capability, settings);
  return {
    partner_id: partnerOf(call),
    agent_id: agent.id,
    agent_revision: agent.revision,
    capability: capability.slug,
    settings,
    context: await withPassages(deps, named),
    sandbox: isSandbox(call),
    plan_summary: plan.summary,
    steps: pricePlan(priceOf(capability, settings), plan.steps),
  };
}

/**
 * Waits for the end of an agent dry run and returns it; it is still running after the limit or when the process stops.
 * Throws SERVER_ERROR when the dry run failed.
 */
async function awaitAgentDryRun(deps: Deps, { id }: Pick<AgentDryRunRow, 'id'>): Promise<AgentDryRunRow> {
  const dryRun = await waitFor(deps, { topic: agentDryRunTopic(id) }, async () => {
    const found = await findAgentDryRun(deps.db, id);
    if (!found) throw notFound('Dry run');
    return { found, hasEnded: found.status !== 'running' };
  });
  if (dryRun.status === 'failed') throw dryRunFailed(dryRun);
  return dryRun;
}

/** 500 for a dry run that failed. */
export function dryRunFailed({ error }: Pick<AgentDryRunRow, 'error'>): AppError {
  return new AppError('SERVER_ERROR', error ?? 'The dry run failed.');
}
