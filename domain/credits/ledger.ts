import { type Call, isSandbox } from '../kernel/call.ts';
import { type Caller, callerOf } from '../kernel/callers.ts';
import { secondsToUtcMidnight, utcDay } from '../kernel/days.ts';
import type { Tx } from '../kernel/deps.ts';
import { AppError, conflict } from '../kernel/errors.ts';
import { partnerOf } from '../kernel/invoke.ts';
import {
  collectDebt,
  findEntry,
  HOLD_REFUSALS,
  holdStatement,
  insertGrant,
  insertSettlement,
  markExhausted,
  markLow,
  type NewGrant,
  raiseDebt,
  readAccount,
  readKeyDays,
  unmarkLow,
} from './store.ts';
import type { CreditEntryRow } from './table.ts';

/** Maximum credits of accepted work. */
export interface Hold {
  partnerId: number;
  /** Whole credits; 0 holds nothing. */
  amount: number;
  /** Identifies the work, such as `execution-7`; a repeat with the same reference holds nothing more. */
  reference: string;
  capability: string;
  /** The key of the request; without one no daily cap applies. */
  key?: { keyFamilyId: number; dailyLimit: number | null };
  /** Whose work it is, for the use by caller. */
  caller?: Pick<Caller, 'kind' | 'id'> | undefined;
}

/** The hold for work of this call, under the daily cap of its key; 0 for a sandbox key. */
export function holdFor(call: Call, work: Pick<Hold, 'amount' | 'reference' | 'capability'>): Hold {
  const { actor } = call;
  return {
    ...work,
    partnerId: partnerOf(call),
    amount: isSandbox(call) ? 0 : work.amount,
    caller: callerOf(actor),
    ...(actor.kind === 'partner_key' && {
      key: { keyFamilyId: actor.keyFamilyId, dailyLimit: actor.dailyCreditLimit },
    }),
  };
}

/**
 * Holds credits when the transaction commits, because the lock on the account blocks all other spending of the partner. The
 * commit fails with DAILY_CREDIT_LIMIT_EXCEEDED or NO_CREDITS when the credits do not suffice.
 */
export function holdCredits(tx: Tx, hold: Hold): void {
  requireWhole(hold.amount);
  if (hold.amount === 0) return;
  const statement = holdStatement({
    partnerId: hold.partnerId,
    amount: hold.amount,
    reference: hold.reference,
    capability: hold.capability,
    keyFamilyId: hold.key?.keyFamilyId ?? null,
    dailyLimit: hold.key?.dailyLimit ?? null,
    caller: hold.caller ?? null,
    day: utcDay(tx.now),
    now: tx.now,
  });
  tx.beforeCommit({
    ...statement,
    refusal(code, available) {
      if (code === HOLD_REFUSALS.DAILY_LIMIT) return dailyLimitExceeded(hold.key?.dailyLimit ?? 0, tx.now);
      return code === HOLD_REFUSALS.NO_CREDITS ? noCredits(hold.amount, available) : undefined;
    },
  });
}

/** Whether the credits would suffice for a hold now; other work may take them before it is made. */
export async function canHold({ em, now }: Tx, { partnerId, amount, key }: Hold): Promise<boolean> {
  if (amount === 0) return true;
  const { balance, held } = await readAccount(em, partnerId);
  if (balance - held < amount) return false;
  if (!key || key.dailyLimit === null) return true;
  const used = (await readKeyDays(em, [key.keyFamilyId], utcDay(now))).get(key.keyFamilyId) ?? 0;
  return used + amount <= key.dailyLimit;
}

/** Settlement of a hold. */
export interface Settlement {
  partnerId: number;
  reference: string;
  /** Whole credits; at most the hold is captured, 0 releases all of it. */
  used: number;
}

/**
 * Ends a hold in the transaction that ends the work: captures what was used and releases the rest, also from the
 * daily cap of the hold's day. The account's debt is paid from what is released. Returns null, and does nothing,
 * without a hold or when it was settled before.
 */
export async function settleHold(
  tx: Tx,
  settlement: Settlement,
): Promise<{ captured: number; released: number } | null> {
  requireWhole(settlement.used);
  const settled = await insertSettlement(tx.em, { ...settlement, now: tx.now });
  if (settled === null) return null;
  const { captured, released, debt, falls } = settled;
  if (debt > 0 && released > 0) {
    const { partnerId, reference } = settlement;
    await collect(tx, { partnerId, reference: `debt:${reference}`, reason: OWED });
  }
  if (falls) await warnWhereLow(tx, settlement.partnerId);
  return { captured, released };
}

/**
 * Publishes `credits.low` and `credits.exhausted` when the balance, held credits included, has fallen below the
 * threshold, or to 0: once each, until it has risen again. The account's row is locked, so of two settlements at once the second sees the mark of the first.
 */
export async function warnWhereLow(tx: Tx, partnerId: number): Promise<void> {
  const level = await markLow(tx.em, partnerId);
  if (level) {
    tx.publish({ partnerId, type: 'credits.low', data: { balance: level.balance, threshold: level.warnsBelow } });
  }
  if (await markExhausted(tx.em, partnerId)) {
    tx.publish({ partnerId, type: 'credits.exhausted', data: { balance: 0 } });
  }
}

/** Reason of the entry that collects a debt, for the ledger. */
const OWED = 'Credits that were owed';

/** A grant of credits; a negative amount is an adjustment. */
export interface Grant extends Pick<NewGrant, 'partnerId' | 'kind' | 'amount' | 'reference' | 'reason'> {}

/**
 * Adds credits to the account, once for each reference and kind, and returns the entry. The account's debt is paid first.
 * Throws CONFLICT when an adjustment would take more than is available.
 */
export async function grantCredits(tx: Tx, grant: Grant): Promise<CreditEntryRow> {
  if (!Number.isSafeInteger(grant.amount)) throw new RangeError('Credits are whole numbers.');
  const outcome = await insertGrant(tx.em, { ...grant, day: utcDay(tx.now), now: tx.now });
  if (outcome.entered && !outcome.withinBalance) {
    throw conflict('The adjustment takes more credits than are available.');
  }
  if (outcome.entered && grant.amount > 0) {
    const { partnerId, reference } = grant;
    await collect(tx, { partnerId, reference: `debt:${reference}`, reason: OWED });
    await unmarkLow(tx.em, partnerId);
  }
  if (outcome.entered) await warnWhereLow(tx, grant.partnerId);
  const entry = await findEntry(tx.em, {
    partner_id: grant.partnerId,
    reference: grant.reference,
    kind: grant.kind,
  });
  if (!entry) throw new Error(`The ledger lost the ${grant.kind} entry "${grant.reference}".`);
  return entry;
}

/** Credits taken back, for example after a refund of a purchase. */
export interface Revocation extends Pick<NewGrant, 'partnerId' | 'amount' | 'reference'> {
  /** For the ledger. */
  reason: string;
}

/** Takes credits back: what is available now, and the rest from later releases and grants. The caller ensures that this happens once. */
export async function revokeCredits(tx: Tx, { amount, ...entry }: Revocation): Promise<void> {
  requireWhole(amount);
  await raiseDebt(tx.em, entry.partnerId, amount);
  await collect(tx, entry);
  await warnWhereLow(tx, entry.partnerId);
}

function collect(tx: Tx, entry: Omit<Revocation, 'amount'>): Promise<void> {
  return collectDebt(tx.em, { ...entry, day: utcDay(tx.now), now: tx.now });
}

function requireWhole(credits: number): void {
  if (!Number.isSafeInteger(credits) || credits < 0) throw new RangeError('Credits are whole and not negative.');
}

function dailyLimitExceeded(limit: number, now: Date): AppError {
  return new AppError(
    'DAILY_CREDIT_LIMIT_EXCEEDED',
    `This would exceed the API key's daily limit of ${limit} credits; the limit starts anew at midnight UTC.`,
    { retryAfterSeconds: secondsToUtcMidnight(now) },
  );
}

function noCredits(required: number, available: string): AppError {
  return new AppError('NO_CREDITS', 'The credit balance does not suffice.', {
    details: {
      required: [`${required} credits are required.`],
      available: [`${available} credits are available.`],
    },
  });
}
