import type { Call } from '../kernel/call.ts';
import type { Db } from '../kernel/deps.ts';
import { isFavorite, selectFavoritesAmong } from './favorite-store.ts';
import type { BoardItem } from './store.ts';

/** Whether the caller has marked it as a favourite. */
export interface WithFavorite {
  favorite: boolean;
}

/** The person who calls, on whose behalf a program may do so; null for keys and programs of the partner, who have no favourites. */
export function favoriteOwner({ actor }: Pick<Call, 'actor'>): number | null {
  return actor.kind === 'user' ? actor.userId : null;
}

/** Whether an item is a favourite of whoever calls. */
export async function isFavoriteOf(db: Db, call: Pick<Call, 'actor'>, itemId: number): Promise<boolean> {
  const userId = favoriteOwner(call);
  return userId !== null && isFavorite(db, { userId, itemId });
}

/** The items of a page, with which of them are favourites of whoever calls. */
export async function markFavorites<Item extends Pick<BoardItem, 'id'>>(
  db: Db,
  call: Pick<Call, 'actor'>,
  items: readonly Item[],
): Promise<(Item & WithFavorite)[]> {
  const userId = favoriteOwner(call);
  const ids = items.map(({ id }) => id);
  const marked = userId === null ? new Set<number>() : await selectFavoritesAmong(db, userId, ids);
  return items.map((item) => ({ ...item, favorite: marked.has(item.id) }));
}
