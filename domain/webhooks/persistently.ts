/** What cannot be written is kept this long, while the database restarts; later the leases lapse. */
const KEEP_MS = 15_000;
const RETRY_MS = 250;

/** Tries a write again while the database restarts: what was sent must be known to have been sent. Throws the last failure. */
export async function persistently<Result>(write: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + KEEP_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
