import { type Call, isSandbox } from '../kernel/call.ts';
import { secondsToUtcMidnight, utcDay } from '../kernel/days.ts';
import type { Tx } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { countFreeRun } from './free-runs-store.ts';

/** Free runs of a partner on a UTC day with production credentials: dry runs of agents and tests of capabilities together. */
export const MAX_FREE_RUNS = 50;
const DAY_SECONDS = 86_400;

/**
 * Counts a free run in the transaction that accepts it; one that is not accepted is not counted, nor is one with a sandbox key.
 * Throws RATE_LIMITED.
 */
export async function takeFreeRun(tx: Tx, call: Call): Promise<void> {
  if (isSandbox(call)) return;
  if (await countFreeRun(tx.em, partnerOf(call), utcDay(tx.now), MAX_FREE_RUNS)) return;
  const retryAfterSeconds = secondsToUtcMidnight(tx.now);
  const resetAt = Math.ceil(tx.now.getTime() / 1000) + retryAfterSeconds;
  throw new AppError(
    'RATE_LIMITED',
    `Dry runs of agents and tests of capabilities are free ${MAX_FREE_RUNS} times a day; the count starts anew at midnight UTC. Sandbox keys are not counted.`,
    { retryAfterSeconds, limit: { name: 'free-runs', max: MAX_FREE_RUNS, windowSeconds: DAY_SECONDS, resetAt } },
  );
}
