import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { step } from '../../kernel/step.ts';
import type { RateLimiter } from '../../rate-limits/limiter.ts';
import { resetLimits, secondsToNextLock } from '../../rate-limits/rules.ts';
import { queuePasswordReset } from '../password-reset.ts';
import { email } from '../schema.ts';
import { findActiveUser, lockUser } from '../store.ts';

/**
 * Counts that somebody asks for a link by an e-mail address, whether anybody has it or not. `network` is an IPv4 address or an
 * IPv6 /64. Throws RATE_LIMITED.
 */
export const countForgotten = step({
  name: 'users.count_forgotten',
  input: z.object({ email: z.string(), network: z.string() }),
  output: z.null(),
  async run(
    { clock, limiter }: Pick<Deps, 'clock'> & { limiter: RateLimiter },
    _call,
    { email: given, network },
  ): Promise<null> {
    const now = clock.now().getTime();
    const account = hash('sha256', given.trim().toLowerCase(), 'hex');
    const taken = await limiter.take(resetLimits({ account, network, now }));
    if (taken.outcome === 'admitted') return null;
    const retryAfterSeconds = Math.min(taken.resetInSeconds, secondsToNextLock(taken.limit, now));
    throw new AppError('RATE_LIMITED', 'Too many requests for a new password.', { retryAfterSeconds });
  },
});

/**
 * Mails a link to set a new password to the active user of an address, if there is one. The caller has answered already, so
 * that its time shows nothing.
 */
export const mailPasswordReset = step({
  name: 'users.forgotten_password',
  input: z.object({ email: z.string(), language: z.string() }),
  output: z.boolean(),
  async run(deps: Pick<Deps, 'db' | 'transaction' | 'mail' | 'secrets' | 'ids'>, call, input) {
    const address = email.safeParse(input.email);
    const found = address.success ? await findActiveUser(deps.db, { email: address.data }) : null;
    if (!found) return false;
    return deps.transaction(call, async (tx) => {
      const user = await lockUser(tx.em, found.id);
      if (user?.status !== 'active') return false;
      const { mail } = await queuePasswordReset(tx, { deps, call }, user, user.language ?? input.language);
      if (mail === 'queued') tx.audit({ type: 'user', id: user.id, partnerId: user.partner_id });
      return mail === 'queued';
    });
  },
});
