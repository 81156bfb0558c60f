import { actorName } from '../../kernel/call.ts';
import { resourceUpdated } from '../../kernel/change-events.ts';
import { differs } from '../../kernel/differs.ts';
import { conflict, invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { lockItem, notifyMentioned, saveOpenThreads } from '../item.ts';
import {
  commentParams,
  namedInComment,
  ownComment,
  requireAuthor,
  requireMentioned,
  updateCommentBody,
} from '../schema.ts';
import { findNamedComment, updateComment } from '../store.ts';
import type { ContentComment } from '../table.ts';

/** Changes a comment, which only its author may, or resolves its thread, which everybody may who comments. */
export const changeComment = operation({
  name: 'content_comments.update',
  permission: 'manage_content',
  params: commentParams,
  target: ownComment,
  references: namedInComment,
  input: updateCommentBody,
  lock: (tx, _call, { content_item_id }) => lockItem(tx, content_item_id),
  async change(tx, { call, input, target }): Promise<ContentComment> {
    const { resolved, ...text } = input;
    const isRewritten = text.body !== undefined || text.mentions !== undefined;
    await requireMentioned(tx.em, call, text.mentions ?? []);
    if (isRewritten) requireAuthor(call.actor, target);
    const item = await lockItem(tx, target.content_item_id);
    const comment = await findNamedComment(tx.em, target.id);
    if (!comment) throw notFound('Comment');
    if (resolved !== undefined && comment.parent_id !== null)
      throw invalid({ resolved: ['Must be changed for the comment that began the thread.'] });
    if (isRewritten && comment.deleted_at) throw conflict('The comment has been deleted.');
    const isChanged = isRewritten && differs(comment, text);
    const isTurned = resolved !== undefined && resolved !== (comment.resolved_at !== null);
    if (!isChanged && !isTurned) {
      tx.unchanged();
      return comment;
    }
    await updateComment(tx.em, comment.id, {
      ...(isChanged && { ...text, edited_at: tx.now }),
      ...(isTurned && {
        resolved_at: resolved ? tx.now : null,
        resolved_by: resolved ? actorName(call.actor) : null,
      }),
    });
    if (isTurned) await saveOpenThreads(tx, item);
    const mentioned = (text.mentions ?? []).filter((id) => !comment.mentions.includes(id));
    notifyMentioned(tx, call, item, mentioned);
    const changed = await findNamedComment(tx.em, comment.id);
    if (!changed) throw notFound('Comment');
    return changed;
  },
  audit: ({ id, content_item_id }, { input }) => ({
    type: 'content_comment',
    id,
    details: {
      content_item_id,
      fields: Object.keys(input),
      ...(input.resolved !== undefined && { resolved: input.resolved }),
    },
  }),
  changeEvent: ({ partner_id, content_item_id }) => resourceUpdated(partner_id, 'content-items', content_item_id),
});
