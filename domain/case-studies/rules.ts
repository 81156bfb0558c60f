import { AppError } from '../kernel/errors.ts';
import { CASE_STUDY_STATUSES, type CaseStudyRow, type CaseStudyStatus } from './table.ts';

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

/** Maps a case study to the fields of the portal's form: generated texts if present, else the partner's input. */
export function portalFields(caseStudy: CaseStudyRow) {
  const generated = caseStudy.generated_content ?? {};
  return {
    case_study_title: caseStudy.case_study_title,
    short_description: caseStudy.short_description,
    customer_company_name: caseStudy.company_name,
    country: caseStudy.country,
    industry_verticals: caseStudy.industry_verticals,
    use_cases: caseStudy.use_cases,
    start_date: caseStudy.start_date,
    end_date: caseStudy.end_date,
    is_public: caseStudy.is_public,
    problem_statement: generated.problem_statement_enhanced || caseStudy.problem_statement,
    proposed_solution: generated.proposed_solution_enhanced || caseStudy.proposed_solution,
    outcomes: generated.outcomes_enhanced || caseStudy.outcomes,
    tco_analysis: generated.tco_analysis_enhanced || caseStudy.tco_analysis,
    lessons_learned: generated.lessons_learned_enhanced || caseStudy.lessons_learned,
    cloud_services_used: caseStudy.cloud_services_used,
    isv_tools: caseStudy.isv_tools,
  };
}

/** Length of a text in code points, as its limit counts: an emoji is one, though it has two UTF-16 units. */
export function charCount(text: string | null): number {
  return text === null ? 0 : [...text].length;
}
