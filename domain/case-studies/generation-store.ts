import type { EntityManager } from 'typeorm';
import type { AiUsage } from '../../infra/ai/port.ts';
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
  const rows: CaseStudyGenerationRow[] = await em.query(
    `INSERT INTO case_study_generation (row_key, partner_id, story, context, sandbox, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, $1, $1) RETURNING *`,
    [
      now,
      generation.row_key,
      generation.partner_id,
      JSON.stringify(generation.story),
      JSON.stringify(generation.context),
      generation.sandbox,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error('The generation was not added.');
  return row;
}

/** A generation by its id; null when there is none. */
export function findGeneration(db: Db, id: number): Promise<CaseStudyGenerationRow | null> {
  return db.getRepository(caseStudyGenerationTable.entity).findOneBy({ id });
}

/** A running generation with its row locked; null when it has ended or the row has another key. */
export async function lockRunning(
  em: EntityManager,
  id: number,
  rowKey: string,
): Promise<CaseStudyGenerationRow | null> {
  const rows: CaseStudyGenerationRow[] = await em.query(
    `SELECT * FROM case_study_generation WHERE id = $1 AND row_key = $2 AND status = 'running' FOR UPDATE`,
    [id, rowKey],
  );
  return rows[0] ?? null;
}

/** Sets the case study of a generation whose row is locked. */
export async function setCaseStudy(em: EntityManager, now: Date, id: number, caseStudyId: number): Promise<void> {
  await em
    .getRepository(caseStudyGenerationTable.entity)
    .update({ id }, { case_study_id: caseStudyId, updated_at: now });
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
  await em
    .getRepository(caseStudyGenerationTable.entity)
    .update({ id }, { ...outcome, completed_at: now, updated_at: now });
}
