import type { EntityManager } from 'typeorm';
import {
  countRecords,
  deleteRecords,
  findRecord,
  insertRecord,
  lockRecord,
  updateRecords,
} from '../../infra/database/records.ts';
import { omit, pick, queryMaybeRow } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import {
  type EvaluationQuestion,
  type KnowledgeEvaluationRow,
  knowledgeEvaluationTable,
  knowledgeEvaluationUseTable,
  type ListedEvaluation,
} from './table.ts';

const LISTED = { ...omit(knowledgeEvaluationTable, 'questions'), question_count: integer() };

/** An evaluation by its id; null when there is none. */
export function findEvaluation(db: Db, id: number): Promise<KnowledgeEvaluationRow | null> {
  return findRecord(db, knowledgeEvaluationTable, { id });
}

/** An evaluation, locked until the transaction ends; null when it is gone. */
export function lockEvaluation(em: EntityManager, id: number): Promise<KnowledgeEvaluationRow | null> {
  return lockRecord(em, knowledgeEvaluationTable, { id });
}

/** The evaluations of a knowledge base, newest first, without their questions. */
export function selectEvaluations(db: Db, baseId: number, page: PageRequest): Promise<Page<ListedEvaluation>> {
  return selectPage(
    db,
    {
      columns: LISTED,
      select: `e.id, e.partner_id, e.knowledge_base_id, e.name, e.created_at, e.updated_at,
               jsonb_array_length(e.questions) AS question_count`,
      from: 'knowledge_evaluation e',
      where: 'e.knowledge_base_id = $1',
      values: [baseId],
      order: { keys: ['e.id'] },
    },
    page,
  );
}

/** Number of evaluations of a partner. */
export function countEvaluations(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, knowledgeEvaluationTable, { partner_id: partnerId });
}

/** Inserts an evaluation. */
export function insertEvaluation(
  em: EntityManager,
  now: Date,
  evaluation: Pick<KnowledgeEvaluationRow, 'partner_id' | 'knowledge_base_id' | 'name' | 'questions'>,
): Promise<KnowledgeEvaluationRow> {
  return insertRecord(em, knowledgeEvaluationTable, { ...evaluation, created_at: now, updated_at: now });
}

/** Changes name or questions of an evaluation. */
export async function updateEvaluationRow(
  em: EntityManager,
  now: Date,
  id: number,
  changes: { name?: string | undefined; questions?: EvaluationQuestion[] | undefined },
): Promise<void> {
  await updateRecords(em, knowledgeEvaluationTable, { id }, { ...changes, updated_at: now });
}

/** Deletes an evaluation with its runs; false when it was already gone. */
export async function deleteEvaluationRow(em: EntityManager, id: number): Promise<boolean> {
  return (await deleteRecords(em, knowledgeEvaluationTable, { id })) === 1;
}

/** Counts a run on the partner's UTC day; false, and nothing counted, when the limit is reached. */
export async function countRun(db: Db, partnerId: number, day: string, limit: number): Promise<boolean> {
  const counted = await queryMaybeRow(
    db,
    pick(knowledgeEvaluationUseTable, 'runs'),
    `INSERT INTO knowledge_evaluation_use AS counted (partner_id, day, runs) VALUES ($1, $2::date, 1)
     ON CONFLICT (partner_id) DO UPDATE
       SET day = excluded.day, runs = CASE WHEN counted.day = excluded.day THEN counted.runs + 1 ELSE 1 END
       WHERE counted.day <> excluded.day OR counted.runs < $3
     RETURNING runs`,
    [partnerId, day, limit],
  );
  return counted !== null;
}
