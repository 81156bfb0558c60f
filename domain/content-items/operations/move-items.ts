import { resourceUpdated } from '../../kernel/change-events.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireApproved } from '../approvals.ts';
import { bulkMoveBody, kanbanItemParams, moveBody, ownContentItem } from '../schema.ts';
import { type MovedItem, updateItemStatuses } from '../store.ts';

/** Moves one item to a column. Every move is allowed, but for want of approval where the partner requires it. */
export const moveItem = operation({
  name: 'kanban.move',
  permission: 'manage_content',
  params: kanbanItemParams,
  target: (deps, call, { contentId }) => ownContentItem(deps, call, { id: contentId }),
  input: moveBody,
  async change(tx, { input, target }): Promise<MovedItem> {
    await requireApproved(tx, target.partner_id, [target.id], input.status);
    const [moved] = await updateItemStatuses(tx.em, tx.now, target.partner_id, [target.id], input.status);
    if (!moved) throw notFound('Content item');
    return moved;
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
  moved: MovedItem[];
  requested: number;
  notFound: number[];
}

/** Moves up to 100 items in one transaction; none where one is not approved and the partner requires it. */
export const moveItems = operation({
  name: 'kanban.bulk_move',
  permission: 'manage_content',
  params: nothing,
  input: bulkMoveBody,
  async change(tx, { call, input }): Promise<BulkMove> {
    const ids = [...new Set(input.content_ids)];
    await requireApproved(tx, partnerOf(call), ids, input.status);
    const moved = await updateItemStatuses(tx.em, tx.now, partnerOf(call), ids, input.status);
    const found = new Set(moved.map(({ id }) => id));
    return { moved, requested: ids.length, notFound: ids.filter((id) => !found.has(id)) };
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
