import { foldCounts } from '../../kernel/counters.ts';

/** Folds the counters of the list of case studies. */
export const foldCaseStudyCounts = foldCounts('case_studies.fold_counts', {
  name: 'case_study_count',
  kinds: ['status', 'is_public'],
});
