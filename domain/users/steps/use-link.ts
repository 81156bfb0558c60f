import { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { step } from '../../kernel/step.ts';
import { withdrawMails } from '../../mail/withdraw-mails.ts';
import { deleteUserRecords } from '../../oauth/record-store.ts';
import { deleteOtherRecords } from '../../oauth/session-store.ts';
import { runJoined } from '../invitation.ts';
import { consumeLink, findOpenLink, joinInvited } from '../link-store.ts';
import { hashOfGiven } from '../links.ts';
import { hashPassword } from '../password.ts';
import { type ReportDeps, reportSecurityChange } from '../report-security-change.ts';
import { password } from '../schema.ts';
import { lockUser, updateUserRow } from '../store.ts';
import { LINK_KINDS } from '../table.ts';

/** What the page of a link shows. It runs within a request only, since no workflow history may contain a secret. */
const shown = z.object({ kind: z.enum(LINK_KINDS), email: z.string(), name: z.string(), partner: z.string() });

/** What a link is for; null where none that works has the secret. */
export const openLink = step({
  name: 'users.open_link',
  input: z.object({ secret: z.string() }),
  output: shown.nullable(),
  async run({ db, clock }: Pick<Deps, 'db' | 'clock'>, _call, { secret }) {
    const hash = hashOfGiven(secret);
    const link = hash && (await findOpenLink(db, clock.now(), hash));
    return link && { kind: link.kind, email: link.email, name: link.name, partner: link.partner_name };
  },
});

const OUTCOMES = ['done', 'weak', 'unknown', 'taken'] as const;

/** Rolls a transaction back with what the person is shown. */
class Refused extends Error {
  readonly outcome: (typeof OUTCOMES)[number];

  constructor(outcome: Refused['outcome']) {
    super(outcome);
    this.outcome = outcome;
  }
}

type Needs = Pick<Deps, 'db' | 'clock' | 'transaction' | 'passwordLogN' | 'onInvitationAccepted'> & ReportDeps;

/**
 * Sets the password of a link's person, once: joins the team by an invitation; by a reset it ends all sessions and consents.
 * `weak`: the password is none that may be set. `unknown`: the link does not work, or no longer. `taken`: somebody has joined
 * with this address meanwhile.
 */
export const setPasswordByLink = step({
  name: 'users.set_password_by_link',
  input: z.object({ secret: z.string(), password: z.string() }),
  output: z.enum(OUTCOMES),
  async run(deps: Needs, call, { secret, password: given }) {
    const hash = hashOfGiven(secret);
    const link = hash && (await findOpenLink(deps.db, deps.clock.now(), hash));
    if (!link) return 'unknown';
    const chosen = password.safeParse(given);
    if (!chosen.success) return 'weak';
    const passwordHash = await hashPassword(chosen.data, deps.passwordLogN);
    try {
      await redeem(deps, call, link, passwordHash);
      return 'done';
    } catch (error) {
      if (error instanceof Refused) return error.outcome;
      throw error;
    }
  },
});

async function redeem(
  deps: Needs,
  call: Call,
  link: NonNullable<Awaited<ReturnType<typeof findOpenLink>>>,
  passwordHash: string,
): Promise<void> {
  const { id, user_id: userId, partner_id: partnerId, kind, role } = link;
  const actor = { kind: 'user', userId, partnerId, role, scopedCapabilities: null } as const;
  const asPerson = { ...call, actor };
  await deps.transaction(asPerson, async (tx) => {
    // In the order of a removal: the person before the link.
    const user = await lockUser(tx.em, userId);
    if (!user || user.removed_at || !(await consumeLink(tx.em, tx.now, id))) throw new Refused('unknown');
    if (kind === 'invitation') {
      const outcome = await joinInvited(tx.em, tx.now, userId, passwordHash);
      if (outcome !== 'joined') throw new Refused(outcome === 'taken' ? 'taken' : 'unknown');
      runJoined(deps, tx, user, link.invited_by);
    } else {
      if (user.status !== 'active') throw new Refused('unknown');
      await updateUserRow(tx.em, tx.now, userId, { password_hash: passwordHash });
      await deleteOtherRecords(tx.em, userId, null);
      await deleteUserRecords(tx.em, userId);
      await reportSecurityChange(tx, { deps, call: asPerson }, user, { change: 'password_reset' });
    }
    await withdrawMails(tx, userId, kind);
    tx.audit({ type: 'user', id: userId, details: { link: kind } });
  });
}
