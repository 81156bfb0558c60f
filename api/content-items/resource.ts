import { z } from 'zod';
import type { ItemEvent } from '../../domain/capabilities/feature.ts';
import { CONTENT_TYPES } from '../../domain/capabilities/types.ts';
import { isApproved } from '../../domain/content-items/approvals.ts';
import type { WithFavorite } from '../../domain/content-items/favorites.ts';
import type { BulkChange } from '../../domain/content-items/operations/change-items.ts';
import type { BulkMove } from '../../domain/content-items/operations/move-items.ts';
import type { WithEvent } from '../../domain/content-items/operations/reads.ts';
import type { ContentSettings } from '../../domain/content-items/operations/settings.ts';
import { COLUMNS, toPlainText } from '../../domain/content-items/rules.ts';
import type { BoardItem, MovedItem } from '../../domain/content-items/store.ts';
import {
  type ContentItemRow,
  type ContentItemVersionRow,
  KANBAN_STATUSES,
  type KanbanStatus,
} from '../../domain/content-items/table.ts';
import type { TaggedItem, WithTags } from '../../domain/content-items/tags.ts';
import type { MadeItem } from '../../domain/executions/operations/get-made-item.ts';
import type { AssetRow } from '../../domain/executions/rules.ts';
import type { Page } from '../../domain/kernel/page.ts';
import { guardrailHit } from '../guardrails/hits.ts';
import { translate } from '../language/translate.ts';
import {
  countSchema,
  datetime,
  datetimeSchema,
  idSchema,
  type PresentContext,
  presenter,
  resource,
} from '../resource.ts';

const tagsSchema = z.array(z.string());

const attributes = {
  title: z.string().describe('Title of the item; the text need not start with it.'),
  content_type: z.enum(CONTENT_TYPES).describe('Kind of text; `text_content` if none of the others fits.'),
  kanban_status: z
    .enum(KANBAN_STATUSES)
    .describe('Column of the board: newly generated, in review, ready to publish, or published.'),
  preview: z.string().describe('Start of the text without Markdown, up to 240 characters.'),
  word_count: countSchema.describe('Number of words of the text.'),
  assignee_id: idSchema.nullable().describe('Number of the person assigned to it.'),
  reviewer_id: idSchema.nullable().describe('Number of the person asked to review it.'),
  due_at: datetimeSchema.nullable().describe('When it is due; null if it has no due date.'),
  approved: z.boolean().describe('Whether the present text is approved.'),
  favorite: z.boolean().optional().describe('Whether it is one of your favorites; only when items are read or listed.'),
  calendar_event: z
    .object({
      id: z.string(),
      scheduled_at: datetimeSchema.describe('When the event begins.'),
      end_at: datetimeSchema.nullable().describe('End of the event; null if not given.'),
      all_day: z.boolean().describe('Whether the event lasts whole days in its time zone.'),
      timezone: z.string().describe('IANA time zone of the event.'),
    })
    .nullable()
    .optional()
    .describe('Its next event on the calendar, or else the last one; null if none. Only when items are listed.'),
  tags: tagsSchema.optional().describe('Names of its tags, sorted; not among the assets of an execution.'),
  open_comment_count: countSchema.describe('Number of unresolved comment threads.'),
  sandbox: z.boolean().describe('Created with a sandbox key, or by an execution started with one.'),
  created_at: datetimeSchema,
  deleted_at: datetimeSchema.optional().describe('When it was moved to the trash; only for items in the trash.'),
};
const links = { self: z.string() };

const contentItemSchema = z.object({
  type: z.literal('content_item'),
  id: idSchema,
  attributes: z.object(attributes),
  links: z
    .object(links)
    .optional()
    .describe('Absent for drafts of executions that have not completed, and in the trash.'),
});

/** An item, as far as its attributes are shown. */
type ShownItem = (AssetRow | BoardItem) & Partial<WithFavorite & WithTags & WithEvent>;

/** An item as executions, columns and moves show it. */
export const contentItemResource = presenter(contentItemSchema, (item: ShownItem) => ({
  type: 'content_item' as const,
  id: item.id,
  attributes: attributesOf(item),
  ...(isOnBoard(item) && { links: linksOf(item) }),
}));

function isOnBoard(item: ShownItem): boolean {
  return 'settled' in item ? item.settled : item.settled_at !== null;
}

/** An item with its full text. */
export const contentItemDetailResource = resource({
  type: 'content_item',
  attributes: {
    ...attributes,
    tags: tagsSchema.describe('Names of its tags, sorted.'),
    execution_id: idSchema
      .nullable()
      .describe(
        'The execution that created it; null for a text that was written by hand, saved from the AI writer, or copied.',
      ),
    step: z.string().nullable().describe('Step of the execution that created it.'),
    version: z.int().describe('Number of the present version, from 1; each change of title or text raises it.'),
    approval: z
      .object({
        version: z.int().describe('The approved version, which is the present one.'),
        approved_by: z.string().describe('Who approved it, such as `user:7` or `partner_key:3`.'),
        approved_at: datetimeSchema.describe('When it was approved.'),
      })
      .nullable()
      .describe('Approval of the present version; null if it is not approved.'),
    body: z.string().describe('Markdown.'),
    body_text: z.string().describe('The text as plain text.'),
    updated_at: datetimeSchema,
    guardrails_triggered: z
      .array(guardrailHit)
      .optional()
      .describe('What guardrails found in the step that created it; only when the item is read.'),
  },
  links,
  present: (item: TaggedItem & Partial<Pick<MadeItem, 'hits' | 'favorite'>>, { language }) => ({
    attributes: {
      ...attributesOf(item),
      body_text: toPlainText(item.body),
      approval: approvalOf(item),
      ...(item.hits && {
        guardrails_triggered: item.hits.map((hit) => ({ ...hit, message: translate(hit.message, language) })),
      }),
    },
    links: linksOf(item),
  }),
});

/** A version of an item's text. */
export const contentItemVersionResource = resource({
  type: 'content_item_version',
  id: idSchema.describe('Number of the version, from 1.'),
  attributes: {
    title: z.string().describe('Title of the item in this version.'),
    body: z.string().describe('Markdown of this version; lists cut it after 2,000 characters.'),
    edited_by: z
      .string()
      .describe('Who saved it, such as `user:7` or `partner_key:3`; `execution` or `ai_writer` if the AI wrote it.'),
    created_at: datetimeSchema,
  },
  present: ({ version }: ContentItemVersionRow) => ({
    id: version,
  }),
});

/** How the partner's team works with content. */
export const contentSettingsResource = resource({
  type: 'content_settings',
  id: idSchema.describe('Number of the partner.'),
  attributes: {
    requires_approval: z
      .boolean()
      .describe('Whether content must be approved before it moves to `ready` or `published`.'),
  },
  present: (_settings: ContentSettings) => ({}),
});

const columnSchema = z.object({
  label: z.string().describe('Heading of the column.'),
  items: z.array(contentItemSchema).describe('Items of this page of the column, newest first.'),
  count: countSchema.describe('Number of items in the column that match the filters, on all pages.'),
});
const boardSchema = z.object({
  columns: z
    .object({
      generated: columnSchema.describe('Newly generated items.'),
      review: columnSchema.describe('Items in review, including those flagged by a guardrail.'),
      ready: columnSchema.describe('Items ready to publish.'),
      published: columnSchema.describe('Published items.'),
    })
    .describe('The columns of the board by status.'),
  valid_statuses: z
    .array(z.enum(KANBAN_STATUSES))
    .describe('The statuses that an item can be moved to, in column order.'),
});

/** The board with its columns in order. */
export const kanbanBoard = presenter(
  boardSchema,
  (shown: ReadonlyMap<KanbanStatus, Page<BoardItem & WithTags>>, context) => {
    const column = (status: KanbanStatus) => {
      const page = shown.get(status);
      return { label: COLUMNS[status], items: itemsOf(page?.rows ?? [], context), count: page?.total ?? 0 };
    };
    return {
      columns: {
        generated: column('generated'),
        review: column('review'),
        ready: column('ready'),
        published: column('published'),
      },
      valid_statuses: [...KANBAN_STATUSES],
    };
  },
);

const movedItemSchema = z
  .object({
    data: contentItemSchema,
    meta: z.object({
      previous_status: z.enum(KANBAN_STATUSES).describe('Previous column of the item.'),
    }),
  })
  .meta({ title: 'MovedContentItemAnswer' });

/** A moved item with its previous place. */
export const movedItem = presenter(movedItemSchema, (item: MovedItem, context) => ({
  data: contentItemResource.present(item, context),
  meta: { previous_status: item.previous_status },
}));

const movedItemsSchema = z.object({
  data: z.array(contentItemSchema),
  meta: z.object({
    requested: countSchema.describe('Number of distinct ids in the request.'),
    moved: countSchema.describe('Items now in the column, including those already there.'),
    not_found: z.array(idSchema).describe('Ids without an item on your board.'),
  }),
});

/** The moved items, and the ids that do not exist. */
export const movedItems = presenter(movedItemsSchema, ({ moved, requested, notFound }: BulkMove, context) => ({
  data: itemsOf(moved, context),
  meta: { requested, moved: moved.length, not_found: notFound },
}));

const changedItemsSchema = z
  .object({
    data: z.array(contentItemSchema),
    meta: z.object({
      requested: countSchema.describe('Number of distinct ids in the request.'),
      changed: countSchema.describe(
        'Items in `data`: those that were deleted, restored or copied, or whose tags changed.',
      ),
      not_found: z.array(idSchema).describe('Ids without an item of yours to which the action applies.'),
    }),
  })
  .meta({ title: 'ChangedContentItemsAnswer' });

/** The changed items, and the ids to which the action did not apply. */
export const changedItems = presenter(changedItemsSchema, ({ changed, requested, notFound }: BulkChange, context) => ({
  data: itemsOf(changed, context),
  meta: { requested, changed: changed.length, not_found: notFound },
}));

function itemsOf(items: readonly BoardItem[], context: PresentContext) {
  return items.map((item) => contentItemResource.present(item, context));
}

function attributesOf(item: ShownItem) {
  return {
    title: item.title,
    content_type: item.content_type,
    kanban_status: item.kanban_status,
    preview: item.preview,
    word_count: item.word_count,
    assignee_id: item.assignee_id,
    reviewer_id: item.reviewer_id,
    due_at: datetime(item.due_at),
    approved: isApproved(item),
    ...(item.favorite !== undefined && { favorite: item.favorite }),
    ...(item.event !== undefined && { calendar_event: item.event && eventOf(item.event) }),
    ...(item.tags && { tags: item.tags }),
    open_comment_count: item.open_comment_count,
    sandbox: item.sandbox,
    created_at: datetime(item.created_at),
    ...(item.deleted_at && { deleted_at: datetime(item.deleted_at) }),
  };
}

function eventOf({ scheduled_at, end_at, ...event }: ItemEvent) {
  return { ...event, scheduled_at: datetime(scheduled_at), end_at: datetime(end_at) };
}

function approvalOf(item: ContentItemRow) {
  const { version, approved_by, approved_at } = item;
  if (!isApproved(item) || approved_by === null || approved_at === null) return null;
  return { version, approved_by, approved_at: datetime(approved_at) };
}

function linksOf({ id }: { id: number }) {
  return { self: `/api/v1/content-workflow/content-items/${id}` };
}
