import { type BoardItem, lockStoredItem, saveOpenComments } from '../content-items/store.ts';
import type { Call } from '../kernel/call.ts';
import type { Tx } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { notifyPeople } from '../notifications/notify-people.ts';
import { type CommentedItem, countOpenThreads } from './store.ts';

/** The item on the board, without its text; its comments are changed one after another. Throws NOT_FOUND. */
export async function lockItem(tx: Tx, id: number): Promise<BoardItem> {
  const item = await lockStoredItem(tx.em, id);
  if (!item?.settled_at) throw notFound('Content item');
  return item;
}

/** Stores on a locked item how many of its threads are not resolved. */
export async function saveOpenThreads(tx: Tx, item: CommentedItem): Promise<void> {
  await saveOpenComments(tx.em, item.id, await countOpenThreads(tx.em, item));
}

/** Notifies the people whom a comment mentions, but for its author. */
export function notifyMentioned(
  tx: Tx,
  { actor }: Pick<Call, 'actor'>,
  { id, partner_id: partnerId, title }: BoardItem,
  people: readonly number[],
): void {
  for (const userId of people) {
    if (actor.kind === 'user' && actor.userId === userId) continue;
    notifyPeople(tx, { partnerId, kind: 'mention', to: { userId }, record: { type: 'content_item', id }, title });
  }
}
