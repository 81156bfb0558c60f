import type { EndedExecution } from '../capabilities/feature.ts';
import type { Tx } from '../kernel/deps.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { publishChange } from './publish-change.ts';
import { pauseTrigger } from './schedule.ts';
import { lockTrigger, updateTrigger } from './store.ts';
import type { TriggerResult, WorkflowTriggerRow } from './table.ts';

/** Results of occurrences that are failures of the trigger; the others say that it was held back, or is paused already. */
const FAILURES: ReadonlySet<string> = new Set<TriggerResult>([
  'no_credits',
  'daily_credit_limit',
  'not_allowed',
  'invalid',
  'value_missing',
  'unavailable',
  'lost',
]);
/** Shortest time between two events of failures of a trigger. */
const QUIET_MS = DAY_MS;

/** Whether a result counts as a failure. */
export function isFailure(result: TriggerResult): boolean {
  return FAILURES.has(result);
}

/** A failure of a trigger. */
interface Failure {
  result: TriggerResult | 'execution_failed';
  /** The execution that failed; null: none was started. */
  executionId: number | null;
  /** Triggers that led to it, first to last, with the trigger itself. */
  chain: readonly number[];
}

/** Counts a failure of a locked trigger, says so at most once a day, and pauses the trigger after as many as it may have. */
export async function recordFailure(tx: Tx, trigger: WorkflowTriggerRow, failure: Failure): Promise<void> {
  const { result, executionId, chain } = failure;
  const failures_in_a_row = trigger.failures_in_a_row + 1;
  const most = trigger.pause_after_failures;
  const isLast = trigger.active && most !== null && failures_in_a_row >= most;
  const { failure_noted_at: noted } = trigger;
  const isNoted = !isLast && (noted === null || tx.now.getTime() - noted.getTime() >= QUIET_MS);
  const counted = await updateTrigger(tx.em, tx.now, trigger.id, {
    failures_in_a_row,
    ...(isNoted && { failure_noted_at: tx.now }),
  });
  if (isLast) return pauseTrigger(tx, counted, 'failures', chain);
  if (!isNoted) return;
  publishChange(tx, counted, {
    event: 'trigger.failed',
    // People are notified of a failed execution as of any other.
    kind: executionId === null ? 'trigger_failed' : null,
    data: { result, execution_id: executionId },
    chain,
  });
}

/** Counts the end of an execution for the trigger that started it. One of before the trigger was switched on does not count. */
export async function noteEnd(tx: Tx, execution: EndedExecution): Promise<void> {
  const { id: executionId, trigger_id: triggerId, trigger_chain: chain, partner_id, status, created_at } = execution;
  if (triggerId === null) return;
  const trigger = await lockTrigger(tx.em, triggerId);
  if (!trigger?.active || trigger.partner_id !== partner_id) return;
  if (trigger.failures_since !== null && created_at < trigger.failures_since) return;
  if (status === 'failed') return recordFailure(tx, trigger, { result: 'execution_failed', executionId, chain });
  if (trigger.failures_in_a_row > 0) await updateTrigger(tx.em, tx.now, triggerId, { failures_in_a_row: 0 });
}
