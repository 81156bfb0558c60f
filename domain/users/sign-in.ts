import { hash } from 'node:crypto';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import type { RateLimiter } from '../rate-limits/limiter.ts';
import { loginLimits } from '../rate-limits/rules.ts';
import { isPassword } from './password.ts';
import { signInForm } from './schema.ts';
import { findActiveUser, type UserRow } from './store.ts';

/** A try to sign in. */
export interface SignIn {
  email: string;
  password: string;
  /** IPv4 address or IPv6 /64 that it comes from. */
  network: string;
}

/**
 * The user, when address and password are right; null says nothing about which of them is wrong, nor does the time it takes.
 * Failed tries count, of addresses that nobody has, too. Throws RATE_LIMITED.
 */
export async function signIn(
  deps: Pick<Deps, 'db' | 'transaction'>,
  limiter: RateLimiter,
  call: Pick<Call, 'requestId' | 'signal'>,
  { email, password, network }: SignIn,
): Promise<UserRow | null> {
  const form = signInForm.safeParse({ email, password });
  const account = form.success ? form.data.email : email.trim().toLowerCase();
  const limits = loginLimits(hash('sha256', account, 'hex'), network);
  // Counted before the password is looked at, so that tries at the same moment count, too.
  const taken = await limiter.take(limits);
  if (taken.outcome !== 'admitted') {
    throw new AppError('RATE_LIMITED', 'Too many tries to sign in.', { retryAfterSeconds: taken.resetInSeconds });
  }
  const user = form.success ? await findActiveUser(deps.db, { email: form.data.email }) : null;
  if (!(await isPassword(form.success ? form.data.password : '', user?.password_hash ?? null)) || !user) return null;
  await limiter.giveBack(limits);
  const actor = { kind: 'user', userId: user.id, partnerId: user.partner_id, role: user.role } as const;
  await deps.transaction(
    { ...call, operation: 'users.sign_in', actor: { ...actor, scopedCapabilities: null } },
    async (tx) => {
      tx.audit({ type: 'user', id: user.id });
    },
  );
  return user;
}
