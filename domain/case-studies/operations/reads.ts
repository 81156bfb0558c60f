import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { inputSchema } from '../../kernel/json-schema.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { type TextFormat, textFileQuery } from '../../kernel/text-formats.ts';
import { INDUSTRY_VERTICALS, USE_CASES } from '../data/categories.ts';
import { COUNTRIES } from '../data/countries.ts';
import { caseStudyNotFound } from '../rules.ts';
import {
  type CaseStudyQuery,
  caseStudyParams,
  createCaseStudyBody,
  listCaseStudiesQuery,
  listSubmissionsQuery,
} from '../schema.ts';
import { selectCaseStudies } from '../store.ts';
import { selectSubmissions } from '../submission-store.ts';
import { CASE_STUDY_STATUSES, type CaseStudy, type CaseStudySummary } from '../table.ts';
import { ownCaseStudy } from '../target.ts';

/** A page with its query. */
export interface CaseStudyPage extends Page<CaseStudySummary> {
  query: CaseStudyQuery;
}

/** Lists the partner's case studies, newest first. */
export const listCaseStudies = operation({
  name: 'case_studies.list',
  permission: 'view_content',
  params: nothing,
  input: listCaseStudiesQuery,
  run: async (deps, call, query): Promise<CaseStudyPage> => ({
    ...(await selectCaseStudies(deps.db, partnerOf(call), query)),
    query,
  }),
});

/** Returns one case study with inputs and generated content. */
export const getCaseStudy = readOperation({
  name: 'case_studies.get',
  permission: 'view_content',
  params: caseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: ownCaseStudy,
});

/** Returns a case study in the layout of the portal's form. */
export const exportCaseStudy = readOperation({
  name: 'case_studies.export',
  permission: 'view_content',
  params: caseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: ownCaseStudy,
});

/** A case study to be written as a file. */
export interface CaseStudyFile {
  caseStudy: CaseStudy;
  format: TextFormat;
}

/** Returns a case study for a file in a format. */
export const caseStudyFile = operation({
  name: 'case_studies.file',
  permission: 'view_content',
  params: caseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: ownCaseStudy,
  input: textFileQuery,
  run: async (_deps, _call, { format }, caseStudy): Promise<CaseStudyFile> => ({ caseStudy, format }),
});

/** Lists the submissions of a case study with their outcomes, newest first. */
export const listSubmissions = operation({
  name: 'case_studies.list_submissions',
  permission: 'view_content',
  params: caseStudyParams,
  unknownRecord: caseStudyNotFound,
  target: ownCaseStudy,
  input: listSubmissionsQuery,
  run: (deps, _call, query, { id }) => selectSubmissions(deps.db, id, query),
});

/** Enumerations for fields and list filters. */
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

/** Lists the enumerations. */
export const listCaseStudyWords = operation({
  name: 'case_studies.filters',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async (): Promise<CaseStudyWords> => WORDS,
});

/** JSON Schema of a case study with the enumerations. */
export interface CaseStudySchema {
  schema: Record<string, unknown>;
  words: CaseStudyWords;
}

/** Returns the JSON Schema (2020-12) of a case study; the order of the project's days is not in it. */
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
