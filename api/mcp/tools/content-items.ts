import { z } from 'zod';
import { CONTENT_TYPES } from '../../../domain/capabilities/content-types.ts';
import { editContentItem } from '../../../domain/content-items/operations/edit-item.ts';
import { getContentItem } from '../../../domain/content-items/operations/get-item.ts';
import { listContentVersions } from '../../../domain/content-items/operations/list-versions.ts';
import { moveItem } from '../../../domain/content-items/operations/move-item.ts';
import { bulkMove } from '../../../domain/content-items/operations/move-items.ts';
import { showBoard } from '../../../domain/content-items/operations/show-board.ts';
import { bulkMoveBody, editBody, moveBody } from '../../../domain/content-items/schema.ts';
import { KANBAN_STATUSES } from '../../../domain/content-items/table.ts';
import { day, recordId } from '../../../domain/kernel/schema.ts';
import {
  boardSchema,
  contentItemDetailSchema,
  contentItemSchema,
  presentAsset,
  presentBoard,
  presentContentItem,
  presentVersion,
  versionSchema,
} from '../../content-items/presenter.ts';
import { listOf } from '../../presenters.ts';
import { dataSchema, listSchema } from '../../response-schemas.ts';
import { operationTool, pageArguments } from '../operation-tool.ts';
import { CHANGES, READS, type Tool } from '../tool.ts';

const id = recordId.describe('Id of a content item.');

/** The kanban board and the content items on it. */
export const contentItemTools: Tool[] = [
  operationTool({
    name: 'show_board',
    title: 'Show the board',
    description: 'Shows the kanban board: the newest items of each column and how many there are.',
    arguments: z.object({
      execution_id: recordId.optional().describe('Only items of this execution.'),
      content_type: z.enum(CONTENT_TYPES).optional(),
      from: day.optional().describe('First UTC day, inclusive.'),
      to: day.optional().describe('Last UTC day, inclusive.'),
      ...pageArguments,
    }),
    operation: showBoard,
    request: ({ per_page = 20, ...given }) => ({ input: { ...given, per_page } }),
    output: dataSchema(boardSchema),
    present: (board) => ({ data: presentBoard(board) }),
    annotations: READS,
  }),
  operationTool({
    name: 'get_content_item',
    title: 'Read a content item',
    description: 'Reads one content item with its full text, as Markdown and as plain text.',
    arguments: z.object({ id }),
    operation: getContentItem,
    request: (given) => ({ params: given }),
    output: dataSchema(contentItemDetailSchema),
    present: (item) => ({ data: presentContentItem(item) }),
    annotations: READS,
  }),
  operationTool({
    name: 'edit_content_item',
    title: 'Edit a content item',
    description: 'Changes title or text of a content item; the text before stays readable as a version.',
    arguments: z.object({ id, ...editBody.shape }),
    operation: editContentItem,
    request: ({ id: named, ...input }) => ({ params: { id: named }, input }),
    output: dataSchema(contentItemDetailSchema),
    present: (item) => ({ data: presentContentItem(item) }),
    annotations: { ...CHANGES, idempotentHint: false },
  }),
  operationTool({
    name: 'move_content_item',
    title: 'Move a content item',
    description: 'Moves a content item to another column of the board.',
    arguments: moveBody.extend({ id }),
    operation: moveItem,
    request: ({ id: named, ...input }) => ({ params: { contentId: named }, input }),
    output: dataSchema(contentItemSchema).extend({ meta: z.object({ previous_status: z.enum(KANBAN_STATUSES) }) }),
    present: (item) => ({ data: presentAsset(item), meta: { previous_status: item.previous_status } }),
    annotations: CHANGES,
  }),
  operationTool({
    name: 'move_content_items',
    title: 'Move content items',
    description: 'Moves up to 100 content items to one column of the board.',
    arguments: bulkMoveBody,
    operation: bulkMove,
    output: z.object({
      data: z.array(contentItemSchema),
      meta: z.object({ requested: z.int(), moved: z.int(), not_found: z.array(z.int()) }),
    }),
    present: ({ moved, requested, notFound }) => ({
      data: moved.map(presentAsset),
      meta: { requested, moved: moved.length, not_found: notFound },
    }),
    annotations: CHANGES,
  }),
  operationTool({
    name: 'list_content_versions',
    title: 'List versions of a content item',
    description: 'Lists the versions of a content item with their texts, newest first.',
    arguments: z.object({ id, ...pageArguments }),
    operation: listContentVersions,
    request: ({ id: named, ...query }) => ({ params: { id: named }, input: query }),
    output: listSchema(versionSchema),
    present: (page) => listOf(page, presentVersion),
    annotations: READS,
  }),
];
