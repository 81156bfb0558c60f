import { notifyOfItem } from '../content-items/notify-of-item.ts';
import { type BoardItem, lockStoredItem, saveOpenComments } from '../content-items/store.ts';
import type { Call } from '../kernel/call.ts';
import type { Tx } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { type CommentedItem, countOpenThreads, selectWriters } from './store.ts';

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
export function notifyMentioned(tx: Tx, call: Call, item: BoardItem, people: readonly number[]): void {
  notifyOfItem(tx, call, item, 'mention', people);
}

/** Notifies of a comment who works on the item and who has written in its thread; whom it mentions has been notified of that. */
export async function notifyOfComment(
  tx: Tx,
  call: Call,
  item: BoardItem,
  { threadId, mentions }: { threadId: number | null; mentions: readonly number[] },
): Promise<void> {
  const writers = threadId === null ? [] : await selectWriters(tx.em, item, threadId);
  const people = [item.assignee_id, ...writers].filter((id) => id !== null && !mentions.includes(id));
  notifyOfItem(tx, call, item, 'comment', people);
}
