import type { Call } from '../kernel/call.ts';
import type { Deps, Tx } from '../kernel/deps.ts';
import { DAY_MS } from '../kernel/durations.ts';
import { countMails, endMailsTo, insertMail } from './store.ts';
import type { MailTemplate, MailValues } from './texts/texts.ts';

/**
 * Mails of a kind in 24 hours: of a partner, and of a partner to one address. They keep a partner from filling mailboxes in
 * the operator's name; requests at once may exceed them by as many.
 */
const MAX_PER_DAY = {
  invitation: { partner: 200, recipient: 5 },
  password_reset: { partner: 200, recipient: 10 },
  /** One in ten minutes for each person is 144. */
  notifications: { partner: 5_000, recipient: 150 },
  /** Of more changes of an account in a day, its person is notified by the first ones alone. */
  security: { partner: 2_000, recipient: 20 },
} as const satisfies Record<MailTemplate, { partner: number; recipient: number }>;

/** Kinds of which a person needs the newest only: its link has replaced the earlier ones. */
const NEWEST_ONLY: readonly MailTemplate[] = ['invitation', 'password_reset'];

/** A mail to queue. */
export interface MailOrder<Template extends MailTemplate> {
  template: Template;
  partnerId: number;
  /** The person, where it is a user, by whom an erasure finds the mail. */
  userId: number | null;
  recipient: string;
  /** BCP 47. */
  language: string;
  values: MailValues[Template];
  /** Where the button leads, which may have a secret in its fragment: a path of this service. */
  path: `/${string}`;
  /** When the link stops working; the mail is not sent after that. */
  expiresAt: Date;
}

/** `queued`: it will be sent. `off`: there is no mail server; show the link instead. `limited`: too many on this day. */
export type QueuedMail = 'queued' | 'off' | 'limited';

/** Queues a mail in the transaction of its cause. It is sent after the commit, as often as it takes until it expires. */
export async function queueMail<Template extends MailTemplate>(
  tx: Tx,
  { deps, call }: { deps: Pick<Deps, 'mail' | 'secrets' | 'ids'>; call: Pick<Call, 'requestId'> },
  order: MailOrder<Template>,
): Promise<QueuedMail> {
  if (!deps.mail.isConfigured) return 'off';
  const { template, partnerId, userId, recipient, language, values } = order;
  const mine = { partner_id: partnerId, template, recipient };
  const { total, same } = await countMails(tx.em, mine, new Date(tx.now.getTime() - DAY_MS));
  const most = MAX_PER_DAY[template];
  if (total >= most.partner || same >= most.recipient) return 'limited';
  if (userId !== null && NEWEST_ONLY.includes(template)) {
    await endMailsTo(tx.em, tx.now, { userId, template }, 'replaced');
  }
  const rowKey = deps.ids.uuid();
  const mailId = await insertMail(tx.em, tx.now, {
    ...mine,
    row_key: rowKey,
    user_id: userId,
    language,
    values: { ...values },
    link: deps.secrets.seal(`${deps.mail.publicUrl}${order.path}`),
    expires_at: order.expiresAt,
  });
  tx.enqueue({ kind: 'mail.send', mailId, rowKey, partnerId, template, requestId: call.requestId });
  return 'queued';
}
