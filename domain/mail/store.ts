import { findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { pick, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type MailRow, mailTable } from './table.ts';

/** Fields of a new mail. */
export type NewMail = Pick<
  MailRow,
  'row_key' | 'partner_id' | 'user_id' | 'recipient' | 'template' | 'language' | 'values' | 'link' | 'expires_at'
>;

/** Identifies a mail; the key distinguishes it from a later one with the same number, after a restore of the database. */
export interface MailReference {
  mailId: number;
  rowKey: string;
}

/** Inserts a mail; returns its number. */
export async function insertMail(db: Db, now: Date, mail: NewMail): Promise<number> {
  return (await insertRecord(db, mailTable, { ...mail, created_at: now, updated_at: now })).id;
}

/** A mail that waits, or null. */
export function findQueuedMail(db: Db, { mailId, rowKey }: MailReference): Promise<MailRow | null> {
  return findRecord(db, mailTable, { id: mailId, row_key: rowKey, status: 'queued' });
}

/** Mails of a kind that a partner queued since a moment: all, and those to one address. */
export function countMails(
  db: Db,
  of: Pick<MailRow, 'partner_id' | 'template' | 'recipient'>,
  since: Date,
): Promise<{ total: number; same: number }> {
  return queryRow(
    db,
    { total: integer(), same: integer() },
    `SELECT count(*)::int AS total, (count(*) FILTER (WHERE recipient = $3))::int AS same
     FROM mail WHERE partner_id = $1 AND template = $2 AND created_at > $4`,
    [of.partner_id, of.template, of.recipient, since],
  );
}

/** Counts that the server may have taken a mail; returns how often it may have. */
export async function countUnconfirmed(db: Db, { mailId, rowKey }: MailReference): Promise<number> {
  const row = await queryMaybeRow(
    db,
    pick(mailTable, 'unconfirmed'),
    `UPDATE mail SET unconfirmed = unconfirmed + 1 WHERE id = $1 AND row_key = $2 AND status = 'queued' RETURNING unconfirmed`,
    [mailId, rowKey],
  );
  return row?.unconfirmed ?? 0;
}

/** Ends the mails to a person that wait, of a kind or all, and drops their links. */
export async function endMailsTo(
  db: Db,
  now: Date,
  { userId, template }: { userId: number; template?: MailRow['template'] | undefined },
  reason: string,
): Promise<void> {
  const ended = { status: 'failed', reason, link: null, updated_at: now } as const;
  await updateRecords(db, mailTable, { user_id: userId, status: 'queued', ...(template && { template }) }, ended);
}

/** Ends a mail and drops its link; false when it had ended already. */
export async function endMail(
  db: Db,
  now: Date,
  { mailId, rowKey }: MailReference,
  end: { status: 'sent' } | { status: 'failed'; reason: string },
): Promise<boolean> {
  const reason = end.status === 'failed' ? end.reason.slice(0, 60) : null;
  const where = { id: mailId, row_key: rowKey, status: 'queued' } as const;
  return (await updateRecords(db, mailTable, where, { status: end.status, reason, link: null, updated_at: now })) === 1;
}
