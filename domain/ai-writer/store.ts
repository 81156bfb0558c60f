import type { EntityManager } from 'typeorm';
import { deleteRecords, findRecord, insertRecord, listRecords } from '../../infra/database/records.ts';
import { pick, queryExists, queryRows } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page } from '../kernel/page.ts';
import type { HistoryQuery } from './schema.ts';
import {
  type WriterMessageRow,
  type WriterOutputRow,
  writerFavoriteTable,
  writerMessageTable,
  writerOutputTable,
} from './table.ts';

/** Values of a new message. */
export type NewMessage = Omit<WriterMessageRow, 'id' | 'creativity' | 'created_at'> & { creativity: number };

/** Inserts a message. */
export async function insertMessage(em: EntityManager, now: Date, message: NewMessage): Promise<WriterMessageRow> {
  const row = { ...message, creativity: String(message.creativity), created_at: now };
  return insertRecord(em, writerMessageTable, row);
}

/** A message by its id; null when there is none. */
export function findMessage(db: Db, id: number): Promise<WriterMessageRow | null> {
  return findRecord(db, writerMessageTable, { id });
}

/** A message with its outputs. */
export type MessageWithOutputs = WriterMessageRow & { outputs: WriterOutputRow[] };

/** A partner's messages, newest first, each with its outputs, oldest first. */
export async function selectMessages(
  db: Db,
  partnerId: number,
  { sandbox, ...page }: HistoryQuery,
): Promise<Page<MessageWithOutputs>> {
  const messages = await listPage(
    db,
    writerMessageTable,
    { where: { partner_id: partnerId, ...(sandbox !== undefined && { sandbox }) }, order: { id: 'DESC' } },
    page,
  );
  const ids = messages.rows.map(({ id }) => id);
  const outputs = await listRecords(db, writerOutputTable, { message_id: ids }, { order: { id: 'ASC' } });
  const rows = messages.rows.map((message) => ({
    ...message,
    outputs: outputs.filter(({ message_id }) => message_id === message.id),
  }));
  return { ...messages, rows };
}

/** A partner's favourite templates, in order of addition. */
export async function selectFavorites(db: Db, partnerId: number): Promise<number[]> {
  const rows = await queryRows(
    db,
    pick(writerFavoriteTable, 'template_id'),
    'SELECT template_id FROM writer_favorite WHERE partner_id = $1 ORDER BY created_at, template_id',
    [partnerId],
  );
  return rows.map(({ template_id }) => template_id);
}

/** Inserts a favourite; false when it already exists. */
export async function insertFavorite(
  em: EntityManager,
  now: Date,
  partnerId: number,
  templateId: number,
): Promise<boolean> {
  return queryExists(
    em,
    'INSERT INTO writer_favorite (partner_id, template_id, created_at) VALUES ($2, $3, $1) ON CONFLICT DO NOTHING RETURNING 1',
    [now, partnerId, templateId],
  );
}

/** Deletes a favourite; false when there is none. */
export async function deleteFavorite(em: EntityManager, partnerId: number, templateId: number): Promise<boolean> {
  const removed = await deleteRecords(em, writerFavoriteTable, { partner_id: partnerId, template_id: templateId });
  return removed === 1;
}
