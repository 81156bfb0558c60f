import { listStale } from '../../kernel/stale-rows.ts';

/** Running generations whose run may be lost. */
export const listStaleGenerations = listStale('case_studies.list_stale', {
  table: 'case_study_generation',
  open: ['running'],
  startedBy: 'case_study.generate',
});
