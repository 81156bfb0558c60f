import type { z } from 'zod';
import type { sendMail } from '../../domain/mail/steps/send-mail.ts';
import { type CommandedFlow, priorityOf } from '../commands.ts';

/** Identifies a mail; the key distinguishes it from a later one with the same number, after a restore of the database. */
export type MailDeliveryInput = z.input<typeof sendMail.input>;

/** Sends a mail. */
export const MAIL_DELIVERY = {
  workflow: 'mailDelivery',
  id: 'mail',
  row: 'mailId',
  command: 'mail.send',
  start: ({ mailId, rowKey, partnerId, template, requestId }) => ({
    input: { mailId, rowKey },
    memo: { requestId },
    keywords: { MwPartnerId: String(partnerId), MwResourceId: `mail:${mailId}` },
    summary: `Mail ${mailId} (${template}) of partner ${partnerId}`,
    details: `Mail ${mailId}. Safe to cancel or terminate: it is not sent then, and whoever asked for it can ask again.`,
    priority: priorityOf(partnerId, 'high'),
  }),
} as const satisfies CommandedFlow<'mail.send', MailDeliveryInput>;
