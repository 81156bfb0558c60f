import { notFound } from '../../kernel/errors.ts';
import { consolePersonOf, nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { countFavorites, deleteFavorite, insertFavorite, isFavorite } from '../favorite-store.ts';
import type { WithFavorite } from '../favorites.ts';
import { contentItemParams, ownContentItem, ownListedItem } from '../schema.ts';
import { lockContentItem } from '../store.ts';
import { type TaggedItem, withTagsOf } from '../tags.ts';

/** Marks an item as a favourite of the person; nothing changes where it is one. */
export const addFavoriteItem = operation({
  name: 'content_items.add_favorite',
  permission: 'console',
  params: contentItemParams,
  target: ownContentItem,
  input: nothing,
  lock: (tx, _call, { id }) => lockContentItem(tx.em, id),
  async change(tx, { deps, call, target }): Promise<TaggedItem & WithFavorite> {
    const { userId } = consolePersonOf(call.actor);
    const item = await lockContentItem(tx.em, target.id);
    if (!item) throw notFound('Content item');
    const mark = { userId, itemId: item.id };
    if (await isFavorite(tx.em, mark)) tx.unchanged();
    else {
      const count = () => countFavorites(tx.em, userId);
      await requireWithinLimit(tx.em, deps.limits, 'content_favorites', { partnerId: partnerOf(call), count });
      await insertFavorite(tx.em, tx.now, mark);
    }
    return { ...(await withTagsOf(tx.em, item)), favorite: true };
  },
  audit: ({ id }) => ({ type: 'content_item', id }),
});

/** Takes the mark back; nothing changes where there is none. */
export const removeFavoriteItem = operation({
  name: 'content_items.remove_favorite',
  permission: 'console',
  params: contentItemParams,
  target: ownListedItem,
  input: nothing,
  async change(tx, { call, target: { id } }): Promise<void> {
    const { userId } = consolePersonOf(call.actor);
    if (!(await deleteFavorite(tx.em, { userId, itemId: id }))) tx.unchanged();
  },
  audit: (_output, { target: { id } }) => ({ type: 'content_item', id }),
});
