import type { EntityManager } from 'typeorm';
import type { AiUsage } from '../../infra/ai/port.ts';
import { countRecords, findRecord, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { queryMaybeRow } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { type CaseStudyGenerationRow, caseStudyGenerationTable } from './table.ts';

/** Values of a new generation. */
export type NewGeneration = Pick<CaseStudyGenerationRow, 'row_key' | 'partner_id' | 'story' | 'context' | 'sandbox'>;

/** Inserts a running generation. */
export async function insertGeneration(
  em: EntityManager,
  now: Date,
  generation: NewGeneration,
): Promise<CaseStudyGenerationRow> {
  const { row_key, partner_id, story, context, sandbox } = generation;
  const row = { row_key, partner_id, story, context, sandbox, created_at: now, updated_at: now };
  return insertRecord(em, caseStudyGenerationTable, row);
}

/** A generation by its id; null when there is none. */
export function findGeneration(db: Db, id: number): Promise<CaseStudyGenerationRow | null> {
  return findRecord(db, caseStudyGenerationTable, { id });
}

/** Number of a partner's running generations that have no case study yet, not even a draft. */
export function countUnwritten(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, caseStudyGenerationTable, { status: 'running', partner_id: partnerId, case_study_id: null });
}

/** A running generation with its row locked; null when it has ended or the row has another key. */
export async function lockRunning(
  em: EntityManager,
  id: number,
  rowKey: string,
): Promise<CaseStudyGenerationRow | null> {
  return queryMaybeRow(
    em,
    caseStudyGenerationTable,
    `SELECT * FROM case_study_generation WHERE id = $1 AND row_key = $2 AND status = 'running' FOR UPDATE`,
    [id, rowKey],
  );
}

/** Sets the case study of a generation whose row is locked. */
export async function setCaseStudy(em: EntityManager, now: Date, id: number, caseStudyId: number): Promise<void> {
  await updateRecords(em, caseStudyGenerationTable, { id }, { case_study_id: caseStudyId, updated_at: now });
}

/** Result of a generation. Tokens are cost records, not prices. */
export type GenerationOutcome =
  | { status: 'failed'; error: string }
  | {
      status: 'completed';
      case_study_id: number;
      prompt_version: string;
      model: string | null;
      usage: AiUsage | null;
    };

/** Ends a generation whose row is locked. */
export async function endGeneration(
  em: EntityManager,
  now: Date,
  id: number,
  ending: GenerationOutcome,
): Promise<void> {
  const outcome =
    ending.status === 'failed'
      ? ending
      : {
          status: ending.status,
          case_study_id: ending.case_study_id,
          prompt_version: ending.prompt_version,
          model: ending.model,
          input_tokens: ending.usage?.inputTokens ?? null,
          output_tokens: ending.usage?.outputTokens ?? null,
        };
  await updateRecords(em, caseStudyGenerationTable, { id }, { ...outcome, completed_at: now, updated_at: now });
}
