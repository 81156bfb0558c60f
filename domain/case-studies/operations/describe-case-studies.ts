import { nothing } from '../../kernel/invoke.ts';
import { inputSchema } from '../../kernel/json-schema.ts';
import { operation } from '../../kernel/operation.ts';
import { COUNTRIES } from '../data/countries.ts';
import { INDUSTRY_VERTICALS } from '../data/industry-verticals.ts';
import { USE_CASES } from '../data/use-cases.ts';
import { createCaseStudyBody } from '../schema.ts';
import { CASE_STUDY_STATUSES } from '../table.ts';

/** Words that case studies are described by, and that lists of them are filtered by. */
export interface CaseStudyWords {
  industry_verticals: readonly string[];
  use_cases: readonly string[];
  countries: readonly string[];
  statuses: readonly string[];
}

const WORDS: CaseStudyWords = {
  industry_verticals: INDUSTRY_VERTICALS,
  use_cases: USE_CASES,
  countries: COUNTRIES,
  statuses: CASE_STUDY_STATUSES,
};

/** The words alone. */
export const listCaseStudyWords = operation({
  name: 'case_studies.filters',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async (): Promise<CaseStudyWords> => WORDS,
});

/** The form of a case study, with the words. */
export interface CaseStudySchema {
  schema: Record<string, unknown>;
  words: CaseStudyWords;
}

/** JSON Schema 2020-12 of what makes a case study; that the project ends after it starts is not in it. */
export const getCaseStudySchema = operation({
  name: 'case_studies.schema',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async (): Promise<CaseStudySchema> => ({ schema: schemaOfBody(), words: WORDS }),
});

let made: Record<string, unknown> | undefined;

function schemaOfBody(): Record<string, unknown> {
  made ??= { title: 'Case study', ...inputSchema(createCaseStudyBody) };
  return made;
}
