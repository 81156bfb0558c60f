import { resourceUpdated } from '../../kernel/change-notices.ts';
import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { kanbanItemParams, moveBody } from '../schema.ts';
import { type MovedItem, moveItems } from '../store.ts';
import { ownContentItem } from '../target.ts';

/** Moves one item to a column; any column may follow any other. */
export const moveItem = operation({
  name: 'kanban.move',
  permission: 'manage_content',
  params: kanbanItemParams,
  target: (deps, call, { contentId }) => ownContentItem(deps, call, { id: contentId }),
  input: moveBody,
  run: (deps, call, { status }, item): Promise<MovedItem> =>
    deps.transaction(call, async (tx) => {
      const [moved] = await moveItems(tx.em, tx.now, item.partner_id, [item.id], status);
      if (!moved) throw notFound('Content item');
      tx.audit({
        type: 'content_item',
        id: item.id,
        details: { from: moved.previous_status, to: status },
      });
      tx.announce(resourceUpdated(item.partner_id, 'content-items', item.id));
      return moved;
    }),
});
