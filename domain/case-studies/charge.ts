import { type Hold, holdCredits, settleHold } from '../credits/ledger.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';

/** Ends a trial. */
class Trial extends Error {}

/** Tries whether the price could be held now, and holds nothing. Throws DAILY_CREDIT_LIMIT_EXCEEDED and NO_CREDITS. */
export async function requireCredits(deps: Deps, call: Call, hold: Hold): Promise<void> {
  try {
    await deps.transaction(call, async (tx) => {
      await holdCredits(tx, hold);
      throw new Trial();
    });
  } catch (error) {
    if (!(error instanceof Trial)) throw error;
  }
}

/** Charges work that is done. Throws as `requireCredits` does, where the credits have gone meanwhile. */
export async function charge(tx: Tx, hold: Hold): Promise<void> {
  await holdCredits(tx, hold);
  await settleHold(tx, { partnerId: hold.partnerId, reference: hold.reference, used: hold.amount });
}
