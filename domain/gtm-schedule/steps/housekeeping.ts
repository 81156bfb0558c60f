import { rollUpCounts } from '../../kernel/counters.ts';

/** Rolls up the counters of the list of events. */
export const rollUpEventCounts = rollUpCounts('gtm_schedule.roll_up_counts', {
  name: 'gtm_event_count',
  kinds: ['event_type', 'channel', 'campaign_id'],
});

/** Rolls up the changes by which unchanged feeds are known. */
export const rollUpEventChanges = rollUpCounts('gtm_schedule.roll_up_changes', { name: 'gtm_event_change', kinds: [] });
