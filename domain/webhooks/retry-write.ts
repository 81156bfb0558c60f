/** Longest time that a write is retried while the database restarts; later the leases expire. */
const MAX_RETRY_MS = 15_000;
const RETRY_MS = 250;

/**
 * Retries a write while the database restarts, so that the results of sent requests are recorded. Throws the last
 * failure.
 */
export async function retryWrite<Result>(write: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + MAX_RETRY_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
