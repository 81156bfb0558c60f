import { actorName } from '../../kernel/call.ts';
import { resourceUpdated } from '../../kernel/change-events.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { requireRoom } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { contentItemParams, ownContentItem, updateBody } from '../schema.ts';
import { lockContentItem, updateItem } from '../store.ts';
import type { ContentItemRow } from '../table.ts';
import { sumTextBytes } from '../version-store.ts';

/** Updates title or text of an item and keeps the earlier text as a version. */
export const updateContentItem = operation({
  name: 'content_items.edit',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownContentItem,
  input: updateBody,
  lock: (tx, _call, { id }) => lockContentItem(tx.em, id),
  async change(tx, { deps, call, input, target }): Promise<ContentItemRow> {
    const item = await lockContentItem(tx.em, target.id);
    if (!item) throw notFound('Content item');
    if (input.version !== undefined && input.version !== item.version) {
      throw conflict('The content item has been changed meanwhile; read it again and repeat the change.');
    }
    const text = { title: input.title ?? item.title, body: input.body ?? item.body };
    if (text.title === item.title && text.body === item.body) {
      tx.unchanged();
      return item;
    }
    const partnerId = item.partner_id;
    await requireRoom(tx.em, deps.limits, 'text_bytes', { partnerId, count: () => sumTextBytes(tx.em, partnerId) });
    const updated = await updateItem(tx.em, tx.now, item, text, actorName(call.actor));
    if (text.title !== item.title) {
      const renamed = { id: item.id, partnerId, from: item.title, to: text.title };
      for (const rename of deps.capabilities.itemRenamed) await rename(tx, renamed);
    }
    return updated;
  },
  audit: ({ id, version }) => ({ type: 'content_item', id, details: { version } }),
  changeEvent: ({ partner_id, id }) => resourceUpdated(partner_id, 'content-items', id),
});
