import { findAgent } from '../../agents/store.ts';
import type { AgentRow } from '../../agents/table.ts';
import { copyDrafts } from '../../content-items/draft-store.ts';
import type { Call } from '../../kernel/call.ts';
import { listChanged } from '../../kernel/change-events.ts';
import type { Deps } from '../../kernel/deps.ts';
import { conflict } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireAi } from '../../kernel/require-ai.ts';
import { accept, auditAccepted, capabilityOrder } from '../accept.ts';
import { type ExecutionSummary, RETRYABLE } from '../rules.ts';
import { copyPlan, copySteps, selectSteps } from '../step-store.ts';
import { findOpenRetry, lockExecution } from '../store.ts';
import { executionParams, ownExecution } from '../target.ts';
import { recoverExecution } from './reads.ts';

/**
 * Creates a new execution of the same order with the same agent. Finished steps are reused. Their price is charged now
 * with the rest, since a failed or cancelled execution costs nothing. Sandbox and production never mix.
 */
export const retryExecution = operation({
  name: 'executions.retry',
  permission: 'manage_content',
  params: executionParams,
  target: retriedExecution,
  capability: ({ capabilities }) => capabilities,
  input: nothing,
  prepare,
  async change(tx, { deps, call, target: { source }, prepared: { order, agent } }): Promise<ExecutionSummary> {
    // Locked, so that of retries at once each sees the one before it.
    await lockExecution(tx.em, { executionId: source.id, rowKey: source.row_key });
    const open = await findOpenRetry(tx.em, source);
    if (open !== null) throw conflict(`Execution ${open} already retries it.`);
    const execution = await accept(tx, call, deps.ids.uuid(), {
      ...order,
      agentId: agent?.is_active ? agent.id : null,
      priority: source.priority,
      context: source.context,
      lookup: source.lookup,
      notifyOnComplete: source.notify_on_complete,
      retriedFrom: source.id,
      triggerChain: source.trigger_chain,
      itemPeople: { assignee_id: source.assignee_id, reviewer_id: source.reviewer_id },
    });
    if (execution.sandbox === source.sandbox) {
      await copySteps(tx.em, source.id, execution.id);
      const steps = (await selectSteps(tx.em, source.id))
        .filter(({ status }) => status === 'completed')
        .map(({ key }) => key);
      await copyDrafts(tx.em, tx.now, { fromId: source.id, toId: execution.id, steps });
    } else if (order.template !== null) {
      await copyPlan(tx.em, source.id, execution.id);
    }
    return execution;
  },
  audit: auditAccepted,
  changeEvent: ({ partner_id }) => listChanged(partner_id),
  recover: recoverExecution,
});

/** The execution to retry and the capabilities it uses; empty when its template no longer exists. */
interface Retried {
  source: ExecutionSummary;
  capabilities: readonly string[];
}

async function retriedExecution(deps: Deps, call: Call, params: { id: number }): Promise<Retried> {
  const source = await ownExecution(deps, call, params);
  const { capability, template_slug, template_id } = source;
  if (template_slug === null) return { source, capabilities: [capability] };
  // The plan has all that is left of a template of the partner's own.
  if (template_id !== null) return { source, capabilities: await planCapabilities(deps, source.id) };
  return { source, capabilities: deps.capabilities.findTemplate(template_slug)?.capabilities ?? [] };
}

async function planCapabilities({ db }: Deps, id: number): Promise<string[]> {
  return [...new Set((await selectSteps(db, id)).flatMap(({ capability }) => capability ?? []))];
}

async function prepare(
  deps: Deps,
  call: Call,
  _input: unknown,
  retried: Retried,
): Promise<{ order: ReturnType<typeof capabilityOrder>; agent: AgentRow | null }> {
  const { source } = retried;
  if (!RETRYABLE.includes(source.status)) {
    throw conflict(`Only failed and cancelled executions can be retried; this one is ${source.status}.`);
  }
  const order = await repeatOrder(deps, retried);
  requireAi(deps, call);
  return { order, agent: await findAgent(deps.db, source.agent_id) };
}

/** The same order at current prices. The plan of a template keeps its prices and is continued. */
async function repeatOrder(deps: Deps, { source, capabilities }: Retried): Promise<ReturnType<typeof capabilityOrder>> {
  const { capability: slug, settings, template_slug, template_id: id, template_version: version } = source;
  if (template_slug !== null) {
    const own = id !== null && version !== null ? { id, version } : null;
    const known = own
      ? capabilities.every((each) => deps.capabilities.find(each))
      : deps.capabilities.findTemplate(template_slug);
    if (!known) throw conflict('The template is no longer in the catalogue.');
    const steps = await selectSteps(deps.db, source.id);
    const price = steps.reduce((sum, step) => sum + step.estimated_credits, 0);
    return { slug, capabilities, template: own ?? 'platform', price, settings };
  }
  const capability = deps.capabilities.find(slug);
  if (!capability) throw conflict('The capability is no longer in the catalogue.');
  return capabilityOrder(capability, settings);
}
