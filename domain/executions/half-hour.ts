import type { Deps } from '../kernel/deps.ts';

/** How long a plan or a step may be tried, from its first attempt; the wait for the first one does not count. */
const TRYING_MS = 30 * 60_000;
/** Longest pause before the next attempt, as workflows/execution/workflow.ts has it. */
const PAUSE_MS = 30_000;

/** No further attempt comes in time. The cause is the failure of the last one; there is none where that never ended. */
export class RetriesExhausted extends Error {
  constructor(options?: { cause: unknown }) {
    super('Half an hour of attempts is over.', options);
    this.name = 'GaveUp';
  }
}

/** Makes an attempt; throws GaveUp where it comes too late, or fails and the next one would. */
export async function retryForHalfHour<Result>(
  clock: Deps['clock'],
  firstAttemptAt: Date,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const isOver = (pauseMs: number) => clock.now().getTime() + pauseMs >= firstAttemptAt.getTime() + TRYING_MS;
  if (isOver(0)) throw new RetriesExhausted();
  try {
    return await attempt();
  } catch (error) {
    if (isOver(PAUSE_MS)) throw new RetriesExhausted({ cause: error });
    throw error;
  }
}
