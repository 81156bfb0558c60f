import { AppError } from '../kernel/errors.ts';
import { CASE_STUDY_STATUSES, type CaseStudyStatus } from './table.ts';

/** Version of the form of case studies and exports. */
export const SCHEMA_VERSION = '1.0' as const;

/** Capability of what writes a case study: keys are scoped by it and credits are booked on it. */
export const GENERATION_CAPABILITY = 'case_study_generation';
/** The same of what suggests a field. */
export const SUGGESTION_CAPABILITY = 'case_study_suggestion';

/** Which states may follow which; partners submit and take back, administrators validate, which ends it. */
const TRANSITIONS: Record<CaseStudyStatus, readonly CaseStudyStatus[]> = {
  draft: ['submitted'],
  submitted: ['draft', 'validated'],
  validated: [],
};

/** The states from which a state can be reached. */
export function statesBefore(status: CaseStudyStatus): CaseStudyStatus[] {
  return CASE_STUDY_STATUSES.filter((from) => TRANSITIONS[from].includes(status));
}

/** Whether nothing of the record may change any more. */
export function isFrozen(status: CaseStudyStatus): boolean {
  return TRANSITIONS[status].length === 0;
}

/** Topic on which the end of a generation is announced. */
export function generationTopic(id: number): string {
  return `case-study-generation:${id}`;
}

/** Reference of a generation's credits in the ledger. */
export function creditReference(rowKey: string): string {
  return `case-study-generation:${rowKey}`;
}

/** 404 for a case study that is not there, or is another partner's. */
export function caseStudyNotFound(): AppError {
  return new AppError('CASE_STUDY_NOT_FOUND', 'Case study not found.');
}
