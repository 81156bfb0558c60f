import { actorName } from '../../kernel/call.ts';
import { conflict } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { contentItemParams, editBody } from '../schema.ts';
import { editItem } from '../store.ts';
import { ownContentItem } from '../target.ts';
import type { ContentItemRow } from '../types.ts';

/** Changes title or text of an item; the earlier text stays readable as a version. */
export const editContentItem = operation({
  name: 'content_items.edit',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownContentItem,
  input: editBody,
  run: (deps, call, change, item): Promise<ContentItemRow> => {
    if (change.version !== undefined && change.version !== item.version) throw changedMeanwhile();
    return deps.transaction(call, async (tx) => {
      const text = { title: change.title ?? item.title, body: change.body ?? item.body };
      const edited = await editItem(tx.em, tx.now, item, text, actorName(call.actor));
      if (!edited) throw changedMeanwhile();
      tx.audit({
        action: 'content_items.edit',
        resourceType: 'content_item',
        resourceId: item.id,
        details: { version: edited.version },
      });
      return edited;
    });
  },
});

function changedMeanwhile() {
  return conflict('The content item has been changed meanwhile; read it again and repeat the change.');
}
