import { z } from 'zod';
import { day, daysInOrder, flag, looseText, recordId, text } from '../kernel/schema.ts';
import { kbIds } from '../knowledge-bases/schema.ts';
import { INDUSTRY_VERTICALS, USE_CASES } from './data/categories.ts';
import { COUNTRIES } from './data/countries.ts';

/** Maximum length of a title, characters; the limit of the partner programme's form. */
export const MAX_TITLE_LENGTH = 80;
/** Maximum length of a short description, characters. */
export const MAX_DESCRIPTION_LENGTH = 300;

/** Fields that the AI can suggest. */
export const SUGGESTED_FIELDS = [
  'problem_statement',
  'proposed_solution',
  'outcomes',
  'tco_analysis',
  'lessons_learned',
] as const;
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number];

/** A new text instead of the present one, an addition to it, or an improved version. */
export const SUGGESTION_MODES = ['replace', 'append', 'refine'] as const;
export type SuggestionMode = (typeof SUGGESTION_MODES)[number];

/** An optional text; empty and null count as omitted. */
const optionalText = looseText()
  .nullable()
  .transform((value) => value || null);

/** The pattern excludes year 0 in the JSON Schema too. */
const date = day.meta({ not: { pattern: '^0000' } });

/** Distinct values of a list. */
function someOf<const Value extends string>(values: readonly Value[]) {
  return z
    .array(z.enum(values))
    .max(values.length, `Must have at most ${values.length} entries.`)
    .nullable()
    .transform((given) => [...new Set(given ?? [])]);
}

declare module '../capabilities/types.ts' {
  interface StepOutputs {
    case_study: {
      /** The created draft, once the execution has completed. */
      case_study_id: number | null;
      prompt_version: string;
    } & WrittenCaseStudy;
  }
}

/** The partner's description of a customer's project. */
export const storyFields = {
  company_name: text(200).describe('The customer.'),
  problem_statement: text().describe("The customer's problem."),
  proposed_solution: text().describe('The solution and the products used.'),
  outcomes: text().describe('The outcomes, with figures before and after if available.'),
  country: z.enum(COUNTRIES).describe('Country of the customer: an English short name of ISO 3166-1.'),
  start_date: date.describe('First day of the project.'),
  end_date: date.describe('Last day of the project.'),
  industry_verticals: someOf(INDUSTRY_VERTICALS).optional().describe('Industries of the customer.'),
  use_cases: someOf(USE_CASES).optional().describe('What the cloud was used for.'),
  tco_analysis: optionalText.optional().describe('Total cost, before and after.'),
  lessons_learned: optionalText.optional().describe('Lessons for others.'),
  cloud_services_used: optionalText.optional().describe('Cloud services used by the solution.'),
  isv_tools: optionalText.optional().describe('Tools of independent software vendors used by the solution.'),
};

/** All input fields of a case study. */
export const caseStudyFields = {
  ...storyFields,
  is_public: flag(false).describe('Whether it may be shown publicly.'),
};

/** The partner's input, validated. */
export type Story = z.output<z.ZodObject<typeof caseStudyFields>>;

/** Sources for a text besides the story. */
const sourceFields = {
  brand_voice_company_id: recordId.nullish().describe('Brand voice to write in.'),
  brand_voice_product_id: recordId.nullish().describe('Product of a brand voice to write about.'),
  kb_ids: kbIds.describe('Knowledge bases to draw on.'),
};

/** Input of a generation. */
export const generationFields = {
  ...caseStudyFields,
  ...sourceFields,
  additional_context: optionalText.optional().describe('Other information for the writer.'),
};

/** Input of a suggestion. */
export const suggestionFields = {
  field: z.enum(SUGGESTED_FIELDS).describe('The field to write.'),
  mode: z
    .enum(SUGGESTION_MODES)
    .default('replace')
    .describe('`replace` rewrites it, `append` continues the present text, `refine` improves it.'),
  ...sourceFields,
};

/** A body with the days of a project, which must be in order. */
export function withProjectDays<Shape extends z.ZodRawShape>(shape: Shape) {
  return daysInOrder(z.object(shape), 'start_date', 'end_date');
}

/** Texts written by the AI, which the partner may edit; Markdown. */
export const ENHANCED_TEXTS = [
  'problem_statement_enhanced',
  'proposed_solution_enhanced',
  'outcomes_enhanced',
  'tco_analysis_enhanced',
  'lessons_learned_enhanced',
] as const;

/** Lists of advice generated with the texts. */
export const ADVICE_LISTS = [
  'architecture_diagram_suggestions',
  'cloud_services_recommendations',
  'validation_tips',
] as const;

/** What each generated text is, for the API document. */
export const GENERATED_MEANINGS: Record<(typeof ENHANCED_TEXTS)[number] | (typeof ADVICE_LISTS)[number], string> = {
  problem_statement_enhanced: 'The problem, rewritten by the AI; exported instead of `problem_statement`.',
  proposed_solution_enhanced: 'The solution, rewritten by the AI; exported instead of `proposed_solution`.',
  outcomes_enhanced: 'The outcomes, rewritten by the AI; exported instead of `outcomes`.',
  tco_analysis_enhanced: 'The costs, rewritten by the AI; exported instead of `tco_analysis`.',
  lessons_learned_enhanced: 'The lessons, rewritten by the AI; exported instead of `lessons_learned`.',
  architecture_diagram_suggestions: 'What a diagram of the architecture should show.',
  cloud_services_recommendations: 'Cloud services, each with a reason; unofficial names are marked `[Review: …]`.',
  validation_tips: 'What to check or add; check items starting with "Review:" before submission.',
};

/** Generated texts; title and short description are fields of the case study itself. */
export type GeneratedTexts = { [Name in (typeof ENHANCED_TEXTS)[number]]?: string } & {
  [Name in (typeof ADVICE_LISTS)[number]]?: string[];
};

/** A case study written by the AI. */
export type WrittenCaseStudy = {
  case_study_title: string;
  short_description: string;
  generated_content: GeneratedTexts;
};

/** Selects the story's fields from an object, as input for the AI. */
export function storyOf(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(storyFields, name)));
}
