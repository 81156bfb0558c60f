import { z } from 'zod';
import { createComment } from '../../domain/content-comments/operations/create-comment.ts';
import { removeComment } from '../../domain/content-comments/operations/delete-comment.ts';
import { getComment, listComments } from '../../domain/content-comments/operations/reads.ts';
import { changeComment } from '../../domain/content-comments/operations/update-comment.ts';
import type { ContentComment } from '../../domain/content-comments/table.ts';
import { COUNTED_CALLERS } from '../../domain/kernel/callers.ts';
import { area } from '../area.ts';
import { datetimeSchema, idSchema, one, page, resource } from '../resource.ts';
import { route } from '../route.ts';

/** A comment on a content item, or a reply. */
export const contentCommentResource = resource({
  type: 'content_comment',
  attributes: {
    content_item_id: idSchema.describe('The item that is commented on.'),
    parent_id: idSchema.nullable().describe('The comment that started the thread; null if this is that comment.'),
    author: z
      .object({
        kind: z
          .enum(COUNTED_CALLERS)
          .describe(
            '`user`: a person; `partner_key`: an API key, identified by the first of its rotations; `client`: an OAuth client.',
          ),
        id: idSchema,
        name: z.string().nullable().describe('null if the author no longer exists.'),
      })
      .describe('Who wrote it.'),
    body: z.string().describe('Markdown; empty if it was deleted and has replies.'),
    mentions: z.array(idSchema).describe('Numbers of the people mentioned.'),
    anchor: z
      .object({
        quote: z.string().describe('The passage at the time of the comment.'),
        start: z.int().nonnegative().nullable().describe('Its position in the present text, in UTF-16 code units.'),
        outdated: z.boolean().describe('The passage was edited and no longer has a position.'),
      })
      .nullable()
      .describe('The passage commented on; null for the whole item.'),
    resolved_at: datetimeSchema
      .nullable()
      .describe('When the thread was resolved; null if it is open, or this is a reply.'),
    resolved_by: z.string().nullable().describe('Who resolved the thread, such as `user:7`; null if `resolved_at` is.'),
    edited_at: datetimeSchema.nullable().describe('When its author last changed it; null if never.'),
    deleted_at: datetimeSchema
      .nullable()
      .describe('When its author deleted it, if replies keep it in the thread; null otherwise.'),
    created_at: datetimeSchema,
  },
  present: ({
    author_kind: kind,
    author_id: id,
    author_name: name,
    quote,
    quote_start: start,
    mentions,
  }: ContentComment) => ({
    attributes: {
      author: { kind, id, name },
      mentions,
      anchor: quote === null ? null : { quote, start, outdated: start === null },
    },
  }),
});

const PREFIX = '/content-workflow/content-items/{id}/comments';

const BY_ITEM = { rename: { content_item_id: 'id' } } as const;
const BY_COMMENT = { rename: { ...BY_ITEM.rename, comment_id: 'comment' } } as const;

export const contentCommentsArea = area({
  tag: {
    name: 'Content comments',
    group: 'Content',
    description: 'Threaded comments on a content item or a passage of it.',
  },
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      operationId: 'listContentComments',
      summary: 'List the comments of a content item, oldest first',
      extension: true,
      operation: listComments,
      body: page(contentCommentResource),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'list_content_comments',
        title: 'List comments',
        description:
          'Lists the comments of a content item with their replies, oldest first; `resolved: false` returns open threads only.',
        ...BY_ITEM,
      },
    }),

    route({
      method: 'POST',
      path: PREFIX,
      operationId: 'createContentComment',
      summary: 'Comment on a content item or a passage of it, or reply',
      description: 'Notifies the people mentioned. Publishes `content.commented`.',
      extension: true,
      operation: createComment,
      status: 201,
      body: one(contentCommentResource),
      errors: ['CONFLICT', 'NOT_FOUND'],
      tool: {
        name: 'create_content_comment',
        title: 'Comment on a content item',
        description:
          'Comments on a content item or on a passage of it (`anchor.quote`, exactly as in the text), or replies to a comment (`parent_id`).',
        ...BY_ITEM,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{comment}`,
      operationId: 'getContentComment',
      summary: 'One comment',
      extension: true,
      operation: getComment,
      body: one(contentCommentResource),
      tool: {
        name: 'get_content_comment',
        title: 'Read a comment',
        description: 'Reads one comment of a content item.',
        ...BY_COMMENT,
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/{comment}`,
      operationId: 'updateContentComment',
      summary: 'Change your comment, or resolve or reopen a thread',
      extension: true,
      operation: changeComment,
      body: one(contentCommentResource),
      errors: ['CONFLICT', 'NOT_FOUND'],
      tool: {
        name: 'update_content_comment',
        title: 'Change a comment',
        description: 'Changes your own comment, or resolves or reopens its thread (`resolved`).',
        ...BY_COMMENT,
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/{comment}`,
      operationId: 'deleteContentComment',
      summary: 'Delete your comment; replies stay',
      extension: true,
      operation: removeComment,
      tool: {
        name: 'delete_content_comment',
        title: 'Delete a comment',
        description: 'Deletes your own comment; replies of others stay.',
        ...BY_COMMENT,
      },
    }),
  ],
});
