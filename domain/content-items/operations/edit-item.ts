import { actorName } from '../../kernel/call.ts';
import { resourceUpdated } from '../../kernel/change-notices.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { contentItemParams, editBody } from '../schema.ts';
import { editItem, lockContentItem } from '../store.ts';
import { ownContentItem } from '../target.ts';
import type { ContentItemRow } from '../types.ts';

/** Changes title or text of an item; the earlier text stays readable as a version. */
export const editContentItem = operation({
  name: 'content_items.edit',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownContentItem,
  input: editBody,
  run: (deps, call, change, { id }): Promise<ContentItemRow> =>
    deps.transaction(call, async (tx) => {
      const item = await lockContentItem(tx.em, id);
      if (!item) throw notFound('Content item');
      if (change.version !== undefined && change.version !== item.version) {
        throw conflict('The content item has been changed meanwhile; read it again and repeat the change.');
      }
      const text = { title: change.title ?? item.title, body: change.body ?? item.body };
      const edited = await editItem(tx.em, tx.now, item, text, actorName(call.actor));
      tx.audit({
        type: 'content_item',
        id: id,
        details: { version: edited.version },
      });
      tx.announce(resourceUpdated(item.partner_id, 'content-items', id));
      return edited;
    }),
});
