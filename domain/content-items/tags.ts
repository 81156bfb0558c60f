import type { Db, Deps, Tx } from '../kernel/deps.ts';
import { lockPartner } from '../kernel/limit-store.ts';
import { requireWithinLimit } from '../kernel/limits.ts';
import type { BoardItem } from './store.ts';
import type { ContentItemRow } from './table.ts';
import { tagsByKey } from './tag-names.ts';
import { addItemTags, countTags, deleteItemTags, insertTags, selectTagsByKey, selectTagsOf } from './tag-store.ts';

/** Names of an item's tags, in their order. */
export interface WithTags {
  tags: string[];
}

/** An item with its text and tags. */
export type TaggedItem = ContentItemRow & WithTags;

/** The items of one partner with their tags, by one statement. */
export async function withTags<Item extends Pick<BoardItem, 'id' | 'partner_id'>>(
  db: Db,
  items: readonly Item[],
): Promise<(Item & WithTags)[]> {
  const [first] = items;
  if (!first) return [];
  const found = await selectTagsOf(
    db,
    first.partner_id,
    items.map(({ id }) => id),
  );
  const byItem = Map.groupBy(found, ({ content_item_id }) => content_item_id);
  return items.map((item) => ({ ...item, tags: (byItem.get(item.id) ?? []).map(({ name }) => name) }));
}

/** An item with its tags. */
export async function withTagsOf<Item extends Pick<BoardItem, 'id' | 'partner_id'>>(
  db: Db,
  item: Item,
): Promise<Item & WithTags> {
  const found = await selectTagsOf(db, item.partner_id, [item.id]);
  return { ...item, tags: found.map(({ name }) => name) };
}

/** The ids of the partner's tags with these names; null where it has not all of them. */
export async function findTagIds(db: Db, partnerId: number, names: readonly string[]): Promise<number[] | null> {
  const keys = [...tagsByKey(names).keys()];
  const found = await selectTagsByKey(db, partnerId, keys);
  return found.length < keys.length ? null : found.map(({ id }) => id);
}

/**
 * The ids of the partner's tags with these names; unknown ones are made, all or none. Its limits stay locked, so that nobody renames
 * or deletes one before the transaction ends. Throws CONFLICT where the partner may not have as many.
 */
export async function findOrMakeTags(
  { em, now }: Tx,
  { limits }: Pick<Deps, 'limits'>,
  partnerId: number,
  names: readonly string[],
): Promise<number[]> {
  if (names.length === 0) return [];
  const wanted = tagsByKey(names);
  await lockPartner(em, partnerId);
  const known = await selectTagsByKey(em, partnerId, [...wanted.keys()]);
  const knownKeys = new Set(known.map(({ name_key }) => name_key));
  const missing = [...wanted].filter(([key]) => !knownKeys.has(key)).map(([, name]) => name);
  const ids = known.map(({ id }) => id);
  if (missing.length === 0) return ids;
  const count = async () => (await countTags(em, partnerId)) + missing.length - 1;
  await requireWithinLimit(em, limits, 'content_tags', { partnerId, count });
  return [...ids, ...(await insertTags(em, now, partnerId, missing))];
}

/** Gives a locked item these tags instead of those that it has; false where it has just these. */
export async function replaceTags(
  tx: Tx,
  deps: Pick<Deps, 'limits'>,
  item: Pick<BoardItem, 'id' | 'partner_id'>,
  names: readonly string[],
): Promise<boolean> {
  const wanted = new Set(await findOrMakeTags(tx, deps, item.partner_id, names));
  const before = (await selectTagsOf(tx.em, item.partner_id, [item.id])).map(({ content_tag_id }) => content_tag_id);
  const gone = before.filter((id) => !wanted.has(id));
  const came = [...wanted].filter((id) => !before.includes(id));
  if (gone.length > 0) await deleteItemTags(tx.em, [item.id], gone);
  if (came.length > 0) await addItemTags(tx.em, [item.id], came);
  return gone.length > 0 || came.length > 0;
}
