import type { Db, Deps, Tx } from '../kernel/deps.ts';
import { lockUser } from '../users/store.ts';
import { newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import {
  consumeRecoveryCode,
  consumeTotpStep,
  countRecoveryCodes,
  deleteRecoveryCodes,
  findTotp,
  replaceRecoveryCodes,
  selectPasskeys,
} from './store.ts';
import type { PasskeyRow } from './table.ts';
import { isTotpCode, totpStepOf } from './totp.ts';

/** The second factors of a person. */
export interface Factors {
  /** When the app for one-time codes was confirmed; null: there is none. */
  totpSince: Date | null;
  passkeys: PasskeyRow[];
  recoveryCodesLeft: number;
}

/** The second factors of a person. */
export async function factorsOf(db: Db, userId: number): Promise<Factors> {
  const totp = await findTotp(db, userId);
  return {
    totpSince: totp?.confirmed_at ?? null,
    passkeys: await selectPasskeys(db, userId),
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  };
}

/** Whether signing in with a password takes a second factor. */
export function hasFactor({ totpSince, passkeys }: Pick<Factors, 'totpSince' | 'passkeys'>): boolean {
  return totpSince !== null || passkeys.length > 0;
}

/** Which factor a code was of; it is used up. Null: it is none of the person's, or was used before. */
export async function consumeCode(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  userId: number,
  code: string,
): Promise<'totp' | 'recovery_code' | null> {
  if (!isTotpCode(code)) {
    return (await consumeRecoveryCode(db, clock.now(), userId, recoveryCodeHash(code))) ? 'recovery_code' : null;
  }
  const factor = await findTotp(db, userId);
  if (!factor?.confirmed_at) return null;
  const options = { now: clock.now(), afterStep: factor.last_step };
  const timeStep = totpStepOf(secrets.open(factor.secret), code, options);
  return timeStep !== null && (await consumeTotpStep(db, factor.id, timeStep)) ? 'totp' : null;
}

/** New recovery codes of a person, shown once; earlier ones end. */
export async function makeRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  // Without it, of two that make some at once neither ends those of the other.
  await lockUser(tx.em, userId);
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx.em, tx.now, userId, codes.map(recoveryCodeHash));
  return codes;
}

/** The codes that come with a first factor; null where the person has some. */
export async function firstRecoveryCodes(tx: Tx, userId: number): Promise<string[] | null> {
  await lockUser(tx.em, userId);
  return (await countRecoveryCodes(tx.em, userId)) > 0 ? null : makeRecoveryCodes(tx, userId);
}

/** Recovery codes end with the last factor that they replace: after a removal, since the second of two at once sees the first. */
export async function dropCodesWithoutFactor(tx: Tx, userId: number): Promise<void> {
  await lockUser(tx.em, userId);
  if (!hasFactor(await factorsOf(tx.em, userId))) await deleteRecoveryCodes(tx.em, userId);
}
