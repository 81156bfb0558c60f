import { foldCounts } from '../../kernel/counters.ts';

/** Folds the counters of the list of events. */
export const foldEventCounts = foldCounts('gtm_schedule.fold_counts', {
  name: 'gtm_event_count',
  kinds: ['event_type', 'channel', 'campaign_id'],
});
