import { rollUpCounts } from '../../kernel/counters.ts';

/** Rolls up the board's counters. */
export const rollUpBoardCounts = rollUpCounts('content_items.fold_counts', {
  name: 'content_item_count',
  kinds: ['content_type', 'kanban_status'],
});
