/** Longest time that a write is retried while the database restarts, unless it is worth more; later the leases expire. */
const MAX_RETRY_MS = 15_000;
const RETRY_MS = 250;
/** Pause between later retries: hundreds of drains may wait for the same database. */
const LATE_RETRY_MS = 1_000;

/**
 * Retries a write while the database restarts, so that the results of sent requests are recorded; after 15 s only as long
 * as `mayGoOn`. Throws the last failure.
 */
export async function retryWrite<Result>(
  write: () => Promise<Result>,
  mayGoOn: () => boolean = () => false,
): Promise<Result> {
  const until = performance.now() + MAX_RETRY_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      const isLate = performance.now() > until;
      if (isLate && !mayGoOn()) throw error;
      await new Promise((resolve) => setTimeout(resolve, isLate ? LATE_RETRY_MS : RETRY_MS));
    }
  }
}
