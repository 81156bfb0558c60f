import { z } from 'zod';
import { day, flag, looseText, recordId, text } from '../kernel/schema.ts';
import { kbIds } from '../knowledge-bases/schema.ts';
import { COUNTRIES } from './data/countries.ts';
import { INDUSTRY_VERTICALS } from './data/industry-verticals.ts';
import { USE_CASES } from './data/use-cases.ts';

/** Longest title of a case study, characters; the partner programme's form takes no more. */
export const MAX_TITLE_LENGTH = 80;
/** Longest short description, characters. */
export const MAX_DESCRIPTION_LENGTH = 300;

/** Fields of a case study that the AI can write anew. */
export const SUGGESTED_FIELDS = [
  'problem_statement',
  'proposed_solution',
  'outcomes',
  'tco_analysis',
  'lessons_learned',
] as const;
export type SuggestedField = (typeof SUGGESTED_FIELDS)[number];

/** What a suggestion is to be: a text in place of the present one, one to put behind it, or the present one improved. */
export const SUGGESTION_MODES = ['replace', 'append', 'refine'] as const;
export type SuggestionMode = (typeof SUGGESTION_MODES)[number];

/** A text that may be left out; empty and null are as good as that. */
const optionalText = looseText()
  .nullable()
  .transform((value) => value || null);

/** JSON Schema knows no year 0 of ours otherwise. */
const date = day.meta({ not: { pattern: '^0000' } });

/** Several of a list, each once. */
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
      /** The draft that was made of it, once the execution has completed. */
      case_study_id: number | null;
      prompt_version: string;
    } & WrittenCaseStudy;
  }
}

/** What a partner tells of a customer's project, field by field. */
export const storyFields = {
  company_name: text(200).describe('The customer.'),
  problem_statement: text().describe('What the customer struggled with.'),
  proposed_solution: text().describe('What was done, and with which products.'),
  outcomes: text().describe('What came of it, with figures before and after where there are some.'),
  country: z.enum(COUNTRIES).describe('Where the customer is: an English short name of ISO 3166-1.'),
  start_date: date.describe('First day of the project.'),
  end_date: date.describe('Last day of the project.'),
  industry_verticals: someOf(INDUSTRY_VERTICALS).optional().describe('Industries of the customer.'),
  use_cases: someOf(USE_CASES).optional().describe('What the cloud was used for.'),
  tco_analysis: optionalText.optional().describe('What it costs in all, before and after.'),
  lessons_learned: optionalText.optional().describe('What others can learn from it.'),
  cloud_services_used: optionalText.optional().describe('Cloud services that the solution is built on.'),
  isv_tools: optionalText.optional().describe('Tools of independent software vendors that it uses.'),
};

/** All that makes a case study. */
export const caseStudyFields = {
  ...storyFields,
  is_public: flag(false).describe('Whether it may be shown in public.'),
};

/** What a partner tells, checked. */
export type Story = z.output<z.ZodObject<typeof caseStudyFields>>;

/** Material that a text is to be written from, besides the story itself. */
const sourceFields = {
  brand_voice_company_id: recordId.nullish().describe('Brand voice to write in.'),
  brand_voice_product_id: recordId.nullish().describe('Product of a brand voice that it is about.'),
  kb_ids: kbIds.describe('Knowledge bases to draw on.'),
};

/** What a partner gives to have a case study written. */
export const generationFields = {
  ...caseStudyFields,
  ...sourceFields,
  additional_context: optionalText.optional().describe('Whatever else the writer should know.'),
};

/** What a partner gives to have a field suggested. */
export const suggestionFields = {
  field: z.enum(SUGGESTED_FIELDS).describe('The field to write.'),
  mode: z
    .enum(SUGGESTION_MODES)
    .default('replace')
    .describe('`replace` writes it anew, `append` what comes behind the present text, `refine` improves that.'),
  ...sourceFields,
};

/** A body with both days of a project, the second of which must not be before the first. */
export function withProjectDays<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object(shape).refine(daysInOrder, { path: ['end_date'], error: DAYS_RULE });
}

/** What is wrong with days that are not in order. */
export const DAYS_RULE = 'Must not be before `start_date`.';

/** Whether the project ends on or after the day it starts; so it does while one of the days is not known. */
export function daysInOrder(story: object): boolean {
  const { start_date: start, end_date: end } = story as { start_date?: string; end_date?: string };
  return start === undefined || end === undefined || end >= start;
}

/** Texts of a case study that the AI has written, or a partner after it; Markdown. */
export const ENHANCED_TEXTS = [
  'problem_statement_enhanced',
  'proposed_solution_enhanced',
  'outcomes_enhanced',
  'tco_analysis_enhanced',
  'lessons_learned_enhanced',
] as const;

/** Lists of advice that come with them. */
export const ADVICE_LISTS = [
  'architecture_diagram_suggestions',
  'cloud_services_recommendations',
  'validation_tips',
] as const;

/** What was generated for a case study; title and short description are fields of the case study itself. */
export type GeneratedTexts = { [Name in (typeof ENHANCED_TEXTS)[number]]?: string } & {
  [Name in (typeof ADVICE_LISTS)[number]]?: string[];
};

/** A case study as the AI wrote it. */
export type WrittenCaseStudy = {
  case_study_title: string;
  short_description: string;
  generated_content: GeneratedTexts;
};

/** What the partner tells, among other values, as a writer is told it. */
export function storyOf(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(storyFields, name)));
}
