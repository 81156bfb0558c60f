import type {
  CaseStudyDetail,
  CreateCaseStudyBody,
  SuggestCaseStudyFieldBody,
} from '../../api/generated/client/types.gen.ts';

type Attributes = CaseStudyDetail['attributes'];

/** Statuses in the order of the lifecycle. */
export const STATUSES = ['draft', 'submitted', 'validated'] as const satisfies readonly Attributes['status'][];

/** Fields for which the AI can suggest texts. */
export const SUGGESTIBLE_FIELDS = [
  'problem_statement',
  'proposed_solution',
  'outcomes',
  'tco_analysis',
  'lessons_learned',
] as const satisfies readonly SuggestCaseStudyFieldBody['field'][];
export type SuggestedField = (typeof SUGGESTIBLE_FIELDS)[number];

/** Modes of a suggestion. */
export const MODES = ['refine', 'replace', 'append'] as const satisfies readonly SuggestCaseStudyFieldBody['mode'][];
export type Mode = (typeof MODES)[number];

/** Maximum lengths in the partner portal, in characters. */
export const MAX_LENGTHS = { case_study_title: 80, short_description: 300 } as const;

/** Form values of a case study. */
export type CaseStudyFields = Pick<Attributes, keyof CreateCaseStudyBody | keyof typeof MAX_LENGTHS>;

/** A new case study. */
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
