import { resourceUpdated } from '../../kernel/change-events.ts';
import type { Tx } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { lockItem, saveOpenThreads } from '../item.ts';
import { commentParams, ownComment, requireAuthor } from '../schema.ts';
import { deleteComment, findComment, hasReplies, updateComment } from '../store.ts';
import type { ContentCommentRow } from '../table.ts';

/** Deletes a comment of the caller. Of one with replies only the words go, since those are of others. */
export const removeComment = operation({
  name: 'content_comments.delete',
  permission: 'manage_content',
  params: commentParams,
  target: ownComment,
  input: nothing,
  lock: (tx, _call, { content_item_id }) => lockItem(tx, content_item_id),
  async change(tx, { call, target }): Promise<void> {
    requireAuthor(call.actor, target);
    const item = await lockItem(tx, target.content_item_id);
    const comment = await findComment(tx.em, target.id);
    if (!comment || comment.deleted_at) throw notFound('Comment');
    if (await hasReplies(tx.em, comment)) {
      await updateComment(tx.em, comment.id, { body: '', mentions: [], deleted_at: tx.now });
      return;
    }
    await deleteComment(tx.em, comment.id);
    await deleteLeftThread(tx, comment);
    await saveOpenThreads(tx, item);
  },
  audit: (_output, { target: { id, content_item_id } }) => ({
    type: 'content_comment',
    id,
    details: { content_item_id },
  }),
  changeEvent: (_output, { target: { partner_id, content_item_id } }) =>
    resourceUpdated(partner_id, 'content-items', content_item_id),
});

/** Of a thread whose first comment was deleted before, nothing is left after the last reply. */
async function deleteLeftThread(tx: Tx, { parent_id }: ContentCommentRow): Promise<void> {
  if (parent_id === null) return;
  const first = await findComment(tx.em, parent_id);
  if (first?.deleted_at && !(await hasReplies(tx.em, first))) await deleteComment(tx.em, first.id);
}
