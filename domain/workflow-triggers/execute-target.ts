import type { AcceptanceHooks } from '../executions/accept.ts';
import { executionOfCapability } from '../executions/operations/execute-capability.ts';
import type { ExecutionSummary } from '../executions/rules.ts';
import { setTrigger } from '../executions/store.ts';
import type { Actor, Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import { invoke } from '../kernel/invoke.ts';
import type { StepCall } from '../kernel/step.ts';
import { executionOfTemplate } from '../workflow-templates/operations/execute-template.ts';
import { countFired, endFiring, findEventData, findSilenceEnd } from './firing-store.ts';
import { isLoop, MAX_FIRINGS_AN_HOUR } from './rules.ts';
import { lockTrigger, outcomeOf, updateTrigger } from './store.ts';
import type { TriggerFiringRow, TriggerResult, WorkflowTriggerRow } from './table.ts';

/** Longest `data` of an event that is passed to an execution, characters of JSON. */
const MAX_EVENT_DATA_CHARACTERS = 8_000;

/** The occurrence does not fire. Result `null`: it was settled elsewhere, or the trigger is gone. */
class NotFired extends Error {
  readonly result: TriggerResult | null;

  constructor(result: TriggerResult | null) {
    super(`The trigger does not fire: ${result ?? 'ended'}.`);
    this.name = 'NotFired';
    this.result = result;
  }
}

/** The occurrence's result for an error of accepting its execution. */
const RESULTS: Partial<Record<ErrorCode, TriggerResult>> = {
  NO_CREDITS: 'no_credits',
  DAILY_CREDIT_LIMIT_EXCEEDED: 'daily_credit_limit',
  CAPABILITY_NOT_ALLOWED: 'not_allowed',
  FORBIDDEN: 'not_allowed',
  SERVICE_UNAVAILABLE: 'unavailable',
};

/**
 * Executes the target as the creator, with the same checks, limits and audit line as their own request. The transaction
 * that accepts the execution also ends the occurrence, so it fires once. Returns why it did not fire; null if it did,
 * or had ended before.
 */
export async function executeTarget(
  deps: Deps,
  call: StepCall,
  actor: Actor,
  trigger: WorkflowTriggerRow,
  firing: TriggerFiringRow,
): Promise<TriggerResult | null> {
  const request: Call = { actor, requestId: `trigger-${trigger.id}-${firing.id}`, signal: call.signal };
  const acceptance: AcceptanceHooks = {
    admit: (tx) => admit(tx, trigger, firing),
    onAccepted: (tx, execution) => conclude(tx, trigger, firing, execution),
  };
  const context = await contextOf(deps, firing);
  try {
    if (trigger.template_slug !== null) {
      const raw = { params: { slug: trigger.template_slug }, input: { input: trigger.input, context } };
      await invoke(deps, request, executionOfTemplate(acceptance), raw);
    } else {
      const raw = { params: { slug: trigger.capability_slug }, input: { settings: trigger.input, context } };
      await invoke(deps, request, executionOfCapability(acceptance), raw);
    }
    return null;
  } catch (error) {
    if (error instanceof NotFired) return error.result;
    if (error instanceof AppError) return RESULTS[error.code] ?? 'invalid';
    throw error;
  }
}

/** Locks the trigger, so that its firings are counted one after the other. Throws NotFired. */
async function admit(tx: Tx, { id, row_key }: WorkflowTriggerRow, firing: TriggerFiringRow): Promise<void> {
  const trigger = await lockTrigger(tx.em, id, row_key);
  if (!trigger) throw new NotFired(null);
  if (!trigger.active) throw new NotFired('paused');
  if (isLoop(firing.chain, id)) throw new NotFired('loop');
  if ((await countFired(tx.em, tx.now, id)) >= MAX_FIRINGS_AN_HOUR) throw new NotFired('storm');
}

async function conclude(
  tx: Tx,
  { id }: WorkflowTriggerRow,
  firing: TriggerFiringRow,
  execution: ExecutionSummary,
): Promise<void> {
  if (!(await endFiring(tx.em, tx.now, firing.id, { result: 'fired', executionId: execution.id })))
    throw new NotFired(null);
  const trigger = await lockTrigger(tx.em, id);
  if (trigger) {
    const silenced_until = await findSilenceEnd(tx.em, tx.now, id);
    await updateTrigger(tx.em, tx.now, id, { ...outcomeOf('fired', tx.now, trigger), silenced_until });
  }
  await setTrigger(tx.em, execution.id, [...firing.chain, id]);
}

/** The execution's context: a description of the event. */
async function contextOf({ db }: Pick<Deps, 'db'>, { event_id }: TriggerFiringRow): Promise<Record<string, unknown>> {
  const event = event_id === null ? null : await findEventData(db, event_id);
  if (!event) return {};
  const payload = JSON.stringify(event.data).length <= MAX_EVENT_DATA_CHARACTERS ? { data: event.data } : {};
  return { event: { id: event_id, name: event.type, ...payload } };
}
