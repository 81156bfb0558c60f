import { findAgent } from '../../agents/store.ts';
import type { AgentRow } from '../../agents/table.ts';
import { findCapability } from '../../capabilities/catalogue/index.ts';
import type { Capability } from '../../capabilities/types.ts';
import { copyDrafts } from '../../content-items/store.ts';
import { copySteps } from '../../execution-steps/store.ts';
import type { Call } from '../../kernel/call.ts';
import { listChanged } from '../../kernel/change-notices.ts';
import type { Deps } from '../../kernel/deps.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { accept, auditAccepted } from '../accept.ts';
import { RETRYABLE } from '../rules.ts';
import { executionParams } from '../schema.ts';
import { ownExecution } from '../target.ts';
import type { ExecutionSummary } from '../types.ts';
import { recoverExecution } from './get-execution.ts';

/**
 * A new execution of the same order by the same agent. Finished steps are taken over, so they are not done again; they are
 * paid now, with the rest, since an execution that failed or was cancelled has cost nothing. Sandbox and production never mix.
 */
export const retryExecution = operation({
  name: 'executions.retry',
  permission: 'manage_content',
  params: executionParams,
  target: ownExecution,
  capability: (execution) => execution.capability,
  input: nothing,
  prepare,
  async change(tx, { deps, call, target: source, prepared: { capability, agent } }): Promise<ExecutionSummary> {
    const execution = await accept(tx, call, deps.ids.uuid(), {
      capability,
      agentId: agent?.is_active ? agent.id : null,
      priority: source.priority,
      settings: source.settings,
      context: source.context,
      notifyOnComplete: source.notify_on_complete,
      retriedFrom: source.id,
    });
    if (execution.sandbox === source.sandbox) {
      await copySteps(tx.em, source.id, execution.id);
      await copyDrafts(tx.em, tx.now, source.id, execution.id);
    }
    return execution;
  },
  audit: auditAccepted,
  announce: ({ partner_id }) => listChanged(partner_id),
  recover: recoverExecution,
});

async function prepare(
  deps: Deps,
  call: Call,
  _input: unknown,
  source: ExecutionSummary,
): Promise<{ capability: Capability; agent: AgentRow | null }> {
  if (!RETRYABLE.includes(source.status)) {
    throw conflict(`Only failed and cancelled executions can be retried; this one is ${source.status}.`);
  }
  const capability = findCapability(source.capability);
  if (!capability) throw conflict('The capability is no longer in the catalogue.');
  requireAi(deps, call);
  return { capability, agent: await findAgent(deps.db, source.agent_id) };
}
