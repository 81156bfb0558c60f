import { rollUpCounts } from '../../kernel/counters.ts';

/** Rolls up the board's counters. */
export const rollUpBoardCounts = rollUpCounts('content_items.roll_up_counts', {
  name: 'content_item_count',
  kinds: ['content_type', 'kanban_status'],
});

/** Rolls up the sizes of texts. */
export const rollUpTextSizes = rollUpCounts('content_items.roll_up_text_sizes', {
  name: 'content_text_size',
  kinds: [],
  sums: ['bytes'],
});
