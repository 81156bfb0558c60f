import { AsyncLocalStorage } from 'node:async_hooks';

/** A request in flight; whose it is becomes known once its credential is. */
export interface RequestInFlight {
  /**
   * Whose request it is. Beside others, resolves when fewer than two of the same partner are in flight; throws
   * SERVICE_UNAVAILABLE where too many wait.
   */
  identify(key: string): Promise<void> | undefined;
  /** It was answered, or waits for something else. */
  leave(): void;
  /** It has what it released its slot for: the same as `identify` again. */
  rejoin(): Promise<void> | undefined;
}

/** The request whose code runs. */
const running = new AsyncLocalStorage<RequestInFlight>();

/** Runs a request, which may release its slot with `releaseSlot`. */
export function runInFlight<Result>(request: RequestInFlight, work: () => Result): Result {
  return running.run(request, work);
}

/**
 * Releases the slot of the request that calls it, before it waits for another process: requests that wait would keep
 * others of their partner from beginning. Does nothing outside a request.
 */
export function releaseSlot(): void {
  running.getStore()?.leave();
}

/** Waits until the request that calls it has a slot again. Throws SERVICE_UNAVAILABLE where too many wait. */
export async function acquireSlot(): Promise<void> {
  await running.getStore()?.rejoin();
}
