import {
  bigint,
  boolean,
  date,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  text,
  textArray,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { GeneratedTexts, Story } from './fields.ts';

/** In the order of a case study's life. */
export const CASE_STUDY_STATUSES = ['draft', 'submitted', 'validated'] as const;
export type CaseStudyStatus = (typeof CASE_STUDY_STATUSES)[number];
/** The last two are final. */
export const GENERATION_STATUSES = ['running', 'completed', 'failed'] as const;
export type GenerationStatus = (typeof GENERATION_STATUSES)[number];

/** A partner's description of a customer's project and the generated texts. */
export const caseStudyTable = table(
  'case_study',
  {
    id: identity(),
    partner_id: bigint(),
    status: oneOf(CASE_STUDY_STATUSES, 12).default('draft'),
    company_name: varchar(200),
    problem_statement: text(),
    proposed_solution: text(),
    outcomes: text(),
    country: varchar(100),
    start_date: date(),
    end_date: date(),
    industry_verticals: textArray(),
    use_cases: textArray(),
    tco_analysis: text().nullable(),
    lessons_learned: text().nullable(),
    cloud_services_used: text().nullable(),
    isv_tools: text().nullable(),
    is_public: boolean(),
    /** The title, by the partner or the AI. */
    case_study_title: varchar(80).nullable(),
    short_description: varchar(300).nullable(),
    /** null: not generated. */
    generated_content: json<GeneratedTexts>().nullable(),
    /** Name and version of the prompt. */
    prompt_version: varchar(40).nullable(),
    /** The generation that wrote it or is writing it. */
    generation_id: bigint().nullable(),
    /** The execution whose step created it. */
    execution_id: bigint().nullable(),
    sandbox: boolean(),
    submitted_at: timestamp().nullable(),
    validated_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Partners delete their own.' },
  { personal: ['text'] },
);
export type CaseStudyRow = Row<typeof caseStudyTable>;

/** What became of a submission; all but the first are final. */
export const SUBMISSION_STATUSES = ['pending', 'withdrawn', 'returned', 'validated'] as const;
export type SubmissionStatus = (typeof SUBMISSION_STATUSES)[number];

/** A submission of a case study for validation, with its outcome. */
export const caseStudySubmissionTable = table(
  'case_study_submission',
  {
    id: identity(),
    case_study_id: bigint(),
    partner_id: bigint(),
    status: oneOf(SUBMISSION_STATUSES, 12).default('pending'),
    /** What has to change, by the administrator who returned it. */
    reason: varchar(2000).nullable(),
    submitted_at: timestamp(),
    ended_at: timestamp().nullable(),
  },
  { because: 'The newest few of a case study, which the partner deletes with it.' },
  { personal: ['text'] },
);
export type CaseStudySubmissionRow = Row<typeof caseStudySubmissionTable>;

/** A generation of a case study. The case study is inserted on completion, or earlier as a draft when the request stops waiting. */
export const caseStudyGenerationTable = table(
  'case_study_generation',
  {
    id: identity(),
    row_key: uuid(),
    partner_id: bigint(),
    status: oneOf(GENERATION_STATUSES, 12).default('running'),
    story: json<Story>(),
    /** Further context for the AI, a snapshot at acceptance. */
    context: json<Record<string, unknown>>(),
    sandbox: boolean(),
    case_study_id: bigint().nullable(),
    /** A message for the partner, set once failed. */
    error: varchar(500).nullable(),
    prompt_version: varchar(40).nullable(),
    model: varchar(120).nullable(),
    input_tokens: integer().nullable(),
    output_tokens: integer().nullable(),
    created_at: timestamp(),
    completed_at: timestamp().nullable(),
    updated_at: timestamp(),
  },
  {
    since: 'completed_at',
    days: 30,
    setting: 'RETENTION_CASE_STUDY_GENERATION_DAYS',
    condition: 'case_study_id IS NULL',
  },
  { personal: ['text'] },
);
export type CaseStudyGenerationRow = Row<typeof caseStudyGenerationTable>;

/** A counter delta for case studies; the total is the sum of `n`. Triggers insert it. */
export const caseStudyCountTable = table(
  'case_study_count',
  {
    partner_id: bigint(),
    day: date(),
    status: varchar<CaseStudyStatus>(12),
    is_public: boolean(),
    n: integer(),
    folded: boolean().default(false),
  },
  { because: 'A row for each day and category, whatever happens on it.' },
  { personal: [] },
);

declare module '../kernel/command.ts' {
  interface Commands {
    'case_study.generate': {
      generationId: number;
      rowKey: string;
      partnerId: number;
      sandbox: boolean;
      requestId: string;
    };
  }
}

/** A case study in lists. */
export type CaseStudySummary = Pick<
  CaseStudyRow,
  | 'id'
  | 'company_name'
  | 'case_study_title'
  | 'short_description'
  | 'status'
  | 'is_public'
  | 'country'
  | 'industry_verticals'
  | 'use_cases'
  | 'start_date'
  | 'end_date'
  | 'sandbox'
  | 'created_at'
  | 'updated_at'
> & { has_generated_content: boolean };

/** A case study with the state of its generation, if any, and why it came back, if it is a draft since then. */
export type CaseStudy = CaseStudyRow & {
  generation: Pick<CaseStudyGenerationRow, 'status' | 'error'> | null;
  returned_for: string | null;
};
