import type { Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { MINUTE_MS } from '../kernel/durations.ts';
import { type QueuedMail, queueMail } from '../mail/queue-mail.ts';
import { replaceLink } from './link-store.ts';
import { LINK_LIFETIME_MS, newLink } from './links.ts';
import type { UserRow } from './table.ts';

/** Queues the mail with a link to set a new password; an earlier link stops working unless too many mails were sent. */
export async function queuePasswordReset(
  tx: Tx,
  { deps, call }: { deps: Pick<Deps, 'mail' | 'secrets' | 'ids'>; call: Pick<Call, 'requestId'> },
  user: UserRow,
  language: string,
): Promise<{ mail: QueuedMail; path: string; expiresAt: Date }> {
  const { secretHash, path } = newLink(deps);
  const expiresAt = new Date(tx.now.getTime() + LINK_LIFETIME_MS.password_reset);
  const mail = await queueMail(
    tx,
    { deps, call },
    {
      template: 'password_reset',
      partnerId: user.partner_id,
      userId: user.id,
      recipient: user.email,
      language,
      values: { minutes: LINK_LIFETIME_MS.password_reset / MINUTE_MS },
      path,
      expiresAt,
    },
  );
  if (mail !== 'limited') {
    await replaceLink(tx.em, tx.now, { userId: user.id, kind: 'password_reset', secretHash, expiresAt });
  }
  return { mail, path, expiresAt };
}
