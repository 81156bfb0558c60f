import { findRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, executeCount, pick, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, integer, varchar } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { roundRobin } from '../kernel/sql.ts';
import { type Channels, DEFAULT_CHANNELS, MOST_UNREAD } from './rules.ts';
import { type ChosenKind, type NotificationRow, notificationSettingTable, notificationTable } from './table.ts';

/**
 * Notifies the active people of partner $2: user $4, or, where that is null, those with one of the roles $5. $3 kind, $6 type, $7 id and $8 title
 * of the record, $9 and $10 the default channels. One statement, however many people there are.
 */
export const INSERT_NOTIFICATIONS = `
  INSERT INTO notification (partner_id, user_id, kind, record_type, record_id, title, in_page, by_mail, created_at)
  SELECT u.partner_id, u.id, $3, $6, $7, $8, coalesce(s.in_page, $9), coalesce(s.by_mail, $10), $1
  FROM app_user u LEFT JOIN notification_setting s ON s.user_id = u.id AND s.kind = $3
  WHERE u.partner_id = $2 AND u.status = 'active' AND (u.id = $4 OR $4::bigint IS NULL AND u.role = ANY ($5::text[]))
    AND (coalesce(s.in_page, $9) OR coalesce(s.by_mail, $10))
    AND (SELECT count(*) FROM (SELECT 1 FROM notification n WHERE n.user_id = u.id AND n.read_at IS NULL LIMIT ${MOST_UNREAD}) unread)
        < ${MOST_UNREAD}`;

/** A notification; null when there is none. */
export function findNotification(db: Db, id: number): Promise<NotificationRow | null> {
  return findRecord(db, notificationTable, { id });
}

/** A person's notifications at the console, newest first. */
export async function selectNotifications(
  db: Db,
  userId: number,
  { unread, ...page }: PageRequest & { unread?: boolean | undefined },
): Promise<Page<NotificationRow>> {
  const where = `user_id = $1 AND in_page ${unread ? 'AND read_at IS NULL' : ''}`;
  return selectPage(
    db,
    {
      columns: notificationTable.columns,
      select: '*',
      from: 'notification',
      where,
      values: [userId],
      order: { keys: ['id'] },
      total: () => countNotifications(db, userId, where),
    },
    page,
  );
}

/** How many notifications a person has not read at the console. */
export function countUnread(db: Db, userId: number): Promise<number> {
  return countNotifications(db, userId, 'user_id = $1 AND in_page AND read_at IS NULL');
}

async function countNotifications(db: Db, userId: number, where: string): Promise<number> {
  const { total } = await queryRow(
    db,
    { total: integer() },
    `SELECT count(*)::int AS total FROM notification WHERE ${where}`,
    [userId],
  );
  return total;
}

/** Marks a notification as read; false when it was. */
export async function markRead(db: Db, now: Date, id: number): Promise<boolean> {
  return (await updateRecords(db, notificationTable, { id, read_at: null }, { read_at: now })) === 1;
}

/** Marks all notifications of a person as read, up to the one with the number; returns how many there were. */
export function markAllRead(db: Db, now: Date, userId: number, upTo: number): Promise<number> {
  return executeCount(db, 'UPDATE notification SET read_at = $2 WHERE user_id = $1 AND read_at IS NULL AND id <= $3', [
    userId,
    now,
    upTo,
  ]);
}

/** The channels that a person has chosen, by kind. */
export function selectSettings(db: Db, userId: number) {
  return queryRows(
    db,
    pick(notificationSettingTable, 'kind', 'in_page', 'by_mail'),
    'SELECT kind, in_page, by_mail FROM notification_setting WHERE user_id = $1',
    [userId],
  );
}

/** Stores the channels of a kind. */
export async function saveSetting(db: Db, userId: number, kind: ChosenKind, channels: Partial<Channels>) {
  const { in_page, by_mail } = DEFAULT_CHANNELS[kind];
  await execute(
    db,
    `INSERT INTO notification_setting (user_id, kind, in_page, by_mail) VALUES ($1, $2, coalesce($3::boolean, $5), coalesce($4::boolean, $6))
     ON CONFLICT (user_id, kind) DO UPDATE
     SET in_page = coalesce($3::boolean, notification_setting.in_page), by_mail = coalesce($4::boolean, notification_setting.by_mail)`,
    [userId, kind, channels.in_page ?? null, channels.by_mail ?? null, in_page, by_mail],
  );
}

/** A person whose notifications wait for a mail. */
export interface DueDigest {
  user_id: number;
  partner_id: number;
  email: string;
  language: string | null;
}

/**
 * People with notifications that wait for a mail, and whose last one was before the moment and has gone, in turns by partner: a mail
 * that waits for its server gets no company.
 */
export function selectDueDigests(db: Db, lastBefore: Date, limit: number): Promise<DueDigest[]> {
  return queryRows(
    db,
    { user_id: bigint(), partner_id: bigint(), email: varchar(254), language: varchar(10).nullable() },
    roundRobin({
      columns: 'user_id, partner_id, email, language',
      waiting: `SELECT u.id AS user_id, u.partner_id, u.email, u.language FROM app_user u
       WHERE u.status = 'active' AND u.id IN (SELECT user_id FROM notification WHERE by_mail AND mailed_at IS NULL)
         AND NOT EXISTS (SELECT 1 FROM notification m WHERE m.user_id = u.id AND m.mailed_at > $1)
         AND NOT EXISTS (SELECT 1 FROM mail q WHERE q.user_id = u.id AND q.template = 'notifications' AND q.status = 'queued')`,
      order: 'user_id',
      limit: '$2',
    }),
    [lastBefore, limit],
  );
}

/** Takes the notifications of a person for a mail; returns their kinds. What was read at the console meanwhile is left out. */
export function takeForMail(db: Db, now: Date, userId: number) {
  return queryRows(
    db,
    pick(notificationTable, 'kind', 'read_at'),
    `UPDATE notification SET mailed_at = $2 WHERE user_id = $1 AND by_mail AND mailed_at IS NULL RETURNING kind, read_at`,
    [userId, now],
  );
}
