import { z } from 'zod';
import type { Deps } from '../kernel/deps.ts';
import { AppError, invalid } from '../kernel/errors.ts';
import { createRateLimiter } from '../rate-limits/limiter.ts';
import { confirmationLimits, secondsToNextLock } from '../rate-limits/rules.ts';
import { isPassword } from '../users/password.ts';
import type { UserRow } from '../users/table.ts';
import { consumeCode, factorsOf, hasFactor } from './factors.ts';
import { authenticationResponse, verifyAuthentication } from './passkeys.ts';

/** Longest text that is compared with a password. */
const MAX_PASSWORD_LENGTH = 200;
/** Longest text that is compared with a code. */
const MAX_CODE_LENGTH = 40;

/** A password that is compared with the current one. */
export const currentPassword = z.string('Must be a string.').max(MAX_PASSWORD_LENGTH, 'Is not right.');

/** Fields that confirm who somebody is, before the second factors change. */
export const confirmation = {
  current_password: currentPassword.optional().describe('For a person without a second factor.'),
  code: z
    .string('Must be a string.')
    .max(MAX_CODE_LENGTH, 'Is not right.')
    .optional()
    .describe('One-time code or recovery code of a person with a second factor.'),
  passkey: authenticationResponse
    .optional()
    .describe("The browser's answer to the options of `POST /app/me/passkeys/challenge`, instead of a code."),
};
const confirmationSchema = z.object(confirmation);

/**
 * Counts an attempt to confirm who somebody is, before it is checked, so that concurrent ones count, too; a success is
 * taken back. Throws RATE_LIMITED.
 */
export async function countedAttempt<T>(
  deps: Pick<Deps, 'db' | 'clock'>,
  userId: number,
  check: () => Promise<T | null>,
): Promise<T | null> {
  const now = deps.clock.now().getTime();
  const limits = confirmationLimits(userId, now);
  const limiter = createRateLimiter(deps);
  const taken = await limiter.take(limits);
  if (taken.outcome !== 'admitted') {
    const retryAfterSeconds = Math.min(taken.resetInSeconds, secondsToNextLock(taken.limit, now));
    throw new AppError('RATE_LIMITED', 'Too many tries to confirm that it is you.', { retryAfterSeconds });
  }
  const found = await check();
  if (found !== null) await limiter.refund(limits);
  return found;
}

/** Checks the current password of a person. Throws VALIDATION_ERROR where it is not right, and RATE_LIMITED. */
export async function requirePassword(
  deps: Pick<Deps, 'db' | 'clock' | 'passwordLogN'>,
  user: UserRow,
  given: string,
): Promise<void> {
  const isRight = await countedAttempt(deps, user.id, async () =>
    (await isPassword(given, user.password_hash, deps.passwordLogN)) ? true : null,
  );
  if (isRight === null) throw invalid({ current_password: ['Is not right.'] });
}

/**
 * Confirms who somebody is: by a second factor where the person has one, by the password otherwise. Throws
 * VALIDATION_ERROR and RATE_LIMITED.
 */
export async function requireConfirmation(
  deps: Deps,
  user: UserRow,
  { current_password, code, passkey }: z.output<typeof confirmationSchema>,
): Promise<void> {
  if (!hasFactor(await factorsOf(deps.db, user.id))) {
    if (current_password === undefined) throw invalid({ current_password: ['Is required.'] });
    return requirePassword(deps, user, current_password);
  }
  if (passkey) {
    const use = { purpose: 'confirm', of: String(user.id) } as const;
    if (!(await verifyAuthentication(deps, use, passkey, user.id))) throw invalid({ passkey: ['Is not right.'] });
    return;
  }
  if (code === undefined) throw invalid({ code: ['Is required: you have a second factor.'] });
  if ((await countedAttempt(deps, user.id, () => consumeCode(deps, user.id, code))) === null)
    throw invalid({ code: ['Is not right, or was used before.'] });
}
