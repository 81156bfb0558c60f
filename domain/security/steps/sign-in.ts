import { hash } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { AppError } from '../../kernel/errors.ts';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { getPartnerById } from '../../partners/target.ts';
import type { RateLimiter } from '../../rate-limits/limiter.ts';
import { loginLimits, secondsToNextLock } from '../../rate-limits/rules.ts';
import { type ReportDeps, reportSecurityChange } from '../../users/report-security-change.ts';
import { findActiveUser, lockUser } from '../../users/store.ts';
import type { UserRow } from '../../users/table.ts';
import { countedAttempt } from '../confirm.ts';
import { consumeCode, factorsOf, firstRecoveryCodes, hasFactor } from '../factors.ts';
import { authenticationOptions, authenticationResponse, verifyAuthentication } from '../passkeys.ts';
import { confirmTotpRow, findTotp, saveTotp, selectPasskeys } from '../store.ts';
import { newTotpSecret, totpStepOf, totpUri } from '../totp.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'secrets' | 'identity' | 'transaction'> & { limiter: RateLimiter };
type EnrolmentNeeds = Needs & ReportDeps;

/** What somebody with the right password has to show next. */
export const nextFactor = step({
  name: 'sign_in.next_factor',
  input: z.object({ userId: recordId }),
  output: z.object({
    /** `enrol`: the partner requires a second factor, and the person has none. */
    next: z.enum(['none', 'factor', 'enrol']),
    hasTotp: z.boolean(),
    hasPasskeys: z.boolean(),
    /** For `enrol`: the secret of the app to set up. Each sign-in has its own, since others may know the password, too. */
    newSecret: z.string().nullable(),
  }),
  async run({ db }: Pick<Deps, 'db'>, _call, { userId }) {
    const user = await findActiveUser(db, { id: userId });
    if (!user) throw new AppError('FORBIDDEN', 'This user may not sign in.');
    const factors = await factorsOf(db, userId);
    const has = { hasTotp: factors.totpSince !== null, hasPasskeys: factors.passkeys.length > 0 };
    if (hasFactor(factors)) return { next: 'factor' as const, ...has, newSecret: null };
    const { require_second_factor: isRequired } = await getPartnerById(db, user.partner_id);
    if (!isRequired) return { next: 'none' as const, ...has, newSecret: null };
    return { next: 'enrol' as const, ...has, newSecret: newTotpSecret() };
  },
});

/** Who tries a code, and from where. */
const attempt = z.object({
  userId: recordId,
  email: z.string(),
  /** The caller's IPv4 address or IPv6 /64. */
  network: z.string(),
  /** Whether somebody has signed in with this e-mail address from there before. */
  isKnownNetwork: z.boolean(),
  code: z.string().max(100),
});

/** Whether a code is one of the person's; it is used up. Wrong ones count against account and address. Throws RATE_LIMITED. */
export const verifySignInCode = step({
  name: 'sign_in.second_factor',
  input: attempt,
  output: z.boolean(),
  async run(deps: Needs, call, { userId, code, ...from }) {
    const factor = await limited(deps, from, () => countedAttempt(deps, userId, () => consumeCode(deps, userId, code)));
    if (factor === null) return false;
    await audit(deps, call, userId, { factor });
    return true;
  },
});

/** Options with which a browser signs in by a passkey: any, or one of the person's as the second factor. */
export const passkeySignInOptions = step({
  name: 'sign_in.passkey_options',
  input: z.object({ interaction: z.string(), userId: recordId.nullable() }),
  output: z.record(z.string(), z.unknown()),
  async run(deps: Pick<Deps, 'db' | 'clock' | 'secrets' | 'identity'>, _call, { interaction, userId }) {
    const passkeys = userId === null ? [] : await selectPasskeys(deps.db, userId);
    const use = { purpose: 'sign_in', of: interaction } as const;
    return { ...(await authenticationOptions(deps, use, { userId, passkeys })) };
  },
});

/** The person whose passkey signed the interaction's challenge, or null. Failures count against the address. Throws RATE_LIMITED. */
export const verifyPasskeySignIn = step({
  name: 'sign_in.passkey',
  input: z.object({
    interaction: z.string(),
    /** Who has shown the password; null: the passkey says who it is. */
    userId: recordId.nullable(),
    response: z.unknown(),
    network: z.string(),
  }),
  output: z.object({ userId: recordId, email: z.string() }).nullable(),
  async run(deps: Needs, call, { interaction, userId, response, network }) {
    const given = authenticationResponse.safeParse(response);
    const use = { purpose: 'sign_in', of: interaction } as const;
    // An account of its own for each network: a stranger's failures lock nobody out.
    const from = { email: `passkey ${network}`, network, isKnownNetwork: false };
    const user = await limited(deps, from, async () => {
      const passkey = given.success ? await verifyAuthentication(deps, use, given.data, userId) : null;
      return passkey && findActiveUser(deps.db, { id: passkey.user_id });
    });
    if (!user) return null;
    await audit(deps, call, user.id, { factor: 'passkey' });
    return { userId: user.id, email: user.email };
  },
});

/** What an app reads to be set up at sign-in; null: the person has a second factor meanwhile, or may not sign in. */
export const showEnrolment = step({
  name: 'sign_in.show_enrolment',
  input: z.object({ userId: recordId, secret: z.string() }),
  output: z.object({ uri: z.string() }).nullable(),
  async run({ db }: Pick<Deps, 'db'>, _call, { userId, secret }) {
    const user = await findActiveUser(db, { id: userId });
    return user && !hasFactor(await factorsOf(db, userId)) ? { uri: totpUri(secret, user.email) } : null;
  },
});

/**
 * Turns the app on with its first code; returns the recovery codes, which are shown once, or null for a wrong code, and for
 * whoever has a second factor meanwhile. Throws RATE_LIMITED.
 */
export const completeEnrolment = step({
  name: 'sign_in.enrol',
  input: attempt.extend({ secret: z.string() }),
  output: z.object({ recoveryCodes: z.array(z.string()).nullable() }).nullable(),
  async run(deps: EnrolmentNeeds, call, { userId, code, secret, ...from }) {
    const options = { now: deps.clock.now(), afterStep: null };
    const timeStep = await limited(deps, from, () =>
      countedAttempt(deps, userId, async () => totpStepOf(secret, code, options)),
    );
    const user = timeStep === null ? null : await findActiveUser(deps.db, { id: userId });
    if (timeStep === null || !user) return null;
    const asPerson = callAs(call, user);
    return deps.transaction(asPerson, async (tx) => {
      // Of two that set up a first factor at once, one does: this one was asked for no other.
      await lockUser(tx.em, userId);
      if (hasFactor(await factorsOf(tx.em, userId)) || !(await addTotp(tx, deps, userId, { secret, timeStep }))) {
        tx.unchanged();
        return null;
      }
      await reportSecurityChange(tx, { deps, call: asPerson }, user, { change: 'totp_added' });
      tx.audit({ type: 'user', id: userId, details: { factor: 'totp' } });
      return { recoveryCodes: await firstRecoveryCodes(tx, userId) };
    });
  },
});

/** Adds an app with the step of its first code; false when there is one. */
async function addTotp(
  { em, now }: Tx,
  { secrets }: Pick<Deps, 'secrets'>,
  userId: number,
  { secret, timeStep }: { secret: string; timeStep: number },
): Promise<boolean> {
  if (!(await saveTotp(em, now, userId, secrets.seal(secret)))) return false;
  const factor = await findTotp(em, userId);
  return factor !== null && confirmTotpRow(em, now, factor, timeStep);
}

/** Counts an attempt against account and address, as failed sign-ins with passwords do, and takes a success back. */
async function limited<T>(
  { limiter, clock }: Needs,
  { email, network, isKnownNetwork }: { email: string; network: string; isKnownNetwork: boolean },
  check: () => Promise<T | null>,
): Promise<T | null> {
  const now = clock.now().getTime();
  const account = hash('sha256', email.trim().toLowerCase(), 'hex');
  const limits = loginLimits({ account, network, isKnownNetwork, now });
  const taken = await limiter.take(limits);
  if (taken.outcome !== 'admitted') {
    const retryAfterSeconds = Math.min(taken.resetInSeconds, secondsToNextLock(taken.limit, now));
    throw new AppError('RATE_LIMITED', 'Too many tries to sign in.', { retryAfterSeconds });
  }
  const found = await check();
  if (found !== null) await limiter.refund(limits);
  return found;
}

function callAs(call: Call, { id, partner_id, role }: UserRow): Call {
  const actor = { kind: 'user', userId: id, partnerId: partner_id, role, scopedCapabilities: null } as const;
  return { ...call, actor };
}

async function audit(deps: Needs, call: Call, userId: number, details: { factor: string }): Promise<void> {
  const user = await findActiveUser(deps.db, { id: userId });
  if (user) await deps.transaction(callAs(call, user), async (tx) => tx.audit({ type: 'user', id: userId, details }));
}
