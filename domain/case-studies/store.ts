import type { EntityManager } from 'typeorm';
import { isRefusedRow } from '../../infra/database/errors.ts';
import type { Db } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { offsetOf, type Page } from '../kernel/page.ts';
import { allOf, pageOf, placeholders } from '../kernel/sql.ts';
import type { Story } from './fields.ts';
import type { CaseStudyQuery } from './schema.ts';
import { type CaseStudyRow, caseStudyTable } from './table.ts';
import type { CaseStudy, CaseStudySummary } from './types.ts';

/** Columns of lists, without the long texts. */
const SUMMARY = `t.id, t.company_name, t.case_study_title, t.short_description, t.status, t.is_public, t.country, t.industry_verticals,
  t.use_cases, t.start_date, t.end_date, t.sandbox, t.created_at, t.updated_at, t.generated_content IS NOT NULL AS has_generated_content`;

const WHOLE = `c.*, (SELECT json_build_object('status', g.status, 'error', g.error)
                     FROM case_study_generation g WHERE g.id = c.generation_id) AS generation`;

/** A case study with the state of its generation; null when there is none. */
export async function findCaseStudy(db: Db, id: number): Promise<CaseStudy | null> {
  const rows: CaseStudy[] = await db.query(`SELECT ${WHOLE} FROM case_study c WHERE c.id = $1`, [id]);
  return rows[0] ?? null;
}

/** Like `findCaseStudy`, with the row locked until the transaction ends. */
export async function lockCaseStudy(em: EntityManager, id: number): Promise<CaseStudy | null> {
  const rows: CaseStudy[] = await em.query(`SELECT ${WHOLE} FROM case_study c WHERE c.id = $1 FOR UPDATE OF c`, [id]);
  return rows[0] ?? null;
}

/** A partner's case studies, newest first. The total comes from the counters, not from counting rows. */
export async function selectCaseStudies(
  db: Db,
  partnerId: number,
  { status, is_public, ...page }: CaseStudyQuery,
): Promise<Page<CaseStudySummary>> {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [ofStatus, ofPublicity] = [place(status), place(is_public)];
  const wanted = allOf([
    't.partner_id = $1',
    ofStatus && `t.status = ${ofStatus}`,
    ofPublicity && `t.is_public = ${ofPublicity}`,
  ]);
  const counted: { total: number }[] = await db.query(
    `SELECT coalesce(sum(t.n), 0)::int AS total FROM case_study_count t WHERE ${wanted}`,
    values,
  );
  const total = counted[0]?.total ?? 0;
  if (offsetOf(page) >= total) return { rows: [], total, ...page };
  const paged = pageOf(values, page);
  const rows: CaseStudySummary[] = await db.query(
    `SELECT ${SUMMARY} FROM case_study t WHERE ${wanted} ORDER BY t.id DESC ${paged.limit}`,
    paged.values,
  );
  return { rows, total, ...page };
}

/** Values of a new case study besides the partner's input. */
export type NewCaseStudy = Pick<CaseStudyRow, 'partner_id' | 'sandbox'> &
  Partial<
    Pick<
      CaseStudyRow,
      | 'case_study_title'
      | 'short_description'
      | 'generated_content'
      | 'prompt_version'
      | 'generation_id'
      | 'execution_id'
    >
  >;

/** Inserts a draft. Throws CREATION_FAILED when the database rejects the row. */
export async function insertCaseStudy(
  em: EntityManager,
  now: Date,
  story: Story,
  rest: NewCaseStudy,
): Promise<CaseStudy> {
  try {
    const rows: CaseStudyRow[] = await em.query(
      `INSERT INTO case_study (company_name, problem_statement, proposed_solution, outcomes, country, start_date, end_date,
                               industry_verticals, use_cases, tco_analysis, lessons_learned, cloud_services_used, isv_tools, is_public,
                               partner_id, sandbox, case_study_title, short_description, generated_content, prompt_version,
                               generation_id, execution_id, created_at, updated_at)
       VALUES ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $1, $1) RETURNING *`,
      [
        now,
        story.company_name,
        story.problem_statement,
        story.proposed_solution,
        story.outcomes,
        story.country,
        story.start_date,
        story.end_date,
        story.industry_verticals ?? [],
        story.use_cases ?? [],
        story.tco_analysis ?? null,
        story.lessons_learned ?? null,
        story.cloud_services_used ?? null,
        story.isv_tools ?? null,
        story.is_public,
        rest.partner_id,
        rest.sandbox,
        rest.case_study_title ?? null,
        rest.short_description ?? null,
        rest.generated_content ? JSON.stringify(rest.generated_content) : null,
        rest.prompt_version ?? null,
        rest.generation_id ?? null,
        rest.execution_id ?? null,
      ],
    );
    const [row] = rows;
    if (!row) throw new Error('The case study was not added.');
    return { ...row, generation: null };
  } catch (error) {
    if (!isRefusedRow(error)) throw error;
    throw new AppError('CREATION_FAILED', 'The case study could not be saved.', { cause: error });
  }
}

/** Values of an update; absent ones stay. */
export type CaseStudyUpdate = Partial<
  Omit<CaseStudyRow, 'id' | 'partner_id' | 'sandbox' | 'created_at' | 'updated_at'>
>;

/** Updates a case study whose row is locked. */
export async function updateCaseStudyRow(
  em: EntityManager,
  now: Date,
  id: number,
  changes: CaseStudyUpdate,
): Promise<void> {
  await em.getRepository(caseStudyTable.entity).update({ id }, { ...(changes as object), updated_at: now });
}

/** Deletes a case study whose row is locked, together with its generation. */
export async function deleteCaseStudyRow(em: EntityManager, id: number): Promise<void> {
  await em.getRepository(caseStudyTable.entity).delete({ id });
}
