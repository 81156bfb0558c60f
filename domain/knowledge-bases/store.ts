import type { EntityManager } from 'typeorm';
import { countRecords, deleteRecords, insertRecord, updateRecords, type Values } from '../../infra/database/records.ts';
import { pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { type Order, orderOf } from '../kernel/sql.ts';
import { type KnowledgeBase, type KnowledgeBaseRow, knowledgeBaseTable } from './table.ts';

const WITH_COUNTS = `b.*, (SELECT count(*)::int FROM knowledge_document d WHERE d.knowledge_base_id = b.id) AS documents,
  (SELECT coalesce(sum(d.passages), 0)::int FROM knowledge_document d WHERE d.knowledge_base_id = b.id) AS passages`;

const COUNTED = { ...knowledgeBaseTable.columns, documents: integer(), passages: integer() };

/** A partner's knowledge base; null when there is none. Excludes the platform's own. */
export async function findKnowledgeBase(db: Db, id: number): Promise<KnowledgeBase | null> {
  return queryMaybeRow(
    db,
    COUNTED,
    `SELECT ${WITH_COUNTS} FROM knowledge_base b WHERE b.id = $1 AND b.partner_id IS NOT NULL`,
    [id],
  );
}

/** A partner's knowledge bases, newest first. */
export async function selectKnowledgeBases(
  db: Db,
  partnerId: number,
  page: PageRequest & Order<'name'>,
): Promise<Page<KnowledgeBase>> {
  return selectPage(
    db,
    {
      columns: COUNTED,
      select: WITH_COUNTS,
      from: 'knowledge_base b',
      where: 'b.partner_id = $1',
      values: [partnerId],
      order: orderOf({ created_at: ['b.id'], name: ['lower(b.name)', 'b.id'] }, page),
    },
    page,
  );
}

/** Ids of all knowledge bases of a partner. */
export async function selectIdsOfPartner(db: Db, partnerId: number): Promise<number[]> {
  const rows = await queryRows(
    db,
    pick(knowledgeBaseTable, 'id'),
    'SELECT id FROM knowledge_base WHERE partner_id = $1 ORDER BY id',
    [partnerId],
  );
  return rows.map(({ id }) => id);
}

/** The platform's own knowledge base; null before its pages are indexed. */
export async function findPlatformBase(db: Db): Promise<number | null> {
  const base = await queryMaybeRow(
    db,
    pick(knowledgeBaseTable, 'id'),
    'SELECT id FROM knowledge_base WHERE partner_id IS NULL',
  );
  return base?.id ?? null;
}

/** Number of a partner's knowledge bases. */
export function countBases(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, knowledgeBaseTable, { partner_id: partnerId });
}

/** Inserts a knowledge base, the platform's own when there is no partner. Returns its id. */
export async function insertKnowledgeBase(
  em: EntityManager,
  now: Date,
  base: Pick<KnowledgeBaseRow, 'partner_id' | 'name' | 'description' | 'answer_threshold'>,
): Promise<number> {
  const values = { ...base, created_at: now, updated_at: now };
  return (await insertRecord(em, knowledgeBaseTable, values)).id;
}

/** Changes a knowledge base; false when it is gone. */
export async function updateKnowledgeBaseRow(
  em: EntityManager,
  now: Date,
  id: number,
  changes: Values<Pick<typeof knowledgeBaseTable.columns, 'name' | 'description' | 'answer_threshold'>>,
): Promise<boolean> {
  return (await updateRecords(em, knowledgeBaseTable, { id }, { ...changes, updated_at: now })) === 1;
}

/** Deletes a knowledge base with all its documents; false when it was already gone. */
export async function deleteKnowledgeBaseRow(em: EntityManager, id: number): Promise<boolean> {
  return (await deleteRecords(em, knowledgeBaseTable, { id })) === 1;
}

/** The thresholds of knowledge bases that have one, by id. */
export async function findThresholds(db: Db, baseIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await queryRows(
    db,
    { id: knowledgeBaseTable.columns.id, answer_threshold: knowledgeBaseTable.columns.answer_threshold.present() },
    'SELECT id, answer_threshold FROM knowledge_base WHERE id = ANY($1) AND answer_threshold IS NOT NULL',
    [baseIds],
  );
  return new Map(rows.map(({ id, answer_threshold }) => [id, answer_threshold]));
}
