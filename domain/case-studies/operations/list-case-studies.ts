import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { type CaseStudyQuery, listCaseStudiesQuery } from '../schema.ts';
import { listCaseStudies as listRows } from '../store.ts';
import type { CaseStudySummary } from '../types.ts';

/** A page, and what was asked for. */
export interface CaseStudyPage extends Page<CaseStudySummary> {
  query: CaseStudyQuery;
}

/** The partner's case studies, newest first. */
export const listCaseStudies = operation({
  name: 'case_studies.list',
  permission: 'view_content',
  params: nothing,
  input: listCaseStudiesQuery,
  run: async (deps, call, query): Promise<CaseStudyPage> => ({
    ...(await listRows(deps.db, partnerOf(call), query)),
    query,
  }),
});
