import { z } from 'zod';
import { contentItemParams, ownListedItem } from '../content-items/schema.ts';
import type { Actor, Call } from '../kernel/call.ts';
import { callerOf } from '../kernel/callers.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { AppError, notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { references } from '../kernel/references.ts';
import {
  atLeastOneOf,
  includeBody,
  integer,
  onceValid,
  pageQuery,
  recordId,
  resettable,
  text,
  WITHOUT_NUL,
} from '../kernel/schema.ts';
import { findPerson } from '../users/store.ts';
import type { UserRow } from '../users/table.ts';
import { findComment, findNamedComment } from './store.ts';
import { type ContentComment, type ContentCommentRow, MAX_QUOTE_LENGTH } from './table.ts';

/** Longest comment, characters. */
const MAX_COMMENT_LENGTH = 5_000;
/** Most people that a comment mentions. */
const MAX_MENTIONS = 20;
/** Longest text of an item, characters. */
const MAX_START = 200_000;

/** Path of a comment. */
export const commentParams = contentItemParams.extend({ comment: recordId.describe('Id of a comment.') });

export const listCommentsQuery = z.object({
  resolved: z.boolean('Must be a boolean.').optional().describe('Only resolved threads, or only unresolved ones.'),
  parent_id: recordId.optional().describe('Only replies to this comment.'),
  ...pageQuery(),
  ...includeBody,
});

const body = text(MAX_COMMENT_LENGTH).describe('Markdown.');
const mentions = z
  .array(recordId)
  .max(MAX_MENTIONS, `Must name at most ${MAX_MENTIONS} people.`)
  .transform((ids) => [...new Set(ids)])
  .describe('Numbers of team members to notify.');

/** A passage of a text, of at most so many characters. */
export function anchorOf(maxLength: number) {
  return z.object({
    quote: z
      .string('Must be a string.')
      .min(1, 'Must not be empty.')
      .max(maxLength, `Must be at most ${maxLength} characters.`)
      .regex(WITHOUT_NUL, 'Must not contain NUL characters.')
      .describe('The passage, exactly as in the text.'),
    start: integer(0, MAX_START)
      .optional()
      .describe('Where it begins in the text, in UTF-16 code units; defaults to its first occurrence.'),
    version: integer(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('The version of the item that contains the text; returns 409 if it is not the present one.'),
  });
}

const anchor = anchorOf(MAX_QUOTE_LENGTH).describe('The passage to comment on; defaults to the whole item.');
/** The passage that a comment is on. */
export type Anchor = z.output<typeof anchor>;

export const createCommentBody = z.object({
  body,
  parent_id: recordId.optional().describe('The comment that this one replies to. A reply to a reply joins its thread.'),
  mentions: mentions.default([]),
  anchor: anchor.optional(),
});

export const updateCommentBody = z
  .object({
    body: body.optional(),
    mentions: resettable(mentions, []),
    resolved: z.boolean('Must be a boolean.').optional().describe('Whether the thread is resolved.'),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'Must change something.',
    ...onceValid('body', 'mentions', 'resolved'),
  })
  .meta({ description: 'Omitted fields stay unchanged.', ...atLeastOneOf('body', 'mentions', 'resolved') });

/** The comment of the path; 404 where the item has none with the number, 403 for another partner's item. */
export async function ownComment(
  deps: Deps,
  call: Call,
  { id, comment: number }: z.output<typeof commentParams>,
): Promise<ContentComment> {
  const item = await ownListedItem(deps, call, { id });
  const comment = ownedBy(call, 'Comment', await findNamedComment(deps.db, number), ({ partner_id }) => partner_id);
  if (comment.content_item_id !== item.id) throw notFound('Comment');
  return comment;
}

/** The records that a comment names: 404 for one that is not there, 403 for another partner's. */
export const namedInComment = references(
  { parent_id: recordId, mentions },
  async (deps, call, { parent_id, mentions }) => {
    if (parent_id !== undefined) await requireComment(deps.db, call, parent_id);
    if (mentions !== undefined) await requireMentioned(deps.db, call, mentions);
  },
);

/** A comment of the partner, by its number. Throws NOT_FOUND and FORBIDDEN. */
export async function requireComment(db: Db, call: Call, id: number): Promise<ContentCommentRow> {
  return ownedBy(call, 'Comment', await findComment(db, id), ({ partner_id }) => partner_id);
}

/** Looks up the people that a comment mentions. Throws NOT_FOUND and FORBIDDEN. */
export async function requireMentioned(db: Db, call: Call, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    ownedBy<UserRow>(call, 'Person', await findPerson(db, id), ({ partner_id }) => partner_id);
  }
}

/** Who writes a comment. Throws FORBIDDEN for who writes none. */
export function authorOf(actor: Actor): Pick<ContentCommentRow, 'author_kind' | 'author_id'> {
  const caller = callerOf(actor);
  if (!caller) throw new AppError('FORBIDDEN', 'Only people, keys and programs of a partner write comments.');
  return { author_kind: caller.kind, author_id: caller.id };
}

/** Throws FORBIDDEN unless the caller has written the comment. */
export function requireAuthor(actor: Actor, comment: ContentCommentRow): void {
  const { author_kind, author_id } = authorOf(actor);
  if (author_kind === comment.author_kind && author_id === comment.author_id) return;
  throw new AppError('FORBIDDEN', 'Only its author changes or deletes a comment.');
}
