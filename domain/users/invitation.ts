import type { Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { AppError } from '../kernel/errors.ts';
import { consolePersonOf } from '../kernel/invoke.ts';
import { type QueuedMail, queueMail } from '../mail/queue-mail.ts';
import { getPartnerById } from '../partners/target.ts';
import { replaceLink } from './link-store.ts';
import { LINK_LIFETIME_MS, newLink } from './links.ts';
import { getUser } from './schema.ts';
import type { Person, UserRow } from './table.ts';

/** Who invites in the name of the service, as mails call it. */
const SERVICE = { id: undefined, name: 'Marketwright', language: null };
const HOUR_S = 3_600;

/** An invited person, and the link where no mail was sent. */
export interface Invited {
  person: Person;
  /** null: it was mailed. */
  invitationUrl: string | null;
}

/**
 * Invites a person, again where there was an invitation, whose link stops working then. With an external issuer the link leads
 * to the console: whoever signs in there with the verified address joins. Throws RATE_LIMITED.
 */
export async function sendInvitation(
  tx: Tx,
  { deps, call }: { deps: Deps; call: Call },
  invited: UserRow,
): Promise<Invited> {
  const isOperator = call.actor.kind === 'administrator';
  const inviter = isOperator ? SERVICE : await getUser(tx.em, consolePersonOf(call.actor).userId);
  const partner = await getPartnerById(tx.em, invited.partner_id);
  const { secretHash, path: ownPath } = newLink(deps);
  const path = deps.identity.issuer === 'own' ? ownPath : '/console';
  const expiresAt = new Date(tx.now.getTime() + LINK_LIFETIME_MS.invitation);
  await replaceLink(tx.em, tx.now, {
    userId: invited.id,
    kind: 'invitation',
    ...(inviter.id !== undefined && { invitedBy: inviter.id }),
    secretHash,
    expiresAt,
  });
  const mail = await queueMail(
    tx,
    { deps, call },
    {
      template: 'invitation',
      partnerId: invited.partner_id,
      userId: invited.id,
      recipient: invited.email,
      language: invited.language ?? inviter.language ?? 'en',
      values: { inviter: inviter.name, partner: partner.name, days: LINK_LIFETIME_MS.invitation / DAY_MS },
      path,
      expiresAt,
    },
  );
  return {
    person: { ...invited, invitation_expires_at: expiresAt },
    invitationUrl: linkToShow(deps, mail, path),
  };
}

/** Lets other areas act on a person's joining, in its transaction. */
export function runJoined(
  { onInvitationAccepted }: Pick<Deps, 'onInvitationAccepted'>,
  tx: Tx,
  { id: userId, name, partner_id: partnerId }: UserRow,
  invitedBy: number | null,
): void {
  for (const act of onInvitationAccepted) act(tx, { partnerId, userId, name, invitedBy });
}

/** The link for the caller to pass on; null where it was mailed. Throws RATE_LIMITED where too many mails were. */
export function linkToShow(deps: Pick<Deps, 'identity'>, mail: QueuedMail, path: string): string | null {
  if (mail === 'limited') {
    const message = 'Many mails of this kind were sent in the last 24 hours, or to this address.';
    throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: HOUR_S });
  }
  return mail === 'off' ? `${deps.identity.publicUrl}${path}` : null;
}
