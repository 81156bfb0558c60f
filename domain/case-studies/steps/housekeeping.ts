import { rollUpCounts } from '../../kernel/counters.ts';
import { listStale } from '../../kernel/stale-rows.ts';

/** Lists running generations whose workflow run may be lost. */
export const listStaleGenerations = listStale('case_studies.list_stale', {
  table: 'case_study_generation',
  open: ['running'],
  startedBy: 'case_study.generate',
});

/** Rolls up the counters of the list of case studies. */
export const rollUpCaseStudyCounts = rollUpCounts('case_studies.roll_up_counts', {
  name: 'case_study_count',
  kinds: ['status', 'is_public'],
});
