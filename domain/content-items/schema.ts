import { z } from 'zod';
import { CONTENT_TYPES } from '../capabilities/types.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { conflict } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import {
  atLeastOneOf,
  flag,
  includeBody,
  integer,
  line,
  looseText,
  moment,
  ofSandbox,
  onceValid,
  pageNumbers,
  pageQuery,
  recordId,
  resettable,
  text,
  withDayRange,
} from '../kernel/schema.ts';
import { type BoardItem, findContentItem, findListedItem, findStoredItem } from './store.ts';
import { type ContentItemRow, KANBAN_STATUSES, MAX_TITLE } from './table.ts';
import { filteredTags, tagNames } from './tag-schema.ts';
import { type TaggedItem, withTagsOf } from './tags.ts';

/** Maximum items of a bulk move. */
const MAX_BULK_ITEMS = 100;
/** Maximum length of an item's body, characters. */
const MAX_BODY_LENGTH = 200_000;

const itemId = recordId.describe('Id of a content item.');
export const contentItemParams = z.object({ id: itemId });
/** Path of a version of an item. */
export const contentVersionParams = contentItemParams.extend({
  version: recordId.describe('Number of a version, from 1.'),
});
/** Path of an item on the board, whose parameter has another name. */
export const kanbanItemParams = z.object({ contentId: itemId });

/** By default a column shows its newest 100 items. */
export const boardQuery = withDayRange({
  execution_id: recordId.optional().describe('Only items made by this execution.'),
  content_type: z.enum(CONTENT_TYPES).optional().describe('Only items of this type.'),
  ...ofSandbox,
  ...pageNumbers(100),
});

/** Filters of the list of items. */
export const listItemsQuery = withDayRange({
  q: line(200)
    .optional()
    .describe('Words of the title, in any order and case, with or without accents; the last word may be incomplete.'),
  status: z.enum(KANBAN_STATUSES).optional().describe('Only items in this column.'),
  type: z.enum(CONTENT_TYPES).optional().describe('Only items of this type.'),
  execution_id: recordId.optional().describe('Only items made by this execution.'),
  assignee_id: recordId.optional().describe('Only items assigned to this person.'),
  reviewer_id: recordId.optional().describe('Only items that this person is asked to review.'),
  approved: z
    .boolean('Must be a boolean.')
    .optional()
    .describe('Only items whose present text is approved, or only the others.'),
  due_before: moment.optional().describe('Only items due before this time.'),
  favorite: z
    .boolean('Must be a boolean.')
    .optional()
    .describe('Only your favorites, or only the others. Keys and programs have no favorites.'),
  tag: filteredTags.optional().describe('Only items with all of these tags.'),
  trash: flag(false).describe('Items in the trash, instead of those on the board.'),
  ...ofSandbox,
  ...pageQuery(),
});

/** Who works on an item and until when; null: nobody, and without a date. */
const plan = {
  assignee_id: recordId.nullable().optional().describe('Number of the person assigned to it.'),
  reviewer_id: recordId
    .nullable()
    .optional()
    .describe('Number of the person asked to review it; requires a role with manage_content.'),
  due_at: moment.nullable().optional().describe('When it is due.'),
};

/** Body of an item that is written by hand. */
export const createItemBody = z.object({
  title: text(MAX_TITLE).describe('Title of the item, which is searchable.'),
  content_type: z
    .enum(CONTENT_TYPES)
    .default('text_content')
    .describe('Kind of text; `text_content` if none of the others fits.'),
  body: looseText(MAX_BODY_LENGTH).min(1, 'Must not be empty.').describe('Markdown.'),
  status: z.enum(KANBAN_STATUSES).default('generated').describe('Column of the board.'),
  tags: resettable(tagNames, []).describe('Names of its tags; unknown tags are created.'),
  ...plan,
});

const contentIds = z
  .array(recordId)
  .min(1, 'Must name at least one item.')
  .max(MAX_BULK_ITEMS, `Must name at most ${MAX_BULK_ITEMS} items.`);

/** What can be done with many items at once. */
const BULK_ACTIONS = ['delete', 'restore', 'duplicate', 'tag', 'untag'] as const;
/** One of these actions. */
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Whether an action is about tags, which it names. */
export function isTagging(action: BulkAction): action is 'tag' | 'untag' {
  return action === 'tag' || action === 'untag';
}

export const bulkItemsBody = z
  .object({
    action: z
      .enum(BULK_ACTIONS)
      .describe('`delete` moves items to the trash and `restore` takes them out; `tag` and `untag` require `tags`.'),
    content_ids: contentIds.describe('Ids of the items; duplicates are ignored.'),
    tags: tagNames
      .optional()
      .describe(
        'With `tag`: names of the tags to add, creating unknown ones; with `untag`: names of the tags to remove.',
      ),
  })
  .refine(({ action, tags = [] }) => !isTagging(action) || tags.length > 0, {
    path: ['tags'],
    error: 'Must name at least one tag.',
    ...onceValid('action', 'tags'),
  })
  .refine(({ action, tags }) => isTagging(action) || tags === undefined, {
    path: ['tags'],
    error: 'Must be left out with this `action`.',
    ...onceValid('action', 'tags'),
  });

export const moveBody = z.object({
  status: z
    .enum(KANBAN_STATUSES)
    .describe('Target column; content settings may restrict `ready` and `published` to approved items.'),
});

export const bulkMoveBody = moveBody.extend({
  content_ids: contentIds.describe('Ids of the items; if one cannot be moved, none is.'),
});

const CHANGED_FIELDS = ['title', 'body', 'assignee_id', 'reviewer_id', 'due_at', 'tags'] as const;

/** With `version`, the update fails when the item has changed since. */
export const updateBody = z
  .object({
    title: text(MAX_TITLE).optional().describe('New title; creates a new version.'),
    body: looseText(MAX_BODY_LENGTH).min(1, 'Must not be empty.').optional().describe('Markdown.'),
    version: integer(1, Number.MAX_SAFE_INTEGER).optional().describe('The version that the change is based on.'),
    tags: resettable(tagNames, []).describe(
      'Names of all its tags, replacing the previous ones; unknown tags are created.',
    ),
    ...plan,
    autosave: flag(false).describe(
      'Marks a save made while typing: for ten minutes after your own last autosave it replaces that version. Returns 409 for an item that is approved, ready or published.',
    ),
  })
  .refine((change) => CHANGED_FIELDS.some((name) => change[name] !== undefined), {
    error: 'Must change `title`, `body`, `assignee_id`, `reviewer_id`, `due_at` or `tags`.',
    ...onceValid(...CHANGED_FIELDS),
  })
  .meta({ description: 'Omitted fields stay unchanged.', ...atLeastOneOf(...CHANGED_FIELDS) });

/** With `version`, the approval fails when the item has changed since. */
export const approveBody = z.object({
  version: integer(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('The version that was read; returns 409 if it is not the present one. Defaults to the present one.'),
});

/** Throws CONFLICT where an item has another version than the one that was read; undefined: any. */
export function requireVersion(item: Pick<ContentItemRow, 'version'>, read: number | undefined): void {
  if (read === undefined || read === item.version) return;
  throw conflict('The content item has been changed meanwhile; read it again and repeat the change.');
}

export const versionsQuery = z.object({ ...pageQuery(), ...includeBody });

/** The caller's content item; 404 when there is none, 403 when it is another partner's. */
export async function ownContentItem(deps: Deps, call: Call, params: { id: number }): Promise<ContentItemRow> {
  return ownedBy(call, 'Content item', await findContentItem(deps.db, params.id), (item) => item.partner_id);
}

/** Like `ownContentItem`, with its tags. */
export async function ownTaggedItem(deps: Deps, call: Call, params: { id: number }): Promise<TaggedItem> {
  return withTagsOf(deps.db, await ownContentItem(deps, call, params));
}

/** Like `ownContentItem`, without its text. */
export async function ownListedItem(deps: Deps, call: Call, params: { id: number }): Promise<BoardItem> {
  return ownedBy(call, 'Content item', await findListedItem(deps.db, params.id), (item) => item.partner_id);
}

/** The caller's content item, on the board or in the trash; 404 for a draft, 403 when it is another partner's. */
export async function ownStoredItem(deps: Deps, call: Call, params: { id: number }): Promise<BoardItem> {
  return ownedBy(call, 'Content item', await findStoredItem(deps.db, params.id), (item) => item.partner_id);
}
