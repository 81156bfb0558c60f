import { contentItemParams, ownListedItem } from '../../content-items/schema.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { references } from '../../kernel/references.ts';
import { recordId } from '../../kernel/schema.ts';
import { commentParams, listCommentsQuery, ownComment, requireComment } from '../schema.ts';
import { selectComments } from '../store.ts';

/** Lists the comments of an item, oldest first. */
export const listComments = operation({
  name: 'content_comments.list',
  permission: 'view_content',
  params: contentItemParams,
  target: ownListedItem,
  references: references({ parent_id: recordId }, async (deps, call, { parent_id }) => {
    if (parent_id !== undefined) await requireComment(deps.db, call, parent_id);
  }),
  input: listCommentsQuery,
  async run(deps, call, query, item) {
    if (query.parent_id !== undefined) await requireComment(deps.db, call, query.parent_id);
    return selectComments(deps.db, item, query, query);
  },
});

/** Returns one comment. */
export const getComment = readOperation({
  name: 'content_comments.get',
  permission: 'view_content',
  params: commentParams,
  target: ownComment,
});
