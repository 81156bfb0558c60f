import type { Deps } from '../kernel/deps.ts';
import { AppError, invalid } from '../kernel/errors.ts';
import { createRateLimiter } from '../rate-limits/limiter.ts';
import { confirmationLimits, secondsToNextLock } from '../rate-limits/rules.ts';
import { isPassword } from '../users/password.ts';
import type { UserRow } from '../users/table.ts';

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
