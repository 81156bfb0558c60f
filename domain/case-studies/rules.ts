import { AppError } from '../kernel/errors.ts';
import { CASE_STUDY_STATUSES, type CaseStudyStatus } from './table.ts';

/** Version of the schema of case studies and exports. */
export const SCHEMA_VERSION = '1.0' as const;

/** Capability of generations: keys are scoped by it and credits are charged to it. */
export const GENERATION_CAPABILITY = 'case_study_generation';
/** Capability of suggestions. */
export const SUGGESTION_CAPABILITY = 'case_study_suggestion';

/** Allowed transitions: partners submit and withdraw, administrators validate, which is final. */
const TRANSITIONS: Record<CaseStudyStatus, readonly CaseStudyStatus[]> = {
  draft: ['submitted'],
  submitted: ['draft', 'validated'],
  validated: [],
};

/** The states that may precede a state. */
export function statesBefore(status: CaseStudyStatus): CaseStudyStatus[] {
  return CASE_STUDY_STATUSES.filter((from) => TRANSITIONS[from].includes(status));
}

/** Whether the record is read-only. */
export function isFrozen(status: CaseStudyStatus): boolean {
  return TRANSITIONS[status].length === 0;
}

/** Notification topic for the end of a generation. */
export function generationTopic(id: number): string {
  return `case-study-generation:${id}`;
}

/** Reference of a generation's credits in the ledger. */
export function creditReference(rowKey: string): string {
  return `case-study-generation:${rowKey}`;
}

/** 404 for a case study that does not exist or is another partner's. */
export function caseStudyNotFound(): AppError {
  return new AppError('CASE_STUDY_NOT_FOUND', 'Case study not found.');
}
