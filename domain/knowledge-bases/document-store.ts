import type { EntityManager } from 'typeorm';
import { findRecord, insertionOf, updateRecords } from '../../infra/database/records.ts';
import { omit, pick, queryExists, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { bigint, integer, varchar } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { allOf, whereSandbox } from '../kernel/sql.ts';
import {
  DOCUMENT_STATE,
  type DocumentReference,
  type KnowledgeDocument,
  type KnowledgeDocumentRow,
  knowledgeBaseTable,
  knowledgeDocumentTable,
} from './table.ts';

/** Columns of a document in lists and responses: all but its bytes. */
const DOCUMENT = `d.id, d.row_key, d.knowledge_base_id, d.title, d.format, d.language, d.status, d.reason, d.notes, d.content_hash, d.bytes,
  d.passages, d.version, d.sandbox, d.embedding_status, d.embedding_space_id, d.created_at, d.updated_at, b.partner_id,
  (SELECT o.id FROM knowledge_document o WHERE o.knowledge_base_id = d.knowledge_base_id AND o.content_hash = d.content_hash
     AND o.id < d.id ORDER BY o.id LIMIT 1) AS duplicate_of,
  (SELECT jsonb_build_object('version', v.version, 'status', v.status, 'reason', v.reason, 'content_hash', v.content_hash,
                             'bytes', v.bytes)
   FROM knowledge_document_version v
   WHERE v.document_id = d.id AND v.version > d.version AND v.status IN ('pending', 'failed')
   ORDER BY v.version DESC LIMIT 1) AS replacement,
  (SELECT model FROM knowledge_space WHERE id = d.embedding_space_id) AS embedding_model`;

const DOCUMENT_COLUMNS = {
  ...omit(knowledgeDocumentTable, 'source', 'index_version', 'payer', 'embedding_retry_at', 'embeds', 'waits'),
  ...pick(knowledgeBaseTable, 'partner_id'),
  ...DOCUMENT_STATE,
  embedding_model: varchar(120).nullable(),
};

/**
 * The language of most passages of a knowledge base; null while it has none. Sheets, of which each row is a passage, count only where there
 * is nothing else: names and numbers are of no language, and the one that was detected in them may be wrong.
 */
export async function findMainLanguage(db: Db, baseId: number): Promise<string | null> {
  const row = await queryMaybeRow(
    db,
    pick(knowledgeDocumentTable, 'language'),
    `SELECT language FROM knowledge_document WHERE knowledge_base_id = $1 AND status = 'ready' AND language IS NOT NULL
     GROUP BY language
     ORDER BY coalesce(sum(passages) FILTER (WHERE format NOT IN ('csv', 'xlsx')), 0) DESC, sum(passages) DESC, language LIMIT 1`,
    [baseId],
  );
  return row?.language ?? null;
}

/** Number of documents in all knowledge bases of a partner. */
export async function countDocuments(db: Db, partnerId: number): Promise<number> {
  const statement = `SELECT count(*)::int AS documents
    FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id WHERE b.partner_id = $1`;
  return (await queryRow(db, { documents: integer() }, statement, [partnerId])).documents;
}

/**
 * Bytes of the uploads of all documents of a partner, but for one that is to be replaced. A document counts with what it is being
 * replaced by where that is larger, so that the limit holds before it has been read, and afterwards.
 */
export async function sumDocumentBytes(db: Db, partnerId: number, replacedId: number | null = null): Promise<number> {
  const statement = `SELECT coalesce(sum(greatest(d.bytes, v.bytes)), 0)::bigint AS bytes
    FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id
    LEFT JOIN knowledge_document_version v ON v.document_id = d.id AND v.status = 'pending'
    WHERE b.partner_id = $1 AND d.id IS DISTINCT FROM $2`;
  return (await queryRow(db, { bytes: bigint() }, statement, [partnerId, replacedId])).bytes;
}

/** A document of a partner; null when there is none. */
export async function findDocument(db: Db, id: number): Promise<KnowledgeDocument | null> {
  return queryMaybeRow(
    db,
    DOCUMENT_COLUMNS,
    `SELECT ${DOCUMENT} FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id
     WHERE d.id = $1 AND b.partner_id IS NOT NULL`,
    [id],
  );
}

/** The documents of partners with these ids, each with its base and owner. */
export function selectDocumentOwners(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; knowledge_base_id: number; partner_id: number | null }[]> {
  return queryRows(
    db,
    { ...pick(knowledgeDocumentTable, 'id', 'knowledge_base_id'), ...pick(knowledgeBaseTable, 'partner_id') },
    `SELECT d.id, d.knowledge_base_id, b.partner_id
     FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id
     WHERE d.id = ANY($1) AND b.partner_id IS NOT NULL`,
    [ids],
  );
}

/** What documents of a base are called; none for those that it does not have. */
export function selectDocumentTitles(
  db: Db,
  baseId: number,
  ids: readonly number[],
): Promise<{ id: number; title: string }[]> {
  return queryRows(
    db,
    pick(knowledgeDocumentTable, 'id', 'title'),
    'SELECT id, title FROM knowledge_document WHERE id = ANY($1) AND knowledge_base_id = $2 ORDER BY id',
    [ids, baseId],
  );
}

const LOCKED = pick(
  knowledgeDocumentTable,
  ...([
    'id',
    'row_key',
    'title',
    'format',
    'language',
    'status',
    'content_hash',
    'passages',
    'version',
    'sandbox',
    'embeds',
  ] as const),
);

/** A document while it is locked. */
export type LockedDocument = Pick<KnowledgeDocumentRow, keyof typeof LOCKED>;

/** Locks a document until the transaction ends; null when there is none. */
export function lockDocument(em: EntityManager, id: number): Promise<LockedDocument | null> {
  const text = `SELECT ${Object.keys(LOCKED).join(', ')} FROM knowledge_document WHERE id = $1 FOR NO KEY UPDATE`;
  return queryMaybeRow(em, LOCKED, text, [id]);
}

/** The documents of a knowledge base, newest first. */
export async function selectDocuments(
  db: Db,
  baseId: number,
  { sandbox, ...page }: PageRequest & { sandbox?: boolean | undefined },
): Promise<Page<KnowledgeDocument>> {
  return selectPage(
    db,
    {
      columns: DOCUMENT_COLUMNS,
      select: DOCUMENT,
      from: 'knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id',
      where: allOf(['d.knowledge_base_id = $1', whereSandbox(sandbox, 'd.sandbox')]),
      values: [baseId],
      order: { keys: ['d.id'] },
    },
    page,
  );
}

/** Fields of a new document. */
export type NewDocument = Pick<
  KnowledgeDocumentRow,
  'row_key' | 'knowledge_base_id' | 'title' | 'format' | 'language' | 'content_hash'
> &
  Partial<Pick<KnowledgeDocumentRow, 'sandbox' | 'embeds' | 'payer' | 'waits'>> & { source: Buffer };

/** Inserts a pending document; returns its id. */
export async function insertDocument(em: EntityManager, now: Date, document: NewDocument): Promise<number> {
  const values: unknown[] = [];
  const { columns, places } = insertionOf(
    knowledgeDocumentTable,
    { ...document, bytes: document.source.length, status: 'pending', passages: 0, created_at: now, updated_at: now },
    values,
  );
  const { id } = await queryRow(
    em,
    pick(knowledgeDocumentTable, 'id'),
    `INSERT INTO knowledge_document (${columns}) VALUES (${places}) RETURNING id`,
    values,
  );
  return id;
}

/** Renames a document; false when it is gone. */
export async function setTitle(em: EntityManager, now: Date, id: number, title: string): Promise<boolean> {
  return (await updateRecords(em, knowledgeDocumentTable, { id }, { title, updated_at: now })) === 1;
}

/** A pending document with its bytes; null when it has been read, is gone, or a later row has its id. */
export async function findPending(
  db: Db,
  { documentId, rowKey }: DocumentReference,
): Promise<(KnowledgeDocumentRow & { source: Buffer }) | null> {
  const row = await findRecord(db, knowledgeDocumentTable, { id: documentId, row_key: rowKey });
  return row?.status === 'pending' && row.source ? { ...row, source: row.source } : null;
}

/** What was read of a document or a version. */
export type ReadContent = Pick<KnowledgeDocumentRow, 'language' | 'notes' | 'passages' | 'index_version'>;

/** What a version gives its document when it is taken into use. */
export type NewContent = ReadContent &
  Pick<
    KnowledgeDocumentRow,
    'title' | 'format' | 'content_hash' | 'bytes' | 'version' | 'sandbox' | 'embeds' | 'payer'
  >;

/** Gives a document the content of a version that was read; the reading of an earlier one ends with it. */
export async function setContent(em: EntityManager, now: Date, id: number, content: NewContent): Promise<void> {
  const read = {
    status: 'ready',
    reason: null,
    source: null,
    waits: false,
    // The new passages have no vectors.
    embedding_status: 'none',
    embedding_space_id: null,
    embedding_retry_at: null,
    updated_at: now,
  } as const;
  await updateRecords(em, knowledgeDocumentTable, { id }, { ...content, ...read });
}

/** Marks that something about a document has changed. */
export async function touchDocument(em: EntityManager, now: Date, id: number): Promise<void> {
  await updateRecords(em, knowledgeDocumentTable, { id }, { updated_at: now });
}

/** Outcome of reading a document. */
export type ReadingEnd = ({ status: 'ready' } & ReadContent) | { status: 'failed'; reason: string };

/** Ends the reading of a document and deletes its bytes; false when it had ended, or the document is gone. */
export async function endReading(
  em: EntityManager,
  now: Date,
  { documentId, rowKey }: DocumentReference,
  ending: ReadingEnd,
): Promise<boolean> {
  const pending = { id: documentId, row_key: rowKey, status: 'pending' } as const;
  const changed = await updateRecords(em, knowledgeDocumentTable, pending, {
    ...ending,
    source: null,
    updated_at: now,
  });
  return changed === 1;
}

/** All documents of a knowledge base, with what shows whether they are up to date. */
export function selectAllDocuments(
  db: Db,
  baseId: number,
): Promise<Pick<KnowledgeDocumentRow, 'id' | 'title' | 'status' | 'content_hash'>[]> {
  return queryRows(
    db,
    pick(knowledgeDocumentTable, 'id', 'title', 'status', 'content_hash'),
    'SELECT id, title, status, content_hash FROM knowledge_document WHERE knowledge_base_id = $1 ORDER BY id',
    [baseId],
  );
}

/** A document whose passages are indexed as an earlier version did. */
export type OutdatedDocument = Pick<
  KnowledgeDocumentRow,
  'id' | 'knowledge_base_id' | 'language' | 'passages' | 'index_version'
>;

/**
 * Documents of any base whose passages are indexed as a version before this one did, earliest versions first, without those
 * that this version cannot index; those after one of them.
 */
export function selectOutdated(
  db: Db,
  version: number,
  { after, limit }: { after: Pick<OutdatedDocument, 'id' | 'index_version'> | undefined; limit: number },
): Promise<OutdatedDocument[]> {
  return queryRows(
    db,
    pick(knowledgeDocumentTable, 'id', 'knowledge_base_id', 'language', 'passages', 'index_version'),
    `SELECT id, knowledge_base_id, language, passages, index_version FROM knowledge_document
     WHERE status = 'ready' AND index_version < $1 AND index_version <> -$1::int AND (index_version, id) > ($3, $4)
     ORDER BY index_version, id LIMIT $2`,
    [version, limit, after?.index_version ?? -version, after?.id ?? 0],
  );
}

/** Locks a document that is indexed as a version before this one did; false when it is not, or is gone. */
export function lockOutdated(em: EntityManager, id: number, version: number): Promise<boolean> {
  const statement = `SELECT FROM knowledge_document WHERE id = $1 AND status = 'ready' AND index_version < $2 FOR NO KEY UPDATE`;
  return queryExists(em, statement, [id, version]);
}

/** Notes that a document is indexed as a version does; the negative of a version: that it cannot be indexed so. */
export async function setIndexVersion(em: EntityManager, id: number, version: number): Promise<void> {
  await updateRecords(em, knowledgeDocumentTable, { id }, { index_version: version });
}
