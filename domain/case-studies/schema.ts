import { z } from 'zod';
import { direction, looseText, ofSandbox, pageQuery, recordId, resettable, text } from '../kernel/schema.ts';
import {
  ADVICE_LISTS,
  caseStudyFields,
  ENHANCED_TEXTS,
  GENERATED_MEANINGS,
  generationFields,
  MAX_DESCRIPTION_LENGTH,
  MAX_TITLE_LENGTH,
  storyFields,
  suggestionFields,
  withProjectDays,
} from './fields.ts';
import { CASE_STUDY_STATUSES } from './table.ts';

export const caseStudyParams = z.object({ id: recordId.describe('Id of a case study.') });

export const partnerCaseStudyParams = z.object({
  partner_id: recordId.describe('Number of the partner.'),
  case_study_id: recordId.describe('Id of a case study.'),
});

export const listCaseStudiesQuery = z.object({
  status: z.enum(CASE_STUDY_STATUSES).optional().describe('Only case studies in this state.'),
  is_public: z.boolean().optional().describe('Only public case studies, or only the others.'),
  ...ofSandbox,
  dir: direction,
  ...pageQuery(),
});
export type CaseStudyQuery = z.output<typeof listCaseStudiesQuery>;

export const listSubmissionsQuery = z.object(pageQuery());

export const returnCaseStudyBody = z.object({
  reason: text(2_000).describe('What has to change before it is submitted again; shown to the partner.'),
});

export const createCaseStudyBody = withProjectDays(caseStudyFields);

export const generateBody = withProjectDays(generationFields);

export const suggestBody = z.object(suggestionFields);

/** null removes the value. */
const removable = <Field extends z.ZodType>(field: Field) => field.nullable().optional();

const title = text(MAX_TITLE_LENGTH);
const description = text(MAX_DESCRIPTION_LENGTH);
const advice = z.array(looseText(1_000)).max(100, 'Must have at most 100 entries.');

const generatedContent = z.object({
  case_study_title: removable(title).describe(
    'The title of the case study; the field beside `generated_content` takes precedence.',
  ),
  short_description: removable(description).describe(
    'The short description of the case study; the field beside `generated_content` takes precedence.',
  ),
  ...fieldsOf(ENHANCED_TEXTS, removable(looseText())),
  ...fieldsOf(ADVICE_LISTS, removable(advice)),
});

/** Omitted fields keep their value, null clears optional ones. The operation checks days against the stored ones. */
export const updateCaseStudyBody = z.object({
  ...z.object(storyFields).partial().shape,
  is_public: resettable<boolean, boolean>(z.boolean('Must be a boolean.'), false).describe(
    'Whether it may be shown publicly; null means `false`.',
  ),
  case_study_title: removable(title).describe('Title of the case study; required for submission.'),
  short_description: removable(description).describe('Summary of the case study, in one or two sentences.'),
  generated_content: removable(generatedContent).describe('Merged key by key; null removes a key, or all of them.'),
  status: z.enum(CASE_STUDY_STATUSES).optional().describe('`submitted` or `draft`; only administrators validate.'),
});
export type CaseStudyChanges = z.output<typeof updateCaseStudyBody>;

function fieldsOf<const Name extends keyof typeof GENERATED_MEANINGS, Field extends z.ZodType>(
  names: readonly Name[],
  field: Field,
): Record<Name, Field> {
  return Object.fromEntries(names.map((name) => [name, field.describe(GENERATED_MEANINGS[name])])) as Record<
    Name,
    Field
  >;
}
