import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import type { RateLimiter } from '../../rate-limits/limiter.ts';
import { loginLimits, secondsToNextLock } from '../../rate-limits/rules.ts';
import { isPassword } from '../password.ts';
import { signInForm } from '../schema.ts';
import { findActiveUser, lockMember } from '../store.ts';
import type { UserRow } from '../table.ts';

/** The user, if the user may sign in; null when there is none, or the user or the partner is not active. */
export const findAccount = step({
  name: 'users.find_account',
  input: z.object({ userId: recordId }),
  output: z.object({ email: z.string() }).nullable(),
  run: ({ db }: Pick<Deps, 'db'>, _call, { userId }) => findActiveUser(db, { id: userId }),
});

/** A sign-in attempt. It runs within a request only, since no workflow history may contain a password. */
const attempt = z.object({
  email: z.string(),
  password: z.string(),
  /** The caller's IPv4 address or IPv6 /64. */
  network: z.string(),
  /** Whether somebody has signed in with this e-mail address from there before. */
  isKnownNetwork: z.boolean(),
});

type Needs = Pick<Deps, 'db' | 'clock' | 'transaction' | 'passwordLogN'> & { limiter: RateLimiter };

/**
 * The user, if address and password are right. Null does not show which of them is wrong, nor does the time it takes.
 * Failed attempts count, also for addresses that nobody has. Throws RATE_LIMITED.
 */
export const signIn = step({
  name: 'users.sign_in',
  input: attempt,
  output: z.object({ userId: recordId, passwordStamp: z.string() }).nullable(),
  async run(
    { db, clock, transaction, limiter, passwordLogN }: Needs,
    call,
    { email, password, network, isKnownNetwork },
  ) {
    const form = signInForm.safeParse({ email, password });
    const account = form.success ? form.data.email : email.trim().toLowerCase();
    const now = clock.now().getTime();
    const limits = loginLimits({ account: hash('sha256', account, 'hex'), network, isKnownNetwork, now });
    // Counted before the password is checked, so that concurrent attempts count, too.
    const taken = await limiter.take(limits);
    if (taken.outcome !== 'admitted') {
      const retryAfterSeconds = Math.min(taken.resetInSeconds, secondsToNextLock(taken.limit, now));
      throw new AppError('RATE_LIMITED', 'Too many tries to sign in.', { retryAfterSeconds });
    }
    const user = form.success ? await findActiveUser(db, { email: form.data.email }) : null;
    const tried = form.success ? form.data.password : '';
    if (!(await isPassword(tried, user?.password_hash ?? null, passwordLogN)) || !user) return null;
    await limiter.refund(limits);
    const { id, partner_id: partnerId, role } = user;
    const actor = { kind: 'user', userId: id, partnerId, role, scopedCapabilities: null } as const;
    await transaction({ ...call, actor }, async (tx) => tx.audit({ type: 'user', id }));
    return { userId: id, passwordStamp: stampOf(user) };
  },
});

/**
 * Whether somebody's password is still the one with which a sign-in began. Waits for a change that is under way: what it does
 * not see of the sign-in to end it, is refused by this.
 */
export const hasKeptPassword = step({
  name: 'users.has_kept_password',
  input: z.object({ userId: recordId, passwordStamp: z.string() }),
  output: z.boolean(),
  async run({ db }: Pick<Deps, 'db'>, _call, { userId, passwordStamp }) {
    const user = await lockMember(db, userId);
    return user !== null && stampOf(user) === passwordStamp;
  },
});

function stampOf({ password_hash }: Pick<UserRow, 'password_hash'>): string {
  return hash('sha256', password_hash ?? '', 'hex');
}
