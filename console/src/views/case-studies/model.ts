import type {
  CaseStudyDetail,
  CreateCaseStudyBody,
  SuggestCaseStudyFieldBody,
} from '../../api/generated/client/types.gen.ts';

type Attributes = CaseStudyDetail['attributes'];

/** States of case studies in the order of their life. */
export const STATUSES = ['draft', 'submitted', 'validated'] as const satisfies readonly Attributes['status'][];

/** Fields for which the AI suggests texts. */
export const SUGGESTIBLE_FIELDS = [
  'problem_statement',
  'proposed_solution',
  'outcomes',
  'tco_analysis',
  'lessons_learned',
] as const satisfies readonly SuggestCaseStudyFieldBody['field'][];
/** One of them. */
export type SuggestedField = (typeof SUGGESTIBLE_FIELDS)[number];

/** What a suggestion may be. */
export const MODES = ['refine', 'replace', 'append'] as const satisfies readonly SuggestCaseStudyFieldBody['mode'][];
/** One of it. */
export type Mode = (typeof MODES)[number];

/** Longest title and short description that the portal's form takes, characters. */
export const MAX_LENGTHS = { case_study_title: 80, short_description: 300 } as const;

/** What people tell of a project, and how the portal will announce it. */
export type CaseStudyFields = Pick<Attributes, keyof CreateCaseStudyBody | keyof typeof MAX_LENGTHS>;

/** A story of which nothing was told yet. */
export const EMPTY_CASE_STUDY: CaseStudyFields = {
  company_name: '',
  problem_statement: '',
  proposed_solution: '',
  outcomes: '',
  country: '',
  start_date: '',
  end_date: '',
  industry_verticals: [],
  use_cases: [],
  tco_analysis: null,
  lessons_learned: null,
  cloud_services_used: null,
  isv_tools: null,
  is_public: false,
  case_study_title: null,
  short_description: null,
};
