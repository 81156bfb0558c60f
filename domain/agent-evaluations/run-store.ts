import type { EntityManager } from 'typeorm';
import { countRecords, findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute, pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import type { Answered, EvaluationReport } from './rules.ts';
import {
  type AgentEvaluationResultRow,
  type AgentEvaluationRow,
  type AgentEvaluationRunReference,
  type AgentEvaluationRunRow,
  agentEvaluationResultTable,
  agentEvaluationRunTable,
  type Subject,
} from './table.ts';

/** Most runs that an evaluation keeps. */
const MAX_RUNS = 30;

/** A run by its id; null when there is none. */
export function findRun(db: Db, id: number): Promise<AgentEvaluationRunRow | null> {
  return findRecord(db, agentEvaluationRunTable, { id });
}

/** Whether a run of an evaluation is open. */
export async function hasOpenRun(db: Db, { id, partner_id }: AgentEvaluationRow): Promise<boolean> {
  return (await countRecords(db, agentEvaluationRunTable, { evaluation_id: id, partner_id, status: 'running' })) > 0;
}

/** A run that is open; null when it has ended or the row has another key. */
export function findRunning(
  db: Db,
  { runId, rowKey }: AgentEvaluationRunReference,
): Promise<AgentEvaluationRunRow | null> {
  return findRecord(db, agentEvaluationRunTable, { id: runId, row_key: rowKey, status: 'running' });
}

/** Like `findRunning`, with the row locked. */
export function lockRunning(
  em: EntityManager,
  { runId, rowKey }: AgentEvaluationRunReference,
): Promise<AgentEvaluationRunRow | null> {
  return queryMaybeRow(
    em,
    agentEvaluationRunTable,
    "SELECT * FROM agent_evaluation_run WHERE id = $1 AND row_key = $2 AND status = 'running' FOR NO KEY UPDATE",
    [runId, rowKey],
  );
}

/** The runs of an evaluation, newest first. */
export function selectRuns(
  db: Db,
  { id, partner_id }: AgentEvaluationRow,
  sandbox: boolean | undefined,
  page: PageRequest,
): Promise<Page<AgentEvaluationRunRow>> {
  const where = { evaluation_id: id, partner_id, ...(sandbox !== undefined && { sandbox }) };
  return listPage(db, agentEvaluationRunTable, { where, order: { id: 'DESC' } }, page);
}

/** Inserts an open run with the prompts of an evaluation for each subject; the oldest runs beyond `MAX_RUNS` are deleted. */
export async function insertRun(
  em: EntityManager,
  now: Date,
  { id, partner_id, prompts }: AgentEvaluationRow,
  { subjects, ...run }: { row_key: string; subjects: Subject[]; sandbox: boolean },
): Promise<AgentEvaluationRunRow> {
  const inserted = await insertRecord(em, agentEvaluationRunTable, {
    ...run,
    subjects,
    partner_id,
    evaluation_id: id,
    total: prompts.length * subjects.length,
    created_at: now,
    updated_at: now,
  });
  await execute(
    em,
    `INSERT INTO agent_evaluation_result (run_id, position, subject, prompt)
     SELECT $1, place, subject, value
     FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS q(value, place), generate_series(1, $3::int) AS s(subject)`,
    [inserted.id, JSON.stringify(prompts), subjects.length],
  );
  await execute(
    em,
    `DELETE FROM agent_evaluation_run WHERE evaluation_id = $1 AND partner_id = $2 AND id <=
       (SELECT id FROM agent_evaluation_run WHERE evaluation_id = $1 AND partner_id = $2 ORDER BY id DESC OFFSET $3 LIMIT 1)`,
    [id, partner_id, MAX_RUNS],
  );
  return inserted;
}

/** A prompt of a run for one of its subjects. */
export interface PromptReference {
  position: number;
  subject: number;
}

/** The prompts of a run that have no answer yet, in their order, the subjects of each one after the other. */
export function selectUnasked(db: Db, runId: number): Promise<PromptReference[]> {
  return queryRows(
    db,
    pick(agentEvaluationResultTable, 'position', 'subject'),
    'SELECT position, subject FROM agent_evaluation_result WHERE run_id = $1 AND verdict IS NULL ORDER BY position, subject',
    [runId],
  );
}

/** A prompt of a run with its answer; null when the run has none such. */
export function findAnswer(
  db: Db,
  runId: number,
  { position, subject }: PromptReference,
): Promise<AgentEvaluationResultRow | null> {
  return findRecord(db, agentEvaluationResultTable, { run_id: runId, position, subject });
}

/** What a subject answered. */
export type NewAnswer = Pick<AgentEvaluationResultRow, 'verdict' | 'passed' | 'answer' | 'phrase' | 'rules' | 'model'>;

/** Saves an answer to a prompt that has none, and returns how many have one now. The run's row must be locked. */
export async function saveAnswer(
  em: EntityManager,
  now: Date,
  runId: number,
  { position, subject }: PromptReference,
  answer: NewAnswer,
): Promise<number> {
  await updateRecords(em, agentEvaluationResultTable, { run_id: runId, position, subject, verdict: null }, answer);
  const { answered } = await queryRow(
    em,
    { answered: integer() },
    'SELECT count(*)::int AS answered FROM agent_evaluation_result WHERE run_id = $1 AND verdict IS NOT NULL',
    [runId],
  );
  await updateRecords(em, agentEvaluationRunTable, { id: runId }, { answered, updated_at: now });
  return answered;
}

/** The answers of a run so far, without their texts. */
export function selectAnswered(db: Db, runId: number): Promise<Answered[]> {
  return queryRows(
    db,
    {
      ...pick(agentEvaluationResultTable, 'position', 'subject', 'prompt'),
      verdict: agentEvaluationResultTable.columns.verdict.present(),
    },
    `SELECT position, subject, prompt, verdict FROM agent_evaluation_result
     WHERE run_id = $1 AND verdict IS NOT NULL ORDER BY position, subject`,
    [runId],
  );
}

/** How a run ends. */
export type RunEnd = { status: 'completed'; report: EvaluationReport } | { status: 'failed'; error: string };

/** Ends a run whose row is locked. */
export async function endRun(em: EntityManager, now: Date, id: number, ending: RunEnd): Promise<void> {
  await updateRecords(em, agentEvaluationRunTable, { id }, { ...ending, completed_at: now, updated_at: now });
}

/** The prompts of a run with what was answered, in their order. */
export function selectResults(
  db: Db,
  runId: number,
  passed: boolean | undefined,
  page: PageRequest,
): Promise<Page<AgentEvaluationResultRow>> {
  return selectPage(
    db,
    {
      columns: agentEvaluationResultTable.columns,
      select: 'r.*',
      from: 'agent_evaluation_result r',
      where: 'r.run_id = $1 AND ($2::boolean IS NULL OR r.passed = $2)',
      values: [runId, passed ?? null],
      order: { keys: ['r.position', 'r.subject'], isAscending: true },
      isLong: true,
    },
    page,
  );
}
