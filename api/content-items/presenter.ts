import { z } from 'zod';
import { CONTENT_TYPES } from '../../domain/capabilities/content-types.ts';
import { COLUMNS, toPlainText } from '../../domain/content-items/rules.ts';
import type { BoardItem } from '../../domain/content-items/store.ts';
import { KANBAN_STATUSES } from '../../domain/content-items/table.ts';
import type { ContentItemRow, ContentItemVersionRow, KanbanStatus } from '../../domain/content-items/types.ts';
import type { AssetRow } from '../../domain/executions/types.ts';
import type { Page } from '../../domain/kernel/page.ts';
import { datetime, resource } from '../presenters.ts';
import { countSchema, datetimeSchema, idSchema, resourceSchema } from '../response-schemas.ts';

const attributes = {
  title: z.string(),
  content_type: z.enum(CONTENT_TYPES),
  kanban_status: z.enum(KANBAN_STATUSES),
  preview: z.string(),
  word_count: countSchema,
  sandbox: z.boolean(),
  created_at: datetimeSchema,
};
const links = z.object({ self: z.string() });

export const contentItemSchema = resourceSchema('content_item', attributes, {
  links: links.optional().describe('Absent while the item is a draft of an execution that has not completed.'),
});

export const contentItemDetailSchema = resourceSchema(
  'content_item',
  {
    ...attributes,
    execution_id: idSchema.nullable(),
    version: z.int(),
    body: z.string().describe('Markdown.'),
    body_text: z.string().describe('The same as plain text.'),
    updated_at: datetimeSchema,
  },
  { links },
);

export const versionSchema = z.object({
  type: z.literal('content_item_version'),
  id: idSchema.describe('Number of the version, from 1.'),
  attributes: z.object({ title: z.string(), body: z.string(), edited_by: z.string(), created_at: datetimeSchema }),
});

const columnSchema = z.object({ label: z.string(), items: z.array(contentItemSchema), count: countSchema });

export const boardSchema = z.object({
  columns: z.object({ generated: columnSchema, review: columnSchema, ready: columnSchema, published: columnSchema }),
  valid_statuses: z.array(z.enum(KANBAN_STATUSES)),
});

/** An item as executions, columns and moves show it. */
export function presentAsset(item: AssetRow | BoardItem | ContentItemRow): Record<string, unknown> {
  return present(item, {});
}

/** An item with its full text. */
export function presentContentItem(item: ContentItemRow): Record<string, unknown> {
  return present(item, {
    execution_id: item.execution_id,
    version: item.version,
    body: item.body,
    body_text: toPlainText(item.body),
    updated_at: datetime(item.updated_at),
  });
}

/** A version of an item's text. */
export function presentVersion(version: ContentItemVersionRow): z.input<typeof versionSchema> {
  const { title, body, edited_by, created_at } = version;
  return {
    type: 'content_item_version',
    id: version.version,
    attributes: { title, body, edited_by, created_at: datetime(created_at) },
  };
}

/** The board with its columns in order. */
export function presentBoard(board: ReadonlyMap<KanbanStatus, Page<BoardItem>>): Record<string, unknown> {
  const columns = KANBAN_STATUSES.map((status) => {
    const column = board.get(status);
    return [
      status,
      { label: COLUMNS[status], items: (column?.rows ?? []).map(presentAsset), count: column?.total ?? 0 },
    ];
  });
  return { columns: Object.fromEntries(columns), valid_statuses: KANBAN_STATUSES };
}

function present(item: AssetRow | BoardItem | ContentItemRow, detail: object): Record<string, unknown> {
  return resource({
    type: 'content_item',
    id: item.id,
    attributes: {
      title: item.title,
      content_type: item.content_type,
      kanban_status: item.kanban_status,
      preview: item.preview,
      word_count: item.word_count,
      sandbox: item.sandbox,
      created_at: datetime(item.created_at),
      ...detail,
    },
    ...(isDraft(item) ? {} : { links: { self: `/api/v1/content-workflow/content-items/${item.id}` } }),
  });
}

function isDraft(item: object): boolean {
  return 'settled' in item && item.settled === false;
}
