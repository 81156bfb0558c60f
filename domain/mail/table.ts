import {
  bigint,
  identity,
  json,
  oneOf,
  type Row,
  sealed,
  smallint,
  table,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { MailTemplate } from './texts/texts.ts';

/** States of a mail: waiting for the server, taken by it, given up. */
export const MAIL_STATUSES = ['queued', 'sent', 'failed'] as const;

/** A mail to a person of a partner. */
export const mailTable = table(
  'mail',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    /** The person, by whom an erasure finds the mails. */
    user_id: bigint().nullable(),
    recipient: varchar(254),
    template: varchar<MailTemplate>(40),
    /** BCP 47; a language without texts gets English ones. */
    language: varchar(35),
    /** What the text says besides the link; no secrets. */
    values: json<Readonly<Record<string, string | number>>>(),
    /** The link of the button, which may have a secret; dropped once the mail has ended. */
    link: sealed().nullable(),
    status: oneOf(MAIL_STATUSES, 6).default('queued'),
    /** Why it failed: a failure class, such as `refused_550`. */
    reason: varchar(60).nullable(),
    /** How often the server may have taken it without saying so. */
    unconfirmed: smallint().default(0),
    /** A mail that could not go until then is not sent: its link would no longer work. */
    expires_at: timestamp(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { since: 'updated_at', days: 30, setting: 'RETENTION_MAIL_DAYS', condition: "status <> 'queued'" },
  { personal: ['contact', 'text', 'activity'], people: { by: 'user_id', erased: 'deleted' }, secret: ['link'] },
);
export type MailRow = Row<typeof mailTable>;

declare module '../kernel/command.ts' {
  interface Commands {
    'mail.send': { mailId: number; rowKey: string; partnerId: number; template: string; requestId: string };
  }
}
