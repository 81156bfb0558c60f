import type { EntityManager } from 'typeorm';
import { deleteRecords, findRecord, insertRecord, listRecords } from '../../infra/database/records.ts';
import { omit, pick, queryExists, queryMaybeRow, queryRows, type RowOf } from '../../infra/database/sql.ts';
import { text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listedColumns, type Page, queryPage, selectPage } from '../kernel/page.ts';
import { allOf, placeholders, whereSandbox } from '../kernel/sql.ts';
import type { HistoryQuery } from './schema.ts';
import { type WriterMessageRow, writerFavoriteTable, writerMessageTable, writerOutputTable } from './table.ts';

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

/** A message, locked until the transaction ends so that it is neither deleted nor written to; null when there is none. */
export function lockMessage(em: EntityManager, id: number): Promise<WriterMessageRow | null> {
  return queryMaybeRow(em, writerMessageTable, 'SELECT * FROM writer_message WHERE id = $1 FOR UPDATE', [id]);
}

/** Whether a text of a message is being written. */
export function isBeingWritten(em: EntityManager, messageId: number): Promise<boolean> {
  const writing = "SELECT 1 FROM writer_output WHERE message_id = $1 AND status = 'writing' LIMIT 1";
  return queryExists(em, writing, [messageId]);
}

/** Deletes a message with its outputs. */
export async function deleteMessage(em: EntityManager, id: number): Promise<void> {
  await deleteRecords(em, writerMessageTable, { id });
}

const LISTED_MESSAGE = omit(writerMessageTable, 'context', 'template');
/** With the name that the partner's own template had then; null: one of the platform's. */
const NAMED_MESSAGE = { ...LISTED_MESSAGE, template_name: text().nullable() };
/** What was asked for, in SQL, as the index has it: without the names of the fields. */
const ASKED = String.raw`left(replace(jsonb_path_query_array(fields, '$.*')::text, '\n', ' '), 4000)`;

const LISTED_OUTPUT = pick(
  writerOutputTable,
  'id',
  'message_id',
  'creativity',
  'maximum_length',
  'number_of_results',
  'status',
  'results',
  'prompt_version',
  'credits_charged',
  'created_at',
);

/** A message with its outputs. */
export type MessageWithOutputs = RowOf<typeof NAMED_MESSAGE> & {
  outputs: RowOf<typeof LISTED_OUTPUT>[];
};

/** A message with its outputs, all texts whole. */
export async function withOutputs(db: Db, message: WriterMessageRow): Promise<MessageWithOutputs> {
  return {
    ...message,
    template_name: message.template?.name ?? null,
    outputs: await listRecords(db, writerOutputTable, { message_id: message.id }, { order: { id: 'ASC' } }),
  };
}

/** A partner's messages, newest first, each with its outputs, oldest first. Long texts are cut. 422 when the page is too large. */
export async function selectMessages(
  db: Db,
  partnerId: number,
  { sandbox, post_type, q, ...page }: HistoryQuery,
): Promise<Page<MessageWithOutputs>> {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [asked, type] = [place(q), place(post_type)];
  const where = allOf(['partner_id = $1', whereSandbox(sandbox, 'sandbox'), type && `post_type = ${type}`]);
  const matches = `search_words(partner_id, ${ASKED}) @@ search_query($1, ${asked})`;
  const words = asked === undefined ? undefined : { condition: matches, values: [partnerId, q] };
  const { total, ...messages } = await selectPage(
    db,
    {
      columns: NAMED_MESSAGE,
      select: `${listedColumns(LISTED_MESSAGE, { include: page.include, jsonTexts: ['fields'] })}, template->>'name' AS template_name`,
      from: 'writer_message',
      where,
      values,
      words,
      order: { keys: ['id'] },
      isLong: true,
    },
    page,
  );
  const outputs = await queryPage(
    db,
    LISTED_OUTPUT,
    `SELECT ${listedColumns(LISTED_OUTPUT, { include: page.include, jsonTexts: ['results'] })}
     FROM writer_output WHERE message_id = ANY($1) ORDER BY id`,
    [messages.rows.map(({ id }) => id)],
  );
  const outputsOf = Map.groupBy(outputs, ({ message_id }) => message_id);
  const rows = messages.rows.map((message) => ({ ...message, outputs: outputsOf.get(message.id) ?? [] }));
  return { ...messages, total, rows };
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
