import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { boardChanged } from '../board-changes.ts';
import { requireWithinItemLimits } from '../limits.ts';
import { contentItemParams, ownListedItem, ownStoredItem } from '../schema.ts';
import { findContentItem, lockStoredItem } from '../store.ts';
import { type TaggedItem, withTagsOf } from '../tags.ts';
import { deleteItems, restoreItems } from '../trash-store.ts';

/** Moves an item from the board to the trash, where it can be restored for 30 days. */
export const deleteContentItem = operation({
  name: 'content_items.delete',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownListedItem,
  input: nothing,
  prepare: async (_deps, call, _input, item) => requireSameMode(call, item),
  lock: (tx, _call, { id }) => lockStoredItem(tx.em, id),
  async change(tx, { target: { id, partner_id: partnerId } }): Promise<void> {
    const [deleted] = await deleteItems(tx.em, tx.now, { partnerId, ids: [id] });
    if (!deleted) throw notFound('Content item');
  },
  audit: (_output, { target: { id } }) => ({ type: 'content_item', id }),
  changeEvent: (_output, { target: { id, partner_id } }) => boardChanged(partner_id, [id], 'changed'),
});

/** Moves an item from the trash to the column in which it was; nothing changes where it is on the board. */
export const restoreContentItem = operation({
  name: 'content_items.restore',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownStoredItem,
  input: nothing,
  prepare: async (_deps, call, _input, item) => requireSameMode(call, item),
  lock: (tx, _call, { id }) => lockStoredItem(tx.em, id),
  async change(tx, { deps, target: { id, partner_id: partnerId } }): Promise<TaggedItem> {
    const locked = await lockStoredItem(tx.em, id);
    if (!locked) throw notFound('Content item');
    if (locked.deleted_at === null) tx.unchanged();
    else {
      await requireWithinItemLimits(tx, deps, { partnerId });
      await restoreItems(tx.em, tx.now, { partnerId, ids: [id] });
    }
    const item = await findContentItem(tx.em, id);
    if (!item) throw notFound('Content item');
    return withTagsOf(tx.em, item);
  },
  audit: ({ id }) => ({ type: 'content_item', id }),
  changeEvent: ({ id, partner_id }) => boardChanged(partner_id, [id], 'made'),
});
