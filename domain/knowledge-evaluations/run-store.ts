import type { EntityManager } from 'typeorm';
import { insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import type { Asked, Comparison, FoundAt, Result } from './rules.ts';
import {
  type EvaluationRun,
  type EvaluationRunReference,
  type KnowledgeEvaluationResultRow,
  type KnowledgeEvaluationRow,
  type KnowledgeEvaluationRunRow,
  knowledgeEvaluationResultTable,
  knowledgeEvaluationRunTable,
  knowledgeEvaluationTable,
} from './table.ts';

/** Most runs that an evaluation keeps. */
export const MAX_RUNS = 30;

const WITH_BASE = { ...knowledgeEvaluationRunTable.columns, ...pick(knowledgeEvaluationTable, 'knowledge_base_id') };

const RUN =
  'SELECT r.*, e.knowledge_base_id FROM knowledge_evaluation_run r JOIN knowledge_evaluation e ON e.id = r.evaluation_id';

/** A run by its id; null when there is none. */
export function findRun(db: Db, id: number): Promise<EvaluationRun | null> {
  return queryMaybeRow(db, WITH_BASE, `${RUN} WHERE r.id = $1`, [id]);
}

/** The open run of an evaluation; null: none is open. */
export function findOpenRun(db: Db, { id, partner_id }: KnowledgeEvaluationRow): Promise<EvaluationRun | null> {
  const open = `${RUN} WHERE r.evaluation_id = $1 AND r.partner_id = $2 AND r.status = 'running'`;
  return queryMaybeRow(db, WITH_BASE, open, [id, partner_id]);
}

/** A run that is open; null when it has ended or the row has another key. */
export function findRunning(db: Db, { runId, rowKey }: EvaluationRunReference): Promise<EvaluationRun | null> {
  const running = `${RUN} WHERE r.id = $1 AND r.row_key = $2 AND r.status = 'running'`;
  return queryMaybeRow(db, WITH_BASE, running, [runId, rowKey]);
}

/** The runs of an evaluation, newest first. */
export function selectRuns(
  db: Db,
  { id, partner_id, knowledge_base_id }: KnowledgeEvaluationRow,
  page: PageRequest,
): Promise<Page<EvaluationRun>> {
  const where = { evaluation_id: id, partner_id };
  return listPage(db, knowledgeEvaluationRunTable, { where, order: { id: 'DESC' } }, page).then((runs) => ({
    ...runs,
    rows: runs.rows.map((run) => ({ ...run, knowledge_base_id })),
  }));
}

/** Inserts an open run with the questions of an evaluation; the oldest runs beyond `MAX_RUNS` are deleted. */
export async function insertRun(
  em: EntityManager,
  now: Date,
  { id, partner_id, knowledge_base_id, questions }: KnowledgeEvaluationRow,
  { rowKey, sandbox }: { rowKey: string; sandbox: boolean },
): Promise<EvaluationRun> {
  const run = await insertRecord(em, knowledgeEvaluationRunTable, {
    row_key: rowKey,
    sandbox,
    partner_id,
    evaluation_id: id,
    total: questions.length,
    created_at: now,
    updated_at: now,
  });
  await execute(
    em,
    `INSERT INTO knowledge_evaluation_result (run_id, position, question, expected)
     SELECT $1, place, value ->> 'question', nullif(value -> 'expected', 'null'::jsonb)
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS q(value, place)`,
    [run.id, JSON.stringify(questions)],
  );
  await execute(
    em,
    `DELETE FROM knowledge_evaluation_run WHERE evaluation_id = $1 AND partner_id = $2 AND id <=
       (SELECT id FROM knowledge_evaluation_run WHERE evaluation_id = $1 AND partner_id = $2 ORDER BY id DESC OFFSET $3 LIMIT 1)`,
    [id, partner_id, MAX_RUNS],
  );
  return { ...run, knowledge_base_id };
}

/** How a run ends. */
export type RunEnd =
  | { status: 'completed'; result: Result; comparison: Comparison | null }
  | { status: 'failed'; reason: string }
  | { status: 'cancelled' };

/** Ends an open run; false when it had ended. */
export async function endRun(
  em: EntityManager,
  now: Date,
  { runId, rowKey }: EvaluationRunReference,
  ending: RunEnd,
): Promise<boolean> {
  const open = { id: runId, row_key: rowKey, status: 'running' } as const;
  const changes = { ...ending, completed_at: now, updated_at: now };
  return (await updateRecords(em, knowledgeEvaluationRunTable, open, changes)) === 1;
}

/** The next questions of a run that have not been asked, in their order. */
export function selectUnasked(
  db: Db,
  runId: number,
  limit: number,
): Promise<Pick<KnowledgeEvaluationResultRow, 'position' | 'question' | 'expected'>[]> {
  return queryRows(
    db,
    pick(knowledgeEvaluationResultTable, 'position', 'question', 'expected'),
    `SELECT position, question, expected FROM knowledge_evaluation_result
     WHERE run_id = $1 AND found IS NULL ORDER BY position LIMIT $2`,
    [runId, limit],
  );
}

/** What was found for a question. */
export interface Finding {
  position: number;
  found: readonly FoundAt[];
  hit_position: number | null;
  passed: boolean;
  without_meaning: boolean;
}

/**
 * Saves what was found for questions of an open run; questions that have been asked meanwhile keep what they have. Returns
 * how many have been asked now; null: the run has ended.
 */
export async function saveFindings(
  em: EntityManager,
  now: Date,
  { runId, rowKey }: EvaluationRunReference,
  findings: readonly Finding[],
): Promise<number | null> {
  const running = await queryMaybeRow(
    em,
    pick(knowledgeEvaluationRunTable, 'id'),
    "SELECT id FROM knowledge_evaluation_run WHERE id = $1 AND row_key = $2 AND status = 'running' FOR NO KEY UPDATE",
    [runId, rowKey],
  );
  if (!running) return null;
  await execute(
    em,
    `UPDATE knowledge_evaluation_result r
     SET found = f.value -> 'found', hit_position = (f.value ->> 'hit_position')::int, passed = (f.value ->> 'passed')::boolean,
       without_meaning = (f.value ->> 'without_meaning')::boolean
     FROM jsonb_array_elements($2::jsonb) AS f(value)
     WHERE r.run_id = $1 AND r.position = (f.value ->> 'position')::int AND r.found IS NULL`,
    [runId, JSON.stringify(findings)],
  );
  const { answered, without_meaning } = await queryRow(
    em,
    { answered: integer(), without_meaning: integer() },
    `SELECT count(*)::int AS answered, count(*) FILTER (WHERE without_meaning)::int AS without_meaning
     FROM knowledge_evaluation_result WHERE run_id = $1 AND found IS NOT NULL`,
    [runId],
  );
  await updateRecords(em, knowledgeEvaluationRunTable, { id: runId }, { answered, without_meaning, updated_at: now });
  return answered;
}

/** The questions of a run that have been asked, in their order. */
export async function selectAsked(db: Db, runId: number): Promise<Asked[]> {
  return queryRows(
    db,
    {
      ...pick(knowledgeEvaluationResultTable, 'position', 'question', 'expected', 'hit_position'),
      passed: knowledgeEvaluationResultTable.columns.passed.present(),
      found: integer(),
    },
    `SELECT position, question, expected, hit_position, passed, jsonb_array_length(found) AS found
     FROM knowledge_evaluation_result WHERE run_id = $1 AND found IS NOT NULL ORDER BY position`,
    [runId],
  );
}

/** The last run of the same evaluation, with the same AI, that was completed before a run; null: there is none. */
export async function findCompletedBefore(
  db: Db,
  { id, evaluation_id, partner_id, sandbox }: KnowledgeEvaluationRunRow,
): Promise<number | null> {
  const before = await queryMaybeRow(
    db,
    pick(knowledgeEvaluationRunTable, 'id'),
    `SELECT id FROM knowledge_evaluation_run
     WHERE evaluation_id = $1 AND partner_id = $2 AND id < $3 AND status = 'completed' AND sandbox = $4 ORDER BY id DESC LIMIT 1`,
    [evaluation_id, partner_id, id, sandbox],
  );
  return before?.id ?? null;
}

/** The questions of a run with what was found, in their order. */
export function selectResults(
  db: Db,
  runId: number,
  passed: boolean | undefined,
  page: PageRequest,
): Promise<Page<KnowledgeEvaluationResultRow>> {
  return selectPage(
    db,
    {
      columns: knowledgeEvaluationResultTable.columns,
      select: 'r.*',
      from: 'knowledge_evaluation_result r',
      where: `r.run_id = $1 AND ($2::boolean IS NULL OR r.passed = $2)`,
      values: [runId, passed ?? null],
      order: { keys: ['r.position'], isAscending: true },
      isLong: true,
    },
    page,
  );
}
