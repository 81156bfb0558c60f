import { resourceUpdated } from '../../kernel/change-events.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { kanbanItemParams, moveBody } from '../schema.ts';
import { type MovedItem, updateItemStatuses } from '../store.ts';
import { ownContentItem } from '../target.ts';

/** Moves one item to a column; every move is allowed. */
export const moveItem = operation({
  name: 'kanban.move',
  permission: 'manage_content',
  params: kanbanItemParams,
  target: (deps, call, { contentId }) => ownContentItem(deps, call, { id: contentId }),
  input: moveBody,
  async change(tx, { input, target }): Promise<MovedItem> {
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
