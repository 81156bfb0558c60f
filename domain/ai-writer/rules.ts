import type { Plan } from '../rate-limits/rules.ts';
import type { OutputStatus } from './table.ts';

/** Capability of all that the writer writes: keys are scoped by it and credits are booked on it. */
export const WRITER_CAPABILITY = 'ai_writer';

/** A claim that is not renewed lapses after this. */
export const CLAIM_SECONDS = 15;
/** A claim is renewed, and what was written is saved, this often, milliseconds. */
export const RENEW_MS = 5_000;
/** A reader who takes longer than this is left behind: the claim is renewed no more, milliseconds. */
export const LONGEST_MS = 15 * 60_000;

/** Which states may follow which; what was not finished can be gone on with. */
const TRANSITIONS: Record<OutputStatus, readonly OutputStatus[]> = {
  writing: ['writing', 'stopped', 'failed', 'completed'],
  stopped: ['writing'],
  failed: ['writing'],
  completed: [],
};

/** Whether there is something left to write. */
export function isOpen(status: OutputStatus): boolean {
  return TRANSITIONS[status].length > 0;
}

/** Whether what was written is paid for: once it is whole, or the reader has left with a part of it. Failures of ours cost nothing. */
export function isCharged(status: OutputStatus, results: readonly string[], stopping: boolean): boolean {
  if (status === 'completed') return true;
  return status === 'stopped' && !stopping && results.some((text) => text !== '');
}

const PREMIUM_PLANS: ReadonlySet<Plan> = new Set(['business', 'command_plus', 'enterprise']);

/** Whether a plan has the premium templates. */
export function hasPremium(plan: Plan): boolean {
  return PREMIUM_PLANS.has(plan);
}

/** Topic on which is announced that more of a text is there. */
export function outputTopic(id: number): string {
  return `writer-output:${id}`;
}

/** Reference of a hold in the ledger. */
export function creditReference({ row_key, holds }: { row_key: string; holds: number }): string {
  return `writer-output:${row_key}/${holds}`;
}
