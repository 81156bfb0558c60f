import { z } from 'zod';
import { GENERATED_MEANINGS, SUGGESTED_FIELDS, SUGGESTION_MODES } from '../../domain/case-studies/fields.ts';
import type { CaseStudyPage, CaseStudySchema, CaseStudyWords } from '../../domain/case-studies/operations/reads.ts';
import type { Suggestion } from '../../domain/case-studies/operations/suggest-field.ts';
import { SCHEMA_VERSION } from '../../domain/case-studies/rules.ts';
import {
  CASE_STUDY_STATUSES,
  type CaseStudy,
  type CaseStudySubmissionRow,
  type CaseStudySummary,
  GENERATION_STATUSES,
  SUBMISSION_STATUSES,
} from '../../domain/case-studies/table.ts';
import type { Language } from '../language/languages.ts';
import { translate, translatedSchema } from '../language/translate.ts';
import { datetime, datetimeSchema, idSchema, page, presenter, resource } from '../resource.ts';

/** Path of the collection, for links. */
export const COLLECTION = '/api/v1/partners/case-studies';

const text = z.string();
const texts = z.array(text);
const day = z.iso.date();

const summaryAttributes = {
  company_name: text.describe('Name of the customer.'),
  case_study_title: text
    .nullable()
    .describe('At most 80 characters, from the partner or the AI; null if there is none yet. Required for submission.'),
  short_description: text
    .nullable()
    .describe('At most 300 characters, from the partner or the AI; null if there is none yet.'),
  status: z
    .enum(CASE_STUDY_STATUSES)
    .describe('`draft`: not submitted; `submitted`: waiting for an administrator; `validated`: final.'),
  is_public: z.boolean().describe('Whether it may be shown publicly.'),
  country: text.describe('Country of the customer: an English short name of ISO 3166-1.'),
  industry_verticals: texts.describe('Industries of the customer; may be empty.'),
  use_cases: texts.describe('What the cloud was used for; may be empty.'),
  start_date: day.describe('First day of the project.'),
  end_date: day.describe('Last day of the project.'),
  has_generated_content: z.boolean().describe('Whether `generated_content` of the single view has texts.'),
  sandbox: z.literal(true).optional().describe('Created with a sandbox key.'),
  created_at: datetimeSchema,
  updated_at: datetimeSchema,
};
const links = { self: text, export: text, suggest: text };

function presentSummary(caseStudy: CaseStudySummary) {
  return {
    company_name: caseStudy.company_name,
    case_study_title: caseStudy.case_study_title,
    short_description: caseStudy.short_description,
    status: caseStudy.status,
    is_public: caseStudy.is_public,
    country: caseStudy.country,
    industry_verticals: caseStudy.industry_verticals,
    use_cases: caseStudy.use_cases,
    start_date: caseStudy.start_date,
    end_date: caseStudy.end_date,
    has_generated_content: caseStudy.has_generated_content,
    ...(caseStudy.sandbox && { sandbox: true as const }),
    created_at: datetime(caseStudy.created_at),
    updated_at: datetime(caseStudy.updated_at),
  };
}

function linksOf(id: number): { self: string; export: string; suggest: string } {
  const self = pathOf(id);
  return { self, export: `${self}/export`, suggest: `${self}/suggest` };
}

/** Path of a case study. */
export function pathOf(id: number): string {
  return `${COLLECTION}/${id}`;
}

/** A case study as lists show it. */
const caseStudyResource = resource({
  type: 'case_study',
  attributes: summaryAttributes,
  links,
  present: (caseStudy: CaseStudySummary) => ({
    attributes: presentSummary(caseStudy),
    links: linksOf(caseStudy.id),
  }),
});

const generatedContent = z
  .object({
    case_study_title: text.describe('Repeats the title of the case study.'),
    short_description: text.describe('Repeats the short description of the case study.'),
    problem_statement_enhanced: text.describe(GENERATED_MEANINGS.problem_statement_enhanced),
    proposed_solution_enhanced: text.describe(GENERATED_MEANINGS.proposed_solution_enhanced),
    outcomes_enhanced: text.describe(GENERATED_MEANINGS.outcomes_enhanced),
    tco_analysis_enhanced: text.describe(GENERATED_MEANINGS.tco_analysis_enhanced),
    lessons_learned_enhanced: text.describe(GENERATED_MEANINGS.lessons_learned_enhanced),
    architecture_diagram_suggestions: texts.describe(GENERATED_MEANINGS.architecture_diagram_suggestions),
    cloud_services_recommendations: texts.describe(GENERATED_MEANINGS.cloud_services_recommendations),
    validation_tips: texts.describe(GENERATED_MEANINGS.validation_tips),
  })
  .partial();

/** A case study with inputs and generated content. */
export const caseStudyDetailResource = resource({
  type: 'case_study',
  name: 'CaseStudyDetail',
  attributes: {
    ...summaryAttributes,
    problem_statement: text.describe("The customer's problem, as the partner wrote it."),
    proposed_solution: text.describe('The solution and the products used, as the partner wrote it.'),
    outcomes: text.describe('The outcomes, as the partner wrote them.'),
    tco_analysis: text.nullable().describe('Total cost, before and after; null if the partner wrote nothing.'),
    lessons_learned: text.nullable().describe('Lessons for others; null if the partner wrote nothing.'),
    cloud_services_used: text
      .nullable()
      .describe('Cloud services used by the solution; null if the partner named none.'),
    isv_tools: text
      .nullable()
      .describe('Tools of independent software vendors used by the solution; null if the partner named none.'),
    generated_content: generatedContent
      .nullable()
      .describe('Texts by the AI, editable by the partner, with Markdown emphasis; null if there are none.'),
    returned_for: text
      .nullable()
      .describe('Why the last submission was returned, while the case study is still a draft.'),
  },
  links,
  present: (caseStudy: CaseStudy, { language }) => ({
    attributes: {
      ...presentSummary({ ...caseStudy, has_generated_content: caseStudy.generated_content !== null }),
      generated_content: presentGenerated(caseStudy, language),
    },
    links: linksOf(caseStudy.id),
  }),
});

/** There is one title and one short description. The database does not keep the order of the other fields. */
function presentGenerated(
  { case_study_title, short_description, generated_content: content }: CaseStudy,
  language: Language | undefined,
): z.input<typeof generatedContent> | null {
  if (content === null) return null;
  const { validation_tips: tips } = content;
  const whole = {
    ...content,
    // Those that the service adds itself.
    ...(tips && { validation_tips: tips.map((tip) => (tip.startsWith('Review: ') ? translate(tip, language) : tip)) }),
    case_study_title,
    short_description,
  };
  const names = Object.keys(generatedContent.shape) as (keyof typeof whole)[];
  return Object.fromEntries(names.filter((name) => whole[name] != null).map((name) => [name, whole[name]]));
}

const generation = z.object({
  status: z
    .enum(GENERATION_STATUSES)
    .describe('While it is `running`, the case study cannot be changed or deleted; the others are final.'),
  error: z
    .object({
      code: z.literal('GENERATION_FAILED'),
      message: text.describe('Why it failed, as a sentence for people; failed generations are not charged.'),
    })
    .optional(),
});

const GENERATION_MEANING = 'Progress of the AI; `meta` is present only for case studies from `POST …/generate`.';

/** One case study, with the progress of its generation, if there was one. */
export const oneCaseStudy = presenter(
  z.object({
    data: caseStudyDetailResource.schema,
    meta: z.object({ generation: generation.describe(GENERATION_MEANING) }).optional(),
  }),
  (caseStudy: CaseStudy, context) => ({
    data: caseStudyDetailResource.present(caseStudy, context),
    ...(caseStudy.generation && { meta: { generation: presentGeneration(caseStudy.generation, context.language) } }),
  }),
);

function presentGeneration(
  { status, error }: NonNullable<CaseStudy['generation']>,
  language: Language | undefined,
): z.input<typeof generation> {
  const message = error && translate(error, language);
  return { status, ...(message !== null && { error: { code: 'GENERATION_FAILED', message } }) };
}

const plainPage = page(caseStudyResource);

/** A page with links to the others. */
export const caseStudyPage = presenter(
  plainPage.schema.extend({
    links: z.object({ first: text, last: text, prev: text.nullable(), next: text.nullable() }),
  }),
  ({ query, ...rows }: CaseStudyPage, context) => {
    const { data, meta } = plainPage.present(rows, context);
    const { page: _page, cursor: _cursor, per_page, dir, ...filters } = query;
    const at = meta.page;
    // Newest first is what a list without it is.
    const chosen = { ...filters, ...(dir === 'asc' && { dir }) };
    const to = (number: number) => {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries({ ...chosen, page: number, per_page })) {
        if (value !== undefined) parameters.set(name, String(value));
      }
      return `${COLLECTION}?${parameters}`;
    };
    const last = Math.max(1, meta.total_pages);
    return {
      data,
      meta,
      links: {
        first: to(1),
        last: to(last),
        prev: at > 1 ? to(Math.min(at - 1, last)) : null,
        next: at < last ? to(at + 1) : null,
      },
    };
  },
);

/** A submission with its outcome. */
export const caseStudySubmissionResource = resource({
  type: 'case_study_submission',
  attributes: {
    status: z
      .enum(SUBMISSION_STATUSES)
      .describe(
        '`pending`: waiting; `withdrawn`: taken back by the partner; administrators returned or validated the others.',
      ),
    reason: text.nullable().describe('What has to change; only for returned submissions.'),
    submitted_at: datetimeSchema.describe('When the partner submitted it.'),
    ended_at: datetimeSchema
      .nullable()
      .describe('When it was withdrawn, returned or validated; null while it is pending.'),
  },
  present: (_submission: CaseStudySubmissionRow) => ({}),
});

const suggestion = resource({
  type: 'case_study_suggestion',
  id: text,
  attributes: {
    field: z.enum(SUGGESTED_FIELDS).describe('The requested field.'),
    mode: z
      .enum(SUGGESTION_MODES)
      .describe(
        '`replace`: a new text; `append`: a continuation of the present text; `refine`: the present text, improved.',
      ),
    suggestion: text.describe('The suggested text, which is not saved: to save it, PATCH the case study.'),
    case_study_id: idSchema.describe('The case study of the field.'),
  },
  present: ({ field, suggestion: suggested, caseStudyId }: Suggestion) => ({
    id: `${caseStudyId}-${field}`,
    attributes: { suggestion: suggested, case_study_id: caseStudyId },
  }),
});

/** A suggested text for a field; it is not saved. */
export const oneSuggestion = presenter(
  z.object({ data: suggestion.schema, links: z.object({ case_study: text }) }),
  (suggested: Suggestion, context) => ({
    data: suggestion.present(suggested, context),
    links: { case_study: pathOf(suggested.caseStudyId) },
  }),
);

const words = z.object({
  industry_verticals: texts.describe("All values of a case study's `industry_verticals`."),
  use_cases: texts.describe("All values of a case study's `use_cases`."),
  countries: texts.describe("All values of a case study's `country`: English short names of ISO 3166-1."),
  statuses: texts.describe('The states of a case study in lifecycle order.'),
});

/** The vocabulary of case studies. */
export const caseStudyWords = presenter(words, (all: CaseStudyWords) => presentWords(all));

function presentWords({ industry_verticals, use_cases, countries, statuses }: CaseStudyWords): z.input<typeof words> {
  return {
    industry_verticals: [...industry_verticals],
    use_cases: [...use_cases],
    countries: [...countries],
    statuses: [...statuses],
  };
}

/** The form of a case study as JSON Schema. */
export const caseStudySchema = presenter(
  z.object({
    data: z.object({
      type: z.literal('json_schema'),
      id: text,
      schema_version: z.literal(SCHEMA_VERSION),
      attributes: z.record(text, z.unknown()).describe('JSON Schema 2020-12 for creating a case study.'),
    }),
    meta: words,
    links: z.object({ case_studies: text, generate: text }),
  }),
  ({ schema, words: all }: CaseStudySchema, { language }) => ({
    data: {
      type: 'json_schema' as const,
      id: 'case_study',
      schema_version: SCHEMA_VERSION,
      attributes: translatedSchema(schema, language),
    },
    meta: presentWords(all),
    links: { case_studies: COLLECTION, generate: `${COLLECTION}/generate` },
  }),
);
