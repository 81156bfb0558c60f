import { EVENT_CHANNELS, EVENT_TYPES } from '../../capabilities/types.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';

/** What events can be narrowed by. */
export const listEventWords = operation({
  name: 'gtm_schedule.list_words',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async () => ({ event_types: [...EVENT_TYPES], channels: [...EVENT_CHANNELS] }),
});
