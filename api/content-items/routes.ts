import { z } from 'zod';
import { editContentItem } from '../../domain/content-items/operations/edit-item.ts';
import { getContentItem } from '../../domain/content-items/operations/get-item.ts';
import { listContentVersions } from '../../domain/content-items/operations/list-versions.ts';
import { moveItem } from '../../domain/content-items/operations/move-item.ts';
import { bulkMove } from '../../domain/content-items/operations/move-items.ts';
import { showBoard } from '../../domain/content-items/operations/show-board.ts';
import { KANBAN_STATUSES } from '../../domain/content-items/table.ts';
import { listOf } from '../presenters.ts';
import { countSchema, dataSchema, idSchema, listSchema } from '../response-schemas.ts';
import { type Route, route } from '../route.ts';
import {
  boardSchema,
  contentItemDetailSchema,
  contentItemSchema,
  presentAsset,
  presentBoard,
  presentContentItem,
  presentVersion,
  versionSchema,
} from './presenter.ts';

const PREFIX = '/content-workflow';

/** The kanban board and the content items on it. */
export const contentItemRoutes: Route[] = [
  route({
    method: 'GET',
    path: `${PREFIX}/kanban`,
    summary: 'The board: newest items of each column and true counts',
    operation: showBoard,
    present: (board) => ({ data: presentBoard(board) }),
    response: dataSchema(boardSchema),
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/kanban/bulk-status`,
    summary: 'Move up to 100 items',
    operation: bulkMove,
    present: ({ moved, requested, notFound }) => ({
      data: moved.map(presentAsset),
      meta: { requested, moved: moved.length, not_found: notFound },
    }),
    response: z.object({
      data: z.array(contentItemSchema),
      meta: z.object({ requested: countSchema, moved: countSchema, not_found: z.array(idSchema) }),
    }),
  }),
  route({
    method: 'POST',
    path: `${PREFIX}/kanban/{contentId}/status`,
    summary: 'Move one item',
    operation: moveItem,
    present: (item) => ({ data: presentAsset(item), meta: { previous_status: item.previous_status } }),
    response: dataSchema(contentItemSchema).extend({ meta: z.object({ previous_status: z.enum(KANBAN_STATUSES) }) }),
  }),
  route({
    method: 'GET',
    path: `${PREFIX}/content-items/{id}`,
    summary: 'One content item with its full text',
    extension: true,
    operation: getContentItem,
    present: (item) => ({ data: presentContentItem(item) }),
    response: dataSchema(contentItemDetailSchema),
  }),
  route({
    method: 'PATCH',
    path: `${PREFIX}/content-items/{id}`,
    summary: 'Change title or text of a content item',
    extension: true,
    operation: editContentItem,
    present: (item) => ({ data: presentContentItem(item) }),
    response: dataSchema(contentItemDetailSchema),
    errors: ['CONFLICT'],
  }),
  route({
    method: 'GET',
    path: `${PREFIX}/content-items/{id}/versions`,
    summary: 'Versions of a content item, newest first',
    extension: true,
    operation: listContentVersions,
    present: (page) => listOf(page, presentVersion),
    response: listSchema(versionSchema),
  }),
];
