import { contentItemParams, ownListedItem } from '../../content-items/schema.ts';
import { findContentItem } from '../../content-items/store.ts';
import { keepVersion } from '../../content-items/version-store.ts';
import { resourceUpdated } from '../../kernel/change-events.ts';
import type { Db } from '../../kernel/deps.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { requireWithinLimits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { lockItem, notifyMentioned, notifyOfComment, saveOpenThreads } from '../item.ts';
import { passageIn } from '../passage.ts';
import {
  type Anchor,
  authorOf,
  createCommentBody,
  namedInComment,
  ownComment,
  requireComment,
  requireMentioned,
} from '../schema.ts';
import { countComments, countOfItem, findNamedComment, insertComment } from '../store.ts';
import type { ContentComment } from '../table.ts';

/** Comments on an item or on a passage of its text, or replies to a comment; notifies the people whom it mentions. */
export const createComment = operation({
  name: 'content_comments.create',
  permission: 'manage_content',
  params: contentItemParams,
  target: ownListedItem,
  references: namedInComment,
  input: createCommentBody,
  async change(tx, { deps, call, input, target: { id: itemId, partner_id: partnerId } }): Promise<ContentComment> {
    const { body, parent_id, mentions, anchor } = input;
    // First, so that what is answered is not deleted meanwhile.
    const item = await lockItem(tx, itemId);
    const parent = parent_id === undefined ? null : await requireComment(tx.em, call, parent_id);
    await requireMentioned(tx.em, call, mentions);
    if (parent && parent.content_item_id !== itemId)
      throw invalid({ parent_id: ['Must be a comment on the same item.'] });
    if (parent && anchor) throw invalid({ anchor: ['Must not be given with `parent_id`.'] });
    await requireWithinLimits(tx.em, deps.limits, partnerId, {
      item_comments: () => countOfItem(tx.em, item),
      comments: () => countComments(tx.em, partnerId),
    });
    const threadId = parent && (parent.parent_id ?? parent.id);
    const author = authorOf(call.actor);
    const { id } = await insertComment(tx.em, {
      partner_id: partnerId,
      content_item_id: itemId,
      parent_id: threadId,
      ...author,
      body,
      mentions,
      ...(anchor ? await passageOf(tx.em, itemId, anchor) : { quote: null, quote_start: null }),
      created_at: tx.now,
    });
    await saveOpenThreads(tx, item);
    await keepVersion(tx.em, item);
    notifyMentioned(tx, call, item, mentions);
    await notifyOfComment(tx, call, item, { threadId, mentions });
    tx.publish({
      partnerId,
      type: 'content.commented',
      data: {
        content_item_id: itemId,
        comment_id: id,
        parent_id: threadId,
        author: { kind: author.author_kind, id: author.author_id },
        mentions,
        ...(item.sandbox && { sandbox: true }),
      },
    });
    const created = await findNamedComment(tx.em, id);
    if (!created) throw notFound('Comment');
    return created;
  },
  audit: ({ id, content_item_id }) => ({ type: 'content_comment', id, details: { content_item_id } }),
  changeEvent: ({ partner_id, content_item_id }) => resourceUpdated(partner_id, 'content-items', content_item_id),
  async recover(deps, call, madeId): Promise<ContentComment> {
    const { content_item_id: id } = await requireComment(deps.db, call, Number(madeId));
    return ownComment(deps, call, { id, comment: Number(madeId) });
  },
});

/** The passage in the text of a locked item. Throws CONFLICT and VALIDATION_ERROR. */
async function passageOf(db: Db, itemId: number, anchor: Anchor) {
  const item = await findContentItem(db, itemId);
  if (!item) throw notFound('Content item');
  const { quote, start } = passageIn(item, anchor);
  return { quote, quote_start: start };
}
