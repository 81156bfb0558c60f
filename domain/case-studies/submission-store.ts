import type { EntityManager } from 'typeorm';
import { insertRecord, updateRecords } from '../../infra/database/records.ts';
import { execute } from '../../infra/database/sql.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import {
  type CaseStudy,
  type CaseStudySubmissionRow,
  caseStudySubmissionTable,
  type SubmissionStatus,
} from './table.ts';

/** Most submissions that a case study's history has: nobody reads further back, and submitting costs nothing. */
export const MAX_SUBMISSIONS = 100;

/** The submissions of a case study, newest first. */
export function selectSubmissions(
  db: Db,
  caseStudyId: number,
  page: PageRequest,
): Promise<Page<CaseStudySubmissionRow>> {
  return listPage(db, caseStudySubmissionTable, { where: { case_study_id: caseStudyId }, order: { id: 'DESC' } }, page);
}

/** Begins a submission of a locked case study. Those beyond the newest `MAX_SUBMISSIONS` are deleted. */
export async function insertSubmission(
  em: EntityManager,
  now: Date,
  { id: case_study_id, partner_id }: Pick<CaseStudy, 'id' | 'partner_id'>,
): Promise<void> {
  await insertRecord(em, caseStudySubmissionTable, { case_study_id, partner_id, submitted_at: now });
  await execute(
    em,
    `DELETE FROM case_study_submission WHERE case_study_id = $1 AND partner_id = $3
       AND id <= (SELECT id FROM case_study_submission WHERE case_study_id = $1 AND partner_id = $3 ORDER BY id DESC OFFSET $2 LIMIT 1)`,
    [case_study_id, MAX_SUBMISSIONS, partner_id],
  );
}

/** How a submission ends. */
export type SubmissionEnd =
  | { status: Exclude<SubmissionStatus, 'pending' | 'returned'> }
  | { status: 'returned'; reason: string };

/** Ends the pending submission of a locked case study. */
export async function endSubmission(
  em: EntityManager,
  now: Date,
  { id: case_study_id, partner_id }: Pick<CaseStudy, 'id' | 'partner_id'>,
  ending: SubmissionEnd,
): Promise<void> {
  const pending = { case_study_id, partner_id, status: 'pending' } as const;
  await updateRecords(em, caseStudySubmissionTable, pending, { ...ending, ended_at: now });
}
