import type { Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { type Hold, holdCredits, settleHold } from './ledger.ts';
import { deletePaidRequest, insertPaidRequest } from './store.ts';

/** Work that a request waits for and that is paid when it succeeds. */
interface PaidRequest<Result> {
  hold: Hold;
  /** Asks the AI. If it throws, nothing is charged. */
  work(): Promise<Result>;
  /** Records the success, in the transaction that charges it. */
  onCharged(tx: Tx, result: Result): void;
  /** The error when the work took so long that its credits were released meanwhile. */
  late(): Error;
}

/**
 * Holds the price, does the work, and charges it. If the process dies, housekeeping releases the hold. Throws
 * DAILY_CREDIT_LIMIT_EXCEEDED and NO_CREDITS before the work begins.
 */
export async function payForRequest<Result>(
  deps: Deps,
  call: Call,
  { hold, work, onCharged, late }: PaidRequest<Result>,
): Promise<Result> {
  const { partnerId, reference, amount } = hold;
  if (amount > 0) {
    await deps.transaction(call, async (tx) => {
      await insertPaidRequest(tx.em, partnerId, reference);
      holdCredits(tx, hold);
    });
  }
  /** Ends the request once; false when housekeeping has ended it. */
  const end = (used: number, record?: (tx: Tx) => void) =>
    // A client that leaves now must not keep its credits held.
    deps.transaction({ ...call, signal: new AbortController().signal }, async (tx) => {
      if (amount > 0) {
        if (!(await deletePaidRequest(tx.em, partnerId, reference))) return false;
        await settleHold(tx, { partnerId, reference, used });
      }
      record?.(tx);
      return true;
    });
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    // If this fails, housekeeping releases the credits; the caller needs the error of the work.
    await end(0).catch((problem: unknown) => call.warn?.(problem, 'the credits of a failed request were not released'));
    throw error;
  }
  if (!(await end(amount, (tx) => onCharged(tx, result)))) throw late();
  return result;
}
