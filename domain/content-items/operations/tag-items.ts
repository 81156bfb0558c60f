import type { Call } from '../../kernel/call.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { conflict } from '../../kernel/errors.ts';
import { lockPartner } from '../../kernel/limit-store.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { type BoardItem, lockItems, touchItems } from '../store.ts';
import { tagsByKey } from '../tag-names.ts';
import { MAX_ITEM_TAGS } from '../tag-schema.ts';
import { addItemTags, deleteItemTags, findOvertagged, selectTagsByKey } from '../tag-store.ts';
import { findOrMakeTags } from '../tags.ts';
import type { ItemsOf } from '../trash-store.ts';

/** Which tags items are to get or to lose. */
interface Tagging extends ItemsOf {
  action: 'tag' | 'untag';
  tags: readonly string[];
}

/** Items on the board of those that were named, and which of them have got or lost a tag. */
interface Tagged {
  found: number[];
  changed: BoardItem[];
}

/** Puts tags on items of the board, or takes them away. Unknown tags are made, and none is missed that is to be taken away. */
export async function tagItems(
  tx: Tx,
  deps: Deps,
  call: Call,
  { action, tags, partnerId, ids }: Tagging,
): Promise<Tagged> {
  const items = await lockItems(tx.em, partnerId, ids);
  for (const item of items) requireSameMode(call, item);
  const found = items.map(({ id }) => id);
  if (found.length === 0) return { found, changed: [] };
  const changed =
    action === 'tag'
      ? await addTags(tx, deps, { partnerId, ids: found }, tags)
      : await removeTags(tx, { partnerId, ids: found }, tags);
  return { found, changed: changed.size === 0 ? [] : await touchItems(tx.em, tx.now, partnerId, [...changed]) };
}

async function addTags(tx: Tx, deps: Deps, { partnerId, ids }: ItemsOf, names: readonly string[]) {
  const changed = await addItemTags(tx.em, ids, await findOrMakeTags(tx, deps, partnerId, names));
  const full = await findOvertagged(tx.em, ids, MAX_ITEM_TAGS);
  if (full !== null) throw conflict(`Content item ${full} would have more than ${MAX_ITEM_TAGS} tags.`);
  return changed;
}

async function removeTags({ em }: Tx, { partnerId, ids }: ItemsOf, names: readonly string[]) {
  // A tag that is deleted is taken from items in another order.
  await lockPartner(em, partnerId);
  const tags = await selectTagsByKey(em, partnerId, [...tagsByKey(names).keys()]);
  return deleteItemTags(
    em,
    ids,
    tags.map(({ id }) => id),
  );
}
