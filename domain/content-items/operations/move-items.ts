import { resourceUpdated } from '../../kernel/change-events.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireApproved } from '../approvals.ts';
import { bulkMoveBody, kanbanItemParams, moveBody, ownContentItem } from '../schema.ts';
import { lockItems, type MovedItem, updateItemStatuses } from '../store.ts';
import type { KanbanStatus } from '../table.ts';
import { type WithTags, withTags, withTagsOf } from '../tags.ts';

/**
 * Moves the partner's items among these ids that are on the board when the work begins: one that comes back from the trash
 * meanwhile would be moved unchecked. Throws CONFLICT where one of them may not come to the column.
 */
async function move(
  tx: Tx,
  { capabilities }: Deps,
  { partnerId, status, ids: named }: { partnerId: number; ids: readonly number[]; status: KanbanStatus },
): Promise<MovedItem[]> {
  const items = await lockItems(tx.em, partnerId, named);
  await requireApproved(tx, partnerId, items, status);
  const ids = items.map(({ id }) => id);
  for (const require of capabilities.itemsMoving) await require(tx, { partnerId, ids, status });
  return updateItemStatuses(tx.em, tx.now, partnerId, ids, status);
}

/**
 * Moves one item to a column. Every move is allowed, but for want of approval where the partner requires it, and of what other
 * areas require.
 */
export const moveItem = operation({
  name: 'kanban.move',
  permission: 'manage_content',
  params: kanbanItemParams,
  target: (deps, call, { contentId }) => ownContentItem(deps, call, { id: contentId }),
  input: moveBody,
  async change(tx, { deps, input, target }): Promise<MovedItem & WithTags> {
    const [moved] = await move(tx, deps, { partnerId: target.partner_id, ids: [target.id], status: input.status });
    if (!moved) throw notFound('Content item');
    return withTagsOf(tx.em, moved);
  },
  audit: ({ id, previous_status, kanban_status }) => ({
    type: 'content_item',
    id,
    details: { from: previous_status, to: kanban_status },
  }),
  changeEvent: ({ partner_id, id }) => resourceUpdated(partner_id, 'content-items', id, 'moved'),
});

/** Result of a bulk move; `notFound` has ids that are no items of the partner. */
export interface BulkMove {
  moved: (MovedItem & WithTags)[];
  requested: number;
  notFound: number[];
}

/** Moves up to 100 items in one transaction; none where one of them may not be moved. */
export const moveItems = operation({
  name: 'kanban.bulk_move',
  permission: 'manage_content',
  params: nothing,
  input: bulkMoveBody,
  async change(tx, { deps, call, input }): Promise<BulkMove> {
    const ids = [...new Set(input.content_ids)];
    const moved = await move(tx, deps, { partnerId: partnerOf(call), ids, status: input.status });
    const found = new Set(moved.map(({ id }) => id));
    return { moved: await withTags(tx.em, moved), requested: ids.length, notFound: ids.filter((id) => !found.has(id)) };
  },
  audit: ({ moved }) =>
    moved.map(({ id, previous_status, kanban_status }) => ({
      type: 'content_item',
      id,
      details: { from: previous_status, to: kanban_status },
    })),
  changeEvent: ({ moved }) =>
    moved.map(({ partner_id, id }) => resourceUpdated(partner_id, 'content-items', id, 'moved')),
});
