import type { EntityManager } from 'typeorm';
import {
  countRecords,
  deleteRecords,
  findRecord,
  insertRecord,
  lockRecord,
  updateRecords,
} from '../../infra/database/records.ts';
import { omit } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type Page, type PageRequest, selectPage } from '../kernel/page.ts';
import { type AgentEvaluationRow, agentEvaluationTable, type ListedAgentEvaluation } from './table.ts';

const LISTED = { ...omit(agentEvaluationTable, 'prompts'), prompt_count: integer() };

/** An evaluation by its id; null when there is none. */
export function findEvaluation(db: Db, id: number): Promise<AgentEvaluationRow | null> {
  return findRecord(db, agentEvaluationTable, { id });
}

/** An evaluation, locked until the transaction ends; null when it is gone. */
export function lockEvaluation(em: EntityManager, id: number): Promise<AgentEvaluationRow | null> {
  return lockRecord(em, agentEvaluationTable, { id });
}

/** The evaluations of a partner, newest first, without their prompts. */
export function selectEvaluations(db: Db, partnerId: number, page: PageRequest): Promise<Page<ListedAgentEvaluation>> {
  return selectPage(
    db,
    {
      columns: LISTED,
      select: 'e.id, e.partner_id, e.name, e.created_at, e.updated_at, jsonb_array_length(e.prompts) AS prompt_count',
      from: 'agent_evaluation e',
      where: 'e.partner_id = $1',
      values: [partnerId],
      order: { keys: ['e.id'] },
    },
    page,
  );
}

/** Number of evaluations of a partner. */
export function countEvaluations(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, agentEvaluationTable, { partner_id: partnerId });
}

/** Inserts an evaluation. */
export function insertEvaluation(
  em: EntityManager,
  now: Date,
  evaluation: Pick<AgentEvaluationRow, 'partner_id' | 'name' | 'prompts'>,
): Promise<AgentEvaluationRow> {
  return insertRecord(em, agentEvaluationTable, { ...evaluation, created_at: now, updated_at: now });
}

/** Changes name or prompts of an evaluation. */
export async function updateEvaluationRow(
  em: EntityManager,
  now: Date,
  id: number,
  changes: { name?: string | undefined; prompts?: AgentEvaluationRow['prompts'] | undefined },
): Promise<void> {
  await updateRecords(em, agentEvaluationTable, { id }, { ...changes, updated_at: now });
}

/** Deletes an evaluation with its runs; false when it was already gone. */
export async function deleteEvaluationRow(em: EntityManager, id: number): Promise<boolean> {
  return (await deleteRecords(em, agentEvaluationTable, { id })) === 1;
}
