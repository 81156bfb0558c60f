import type { Plan } from '../rate-limits/rules.ts';
import type { OutputStatus } from './table.ts';

/** The writer's capability: keys are scoped by it and credits are charged to it. */
export const WRITER_CAPABILITY = 'ai_writer';

/** A claim expires after this unless renewed. */
export const CLAIM_SECONDS = 15;
/** Interval of renewing the claim and saving the text, milliseconds. */
export const RENEW_MS = 5_000;
/** Time limit for a reader, after which writing ends and the claim is no longer renewed, milliseconds. */
export const LONGEST_MS = 15 * 60_000;

/** Allowed transitions; an unfinished output can be resumed. */
const TRANSITIONS: Record<OutputStatus, readonly OutputStatus[]> = {
  writing: ['writing', 'stopped', 'failed', 'completed'],
  stopped: ['writing'],
  failed: ['writing'],
  completed: [],
};

/** Whether text remains to be written. */
export function isOpen(status: OutputStatus): boolean {
  return TRANSITIONS[status].length > 0;
}

/** Whether an output is charged: when complete, or when the reader left with a part. Failures on our side are free. */
export function isCharged(status: OutputStatus, results: readonly string[], stopping: boolean): boolean {
  if (status === 'completed') return true;
  return status === 'stopped' && !stopping && results.some((text) => text !== '');
}

const PREMIUM_PLANS: ReadonlySet<Plan> = new Set(['business', 'command_plus', 'enterprise']);

/** Whether a plan has the premium templates. */
export function hasPremium(plan: Plan): boolean {
  return PREMIUM_PLANS.has(plan);
}

/** Notification topic for new text. */
export function outputTopic(id: number): string {
  return `writer-output:${id}`;
}

/** Reference of a hold in the ledger. */
export function creditReference({ row_key, holds }: { row_key: string; holds: number }): string {
  return `writer-output:${row_key}/${holds}`;
}
