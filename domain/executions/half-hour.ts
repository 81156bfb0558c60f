import type { Deps } from '../kernel/deps.ts';

/** How long a plan or a step is retried, from the start of its first attempt. The wait before that does not count. */
const RETRY_WINDOW_MS = 30 * 60_000;
/** Longest pause before the next attempt; the same as in workflows/execution/workflow.ts. */
const PAUSE_MS = 30_000;

/** There is no time for another attempt. `cause` is the last failure; absent when the last attempt never finished. */
export class RetriesExhausted extends Error {
  constructor(options?: { cause: unknown }) {
    super('Half an hour of attempts is over.', options);
    this.name = 'RetriesExhausted';
  }
}

/** Makes an attempt. Throws RetriesExhausted when it starts too late, or when it fails and the next one would. */
export async function attemptWithinHalfHour<Result>(
  clock: Deps['clock'],
  firstAttemptAt: Date,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const isOver = (pauseMs: number) => clock.now().getTime() + pauseMs >= firstAttemptAt.getTime() + RETRY_WINDOW_MS;
  if (isOver(0)) throw new RetriesExhausted();
  try {
    return await attempt();
  } catch (error) {
    if (isOver(PAUSE_MS)) throw new RetriesExhausted({ cause: error });
    throw error;
  }
}
