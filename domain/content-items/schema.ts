import { z } from 'zod';
import { CONTENT_TYPES } from '../capabilities/types.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { ownedBy } from '../kernel/ownership.ts';
import {
  atLeastOneOf,
  includeBody,
  integer,
  looseText,
  ofSandbox,
  pageNumbers,
  pageQuery,
  recordId,
  text,
  withDayRange,
} from '../kernel/schema.ts';
import { type BoardItem, findContentItem, findListedItem } from './store.ts';
import { type ContentItemRow, KANBAN_STATUSES } from './table.ts';

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
  execution_id: recordId.optional().describe('Only items of this execution.'),
  content_type: z.enum(CONTENT_TYPES).optional().describe('Only items of this type.'),
  ...ofSandbox,
  ...pageNumbers(100),
});

export const moveBody = z.object({ status: z.enum(KANBAN_STATUSES) });

export const bulkMoveBody = moveBody.extend({
  content_ids: z
    .array(recordId)
    .min(1, 'Must name at least one item.')
    .max(MAX_BULK_ITEMS, `Must name at most ${MAX_BULK_ITEMS} items.`),
});

/** With `version`, the update fails when the item has changed since. */
export const updateBody = z
  .object({
    title: text(300).optional(),
    body: looseText(MAX_BODY_LENGTH).min(1, 'Must not be empty.').optional().describe('Markdown.'),
    version: integer(1, Number.MAX_SAFE_INTEGER).optional().describe('The version the change was made on.'),
  })
  .refine((change) => change.title !== undefined || change.body !== undefined, 'Must change `title` or `body`.')
  .meta({ description: 'Title, body or both; what is left out stays.', ...atLeastOneOf('title', 'body') });

export const versionsQuery = z.object({ ...pageQuery(), ...includeBody });

/** The caller's content item; 404 when there is none, 403 when it is another partner's. */
export async function ownContentItem(deps: Deps, call: Call, params: { id: number }): Promise<ContentItemRow> {
  return ownedBy(call, 'Content item', await findContentItem(deps.db, params.id), (item) => item.partner_id);
}

/** Like `ownContentItem`, without its text. */
export async function ownListedItem(deps: Deps, call: Call, params: { id: number }): Promise<BoardItem> {
  return ownedBy(call, 'Content item', await findListedItem(deps.db, params.id), (item) => item.partner_id);
}
