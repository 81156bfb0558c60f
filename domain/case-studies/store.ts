import type { EntityManager } from 'typeorm';
import { isRefusedRow } from '../../infra/database/errors.ts';
import { deleteRecords, insertRecord, updateRecords } from '../../infra/database/records.ts';
import { pick, queryMaybeRow, queryRow } from '../../infra/database/sql.ts';
import { boolean, integer, json } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { AppError } from '../kernel/errors.ts';
import { type Page, selectPage } from '../kernel/page.ts';
import { allOf, orderOf, placeholders, whereSandbox } from '../kernel/sql.ts';
import type { Story } from './fields.ts';
import type { CaseStudyQuery } from './schema.ts';
import {
  type CaseStudy,
  type CaseStudyRow,
  type CaseStudySummary,
  caseStudySubmissionTable,
  caseStudyTable,
} from './table.ts';

/** Columns of lists, without the long texts. */
const SUMMARY = `t.id, t.company_name, t.case_study_title, t.short_description, t.status, t.is_public, t.country, t.industry_verticals,
  t.use_cases, t.start_date, t.end_date, t.sandbox, t.created_at, t.updated_at, t.generated_content IS NOT NULL AS has_generated_content`;
const SUMMARY_COLUMNS = {
  ...pick(
    caseStudyTable,
    'id',
    'company_name',
    'case_study_title',
    'short_description',
    'status',
    'is_public',
    'country',
    'industry_verticals',
    'use_cases',
    'start_date',
    'end_date',
    'sandbox',
    'created_at',
    'updated_at',
  ),
  has_generated_content: boolean(),
};

const WHOLE = `c.*, (SELECT json_build_object('status', g.status, 'error', g.error)
                     FROM case_study_generation g WHERE g.id = c.generation_id) AS generation,
  (SELECT s.reason FROM case_study_submission s WHERE s.case_study_id = c.id AND c.status = 'draft'
   ORDER BY s.id DESC LIMIT 1) AS returned_for`;
const WHOLE_COLUMNS = {
  ...caseStudyTable.columns,
  generation: json<CaseStudy['generation']>().nullable(),
  returned_for: caseStudySubmissionTable.columns.reason,
};

/** A case study with the state of its generation; null when there is none. */
export async function findCaseStudy(db: Db, id: number): Promise<CaseStudy | null> {
  return queryMaybeRow(db, WHOLE_COLUMNS, `SELECT ${WHOLE} FROM case_study c WHERE c.id = $1`, [id]);
}

/** Like `findCaseStudy`, with the row locked until the transaction ends. */
export async function lockCaseStudy(em: EntityManager, id: number): Promise<CaseStudy | null> {
  return queryMaybeRow(em, WHOLE_COLUMNS, `SELECT ${WHOLE} FROM case_study c WHERE c.id = $1 FOR UPDATE OF c`, [id]);
}

/** Number of a partner's case studies, by the counters. */
export async function countCaseStudies(db: Db, partnerId: number): Promise<number> {
  const counted = 'SELECT coalesce(sum(n), 0)::int AS total FROM case_study_count WHERE partner_id = $1';
  return (await queryRow(db, { total: integer() }, counted, [partnerId])).total;
}

/** A partner's case studies, newest first. The total comes from the counters, not from counting rows. */
export async function selectCaseStudies(
  db: Db,
  partnerId: number,
  { status, is_public, sandbox, ...page }: CaseStudyQuery,
): Promise<Page<CaseStudySummary>> {
  const values: unknown[] = [partnerId];
  const place = placeholders(values);
  const [ofStatus, ofPublicity] = [place(status), place(is_public)];
  const wanted = allOf([
    't.partner_id = $1',
    ofStatus && `t.status = ${ofStatus}`,
    ofPublicity && `t.is_public = ${ofPublicity}`,
  ]);
  const marked = allOf([wanted, whereSandbox(sandbox)]);
  const byCounters = `SELECT coalesce(sum(t.n), 0)::int AS total FROM case_study_count t WHERE ${wanted}`;
  // The counters do not distinguish sandbox records, which have an index of their own.
  const ofSandboxText = `SELECT count(*)::int AS total FROM case_study t WHERE ${allOf([wanted, whereSandbox(true)])}`;
  const others = `SELECT (${byCounters}) - (${ofSandboxText}) AS total`;
  const text = sandbox === undefined ? byCounters : sandbox ? ofSandboxText : others;
  return selectPage(
    db,
    {
      columns: SUMMARY_COLUMNS,
      select: SUMMARY,
      from: 'case_study t',
      where: marked,
      values,
      order: orderOf({ created_at: ['t.id'] }, page),
      total: async () => (await queryRow(db, { total: integer() }, text, values)).total,
    },
    page,
  );
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
    const row = await insertRecord(em, caseStudyTable, {
      company_name: story.company_name,
      problem_statement: story.problem_statement,
      proposed_solution: story.proposed_solution,
      outcomes: story.outcomes,
      country: story.country,
      start_date: story.start_date,
      end_date: story.end_date,
      industry_verticals: story.industry_verticals ?? [],
      use_cases: story.use_cases ?? [],
      tco_analysis: story.tco_analysis,
      lessons_learned: story.lessons_learned,
      cloud_services_used: story.cloud_services_used,
      isv_tools: story.isv_tools,
      is_public: story.is_public,
      ...rest,
      created_at: now,
      updated_at: now,
    });
    return { ...row, generation: null, returned_for: null };
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
  await updateRecords(em, caseStudyTable, { id }, { ...changes, updated_at: now });
}

/** Deletes a case study whose row is locked, together with its generation. */
export async function deleteCaseStudyRow(em: EntityManager, id: number): Promise<void> {
  await deleteRecords(em, caseStudyTable, { id });
}
