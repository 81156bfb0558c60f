import type { AcceptanceHooks } from '../executions/accept.ts';
import { executionOfCapability } from '../executions/operations/execute-capability.ts';
import type { ExecutionSummary } from '../executions/rules.ts';
import { setTrigger } from '../executions/store.ts';
import type { Actor, Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { AppError, type ErrorCode } from '../kernel/errors.ts';
import { invoke } from '../kernel/invoke.ts';
import { executionOfTemplate } from '../workflow-templates/operations/execute-template.ts';
import { eventValues } from './event-values.ts';
import { countFired, endFiring, findEventData, findSilenceEnd, sumFired } from './firing-store.ts';
import { mappedSettings } from './mapping.ts';
import { hasBudget, isLoop, isOverBudget, MAX_FIRINGS_AN_HOUR, startOfDay } from './rules.ts';
import { lockTrigger, outcomeOf, updateTrigger } from './store.ts';
import type { TriggerFiringRow, TriggerResult, WorkflowTriggerRow } from './table.ts';

/** Longest `data` of an event that is passed to an execution, characters of JSON. */
const MAX_EVENT_DATA_CHARACTERS = 8_000;

/** Why an occurrence does not fire. */
export interface Refusal {
  result: TriggerResult;
  /** The mapped setting whose value was missing, or did not fit. */
  setting?: string | undefined;
}

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
  call: Call,
  actor: Actor,
  trigger: WorkflowTriggerRow,
  firing: TriggerFiringRow,
): Promise<Refusal | null> {
  const request: Call = { actor, requestId: `trigger-${trigger.id}-${firing.id}`, signal: call.signal };
  const acceptance: AcceptanceHooks = {
    admit: (tx) => admit(tx, trigger, firing),
    onAccepted: (tx, execution) => conclude(tx, trigger, firing, execution),
  };
  const event = firing.event_id === null ? null : await findEventData(deps.db, firing.event_id);
  const context = contextOf(firing, event);
  const mapped = await settingsFor(deps, trigger, event);
  if ('missing' in mapped) return { result: 'value_missing', setting: mapped.missing };
  const { settings } = mapped;
  try {
    if (trigger.template_slug !== null) {
      const raw = { params: { slug: trigger.template_slug }, input: { input: settings, context } };
      await invoke(deps, request, executionOfTemplate(acceptance), raw);
    } else {
      const raw = { params: { slug: trigger.capability_slug }, input: { settings, context } };
      await invoke(deps, request, executionOfCapability(acceptance), raw);
    }
    return null;
  } catch (error) {
    if (error instanceof NotFired) return error.result && { result: error.result };
    if (!(error instanceof AppError)) throw error;
    const fields = Object.keys(error.details ?? {}).map((field) => field.split('.')[1]);
    return {
      result: RESULTS[error.code] ?? 'invalid',
      setting: Object.keys(trigger.mapping ?? {}).find((setting) => fields.includes(setting)),
    };
  }
}

/** Locks the trigger, so that its firings are counted one after the other. Throws NotFired. */
async function admit(tx: Tx, { id, row_key }: WorkflowTriggerRow, firing: TriggerFiringRow): Promise<void> {
  const trigger = await lockTrigger(tx.em, id, row_key);
  if (!trigger) throw new NotFired(null);
  if (!trigger.active) throw new NotFired('paused');
  if (isLoop(firing.chain, id)) throw new NotFired('loop');
  if ((await countFired(tx.em, tx.now, id)) >= MAX_FIRINGS_AN_HOUR) throw new NotFired('storm');
  await requireBudget(tx, trigger, 0);
}

/** Throws NotFired where an execution of a locked trigger would exceed its budget of the day. */
async function requireBudget(tx: Tx, trigger: WorkflowTriggerRow, credits: number): Promise<void> {
  if (!hasBudget(trigger)) return;
  const spent = await sumFired(tx.em, startOfDay(tx.now), trigger.id);
  if (isOverBudget(trigger, spent, credits)) throw new NotFired('over_budget');
}

async function conclude(
  tx: Tx,
  before: WorkflowTriggerRow,
  firing: TriggerFiringRow,
  execution: ExecutionSummary,
): Promise<void> {
  const { id } = before;
  const trigger = await lockTrigger(tx.em, id);
  const credits = execution.credits_held;
  // What it costs is known only now.
  if (trigger?.max_credits_per_day != null) await requireBudget(tx, trigger, credits);
  if (!(await endFiring(tx.em, tx.now, firing.id, { result: 'fired', executionId: execution.id, credits })))
    throw new NotFired(null);
  if (trigger) {
    const silenced_until = await findSilenceEnd(tx.em, tx.now, id);
    await updateTrigger(tx.em, tx.now, id, { ...outcomeOf('fired', tx.now, trigger), silenced_until });
  }
  await setTrigger(tx.em, execution.id, [...firing.chain, id], trigger ?? before);
}

type Event = Awaited<ReturnType<typeof findEventData>>;

/** The settings of an execution, with what the event gives. Nothing stands in for what it has not. */
async function settingsFor(
  { db }: Pick<Deps, 'db'>,
  { input, mapping }: WorkflowTriggerRow,
  event: Event,
): Promise<ReturnType<typeof mappedSettings>> {
  if (!mapping) return { settings: input };
  const mapped = mappedSettings(mapping, event ? await eventValues(db, event) : {});
  return 'missing' in mapped ? mapped : { settings: { ...input, ...mapped.settings } };
}

/** The execution's context: a description of the event. */
function contextOf({ event_id }: TriggerFiringRow, event: Event): Record<string, unknown> {
  if (!event) return {};
  const payload = JSON.stringify(event.data).length <= MAX_EVENT_DATA_CHARACTERS ? { data: event.data } : {};
  return { event: { id: event_id, name: event.type, ...payload } };
}
