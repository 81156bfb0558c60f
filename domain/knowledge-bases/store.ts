import type { EntityManager } from 'typeorm';
import type { Db } from '../kernel/deps.ts';
import { offsetOf, type Page, type PageRequest } from '../kernel/page.ts';
import { type KnowledgeDocumentRow, knowledgeBaseTable, knowledgeDocumentTable } from './table.ts';
import type { DocumentReference, KnowledgeBase, KnowledgeDocument } from './types.ts';

const WITH_COUNTS = `b.*, (SELECT count(*)::int FROM knowledge_document d WHERE d.knowledge_base_id = b.id) AS documents,
  (SELECT coalesce(sum(d.passages), 0)::int FROM knowledge_document d WHERE d.knowledge_base_id = b.id) AS passages`;

/** Columns of a document in lists and responses: all but its bytes. */
const DOCUMENT = `d.id, d.row_key, d.knowledge_base_id, d.title, d.format, d.language, d.status, d.reason, d.content_hash, d.bytes,
  d.passages, d.created_at, d.updated_at, b.partner_id`;

/** A partner's knowledge base; null when there is none. Excludes the platform's own. */
export async function findKnowledgeBase(db: Db, id: number): Promise<KnowledgeBase | null> {
  const rows: KnowledgeBase[] = await db.query(
    `SELECT ${WITH_COUNTS} FROM knowledge_base b WHERE b.id = $1 AND b.partner_id IS NOT NULL`,
    [id],
  );
  return rows[0] ?? null;
}

/** A partner's knowledge bases, newest first. */
export async function selectKnowledgeBases(db: Db, partnerId: number, page: PageRequest): Promise<Page<KnowledgeBase>> {
  const total = await db.getRepository(knowledgeBaseTable.entity).countBy({ partner_id: partnerId });
  const rows: KnowledgeBase[] = await db.query(
    `SELECT ${WITH_COUNTS} FROM knowledge_base b WHERE b.partner_id = $1 ORDER BY b.id DESC LIMIT $2 OFFSET $3`,
    [partnerId, page.per_page, offsetOf(page)],
  );
  return { rows, total, ...page };
}

/** Ids of all knowledge bases of a partner. */
export async function selectIdsOfPartner(db: Db, partnerId: number): Promise<number[]> {
  const rows: { id: number }[] = await db.query('SELECT id FROM knowledge_base WHERE partner_id = $1 ORDER BY id', [
    partnerId,
  ]);
  return rows.map(({ id }) => id);
}

/** The platform's own knowledge base; null before its pages are indexed. */
export async function findPlatformBase(db: Db): Promise<number | null> {
  const rows: { id: number }[] = await db.query('SELECT id FROM knowledge_base WHERE partner_id IS NULL');
  return rows[0]?.id ?? null;
}

/** Counts a partner's records with its row locked, so that concurrent inserts cannot exceed the maximum together. */
export async function countLocked(
  em: EntityManager,
  partnerId: number,
  baseId?: number,
): Promise<{ bases: number; documents: number }> {
  await em.query('SELECT id FROM partner WHERE id = $1 FOR NO KEY UPDATE', [partnerId]);
  const rows: { bases: number; documents: number }[] = await em.query(
    `SELECT (SELECT count(*)::int FROM knowledge_base WHERE partner_id = $1) AS bases,
            (SELECT count(*)::int FROM knowledge_document WHERE knowledge_base_id = $2) AS documents`,
    [partnerId, baseId ?? null],
  );
  return rows[0] ?? { bases: 0, documents: 0 };
}

/** Inserts a knowledge base, the platform's own when there is no partner. Returns its id. */
export async function insertKnowledgeBase(
  em: EntityManager,
  now: Date,
  base: { partnerId: number | null; name: string; description: string | null },
): Promise<number> {
  const rows: { id: number }[] = await em.query(
    `INSERT INTO knowledge_base (partner_id, name, description, created_at, updated_at) VALUES ($2, $3, $4, $1, $1) RETURNING id`,
    [now, base.partnerId, base.name, base.description],
  );
  const [row] = rows;
  if (!row) throw new Error('The knowledge base was not added.');
  return row.id;
}

/** Changes a knowledge base; false when it is gone. */
export async function updateKnowledgeBaseRow(
  em: EntityManager,
  now: Date,
  id: number,
  changes: { name?: string | undefined; description?: string | null | undefined },
): Promise<boolean> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const { affected } = await em.getRepository(knowledgeBaseTable.entity).update({ id }, { ...given, updated_at: now });
  return affected === 1;
}

/** Deletes a knowledge base with all its documents; false when it was already gone. */
export async function deleteKnowledgeBaseRow(em: EntityManager, id: number): Promise<boolean> {
  const { affected } = await em.getRepository(knowledgeBaseTable.entity).delete({ id });
  return affected === 1;
}

/** A document of a partner; null when there is none. */
export async function findDocument(db: Db, id: number): Promise<KnowledgeDocument | null> {
  const rows: KnowledgeDocument[] = await db.query(
    `SELECT ${DOCUMENT} FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id
     WHERE d.id = $1 AND b.partner_id IS NOT NULL`,
    [id],
  );
  return rows[0] ?? null;
}

/** The documents of a knowledge base, newest first. */
export async function selectDocuments(db: Db, baseId: number, page: PageRequest): Promise<Page<KnowledgeDocument>> {
  const total = await db.getRepository(knowledgeDocumentTable.entity).countBy({ knowledge_base_id: baseId });
  const rows: KnowledgeDocument[] = await db.query(
    `SELECT ${DOCUMENT} FROM knowledge_document d JOIN knowledge_base b ON b.id = d.knowledge_base_id
     WHERE d.knowledge_base_id = $1 ORDER BY d.id DESC LIMIT $2 OFFSET $3`,
    [baseId, page.per_page, offsetOf(page)],
  );
  return { rows, total, ...page };
}

/** Fields of a new document. */
export type NewDocument = Pick<
  KnowledgeDocumentRow,
  'row_key' | 'knowledge_base_id' | 'title' | 'format' | 'language' | 'content_hash'
> & { source: Buffer };

/** Inserts a pending document; returns its id. */
export async function insertDocument(em: EntityManager, now: Date, document: NewDocument): Promise<number> {
  const rows: { id: number }[] = await em.query(
    `INSERT INTO knowledge_document (row_key, knowledge_base_id, title, format, language, status, source, content_hash, bytes,
                                     passages, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, 'pending', $7, $8, $9, 0, $1, $1) RETURNING id`,
    [
      now,
      document.row_key,
      document.knowledge_base_id,
      document.title,
      document.format,
      document.language,
      document.source,
      document.content_hash,
      document.source.length,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('The document was not added.');
  return row.id;
}

/** Renames a document; false when it is gone. */
export async function setTitle(em: EntityManager, now: Date, id: number, title: string): Promise<boolean> {
  const { affected } = await em.getRepository(knowledgeDocumentTable.entity).update({ id }, { title, updated_at: now });
  return affected === 1;
}

/** A pending document with its bytes; null when it has been read, is gone, or a later row has its id. */
export async function findPending(
  db: Db,
  { documentId, rowKey }: DocumentReference,
): Promise<(KnowledgeDocumentRow & { source: Buffer }) | null> {
  const row = await db.getRepository(knowledgeDocumentTable.entity).findOneBy({ id: documentId, row_key: rowKey });
  return row?.status === 'pending' && row.source ? { ...row, source: row.source } : null;
}

/** Outcome of reading a document. */
export type ReadingEnd =
  | { status: 'ready'; language: string | null; passages: number }
  | { status: 'failed'; reason: string };

/** Ends the reading of a document and deletes its bytes; null when it had ended, or the document is gone. */
export async function endReading(
  em: EntityManager,
  now: Date,
  { documentId, rowKey }: DocumentReference,
  ending: ReadingEnd,
): Promise<boolean> {
  const { affected } = await em
    .getRepository(knowledgeDocumentTable.entity)
    .update({ id: documentId, row_key: rowKey, status: 'pending' }, { ...ending, source: null, updated_at: now });
  return affected === 1;
}

/** All documents of a knowledge base, with what shows whether they are up to date. */
export function selectAllDocuments(
  db: Db,
  baseId: number,
): Promise<Pick<KnowledgeDocumentRow, 'id' | 'title' | 'status' | 'content_hash'>[]> {
  return db.query(
    'SELECT id, title, status, content_hash FROM knowledge_document WHERE knowledge_base_id = $1 ORDER BY id',
    [baseId],
  );
}
