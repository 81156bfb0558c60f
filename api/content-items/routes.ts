import { getContentItem } from '../../domain/content-items/operations/get-item.ts';
import { listContentVersions } from '../../domain/content-items/operations/list-versions.ts';
import { moveItem } from '../../domain/content-items/operations/move-item.ts';
import { moveItems } from '../../domain/content-items/operations/move-items.ts';
import { showBoard } from '../../domain/content-items/operations/show-board.ts';
import { updateContentItem } from '../../domain/content-items/operations/update-item.ts';
import { watchBoard } from '../../domain/content-items/operations/watch-board.ts';
import { one, page } from '../resource.ts';
import { route, stream } from '../route.ts';
import { boardEvents } from './events.ts';
import {
  contentItemDetailResource,
  contentItemVersionResource,
  kanbanBoard,
  movedItem,
  movedItems,
} from './resource.ts';

const BOARD = '/content-workflow/kanban';
const ITEMS = '/content-workflow/content-items';

export const showBoardRoute = route({
  method: 'GET',
  path: BOARD,
  operationId: 'getKanbanBoard',
  summary: 'The board: newest items of each column and true counts',
  operation: showBoard,
  body: one(kanbanBoard),
  errors: ['NOT_FOUND'],
});

export const boardEventsRoute = stream({
  method: 'GET',
  path: `${BOARD}/events`,
  operationId: 'watchKanbanBoard',
  summary: 'Follow the board: items that were made, moved or changed',
  description:
    'Begins with `ready`; what happens from then on comes as `made`, `moved` or `changed`, each with the item as it is now. `resync` says that changes are missing: read the board again. A client that comes back within ten minutes, with `Last-Event-ID`, misses nothing.',
  extension: true,
  operation: watchBoard,
  write: boardEvents,
});

export const moveItemsRoute = route({
  method: 'POST',
  path: `${BOARD}/bulk-status`,
  operationId: 'moveContentItems',
  summary: 'Move up to 100 items',
  operation: moveItems,
  body: movedItems,
});

export const moveItemRoute = route({
  method: 'POST',
  path: `${BOARD}/{contentId}/status`,
  operationId: 'moveContentItem',
  summary: 'Move one item',
  operation: moveItem,
  body: movedItem,
});

export const getContentItemRoute = route({
  method: 'GET',
  path: `${ITEMS}/{id}`,
  summary: 'One content item with its full text',
  extension: true,
  operation: getContentItem,
  body: one(contentItemDetailResource),
});

export const updateContentItemRoute = route({
  method: 'PATCH',
  path: `${ITEMS}/{id}`,
  summary: 'Change title or text of a content item',
  extension: true,
  operation: updateContentItem,
  body: one(contentItemDetailResource),
  errors: ['CONFLICT'],
});

export const listVersionsRoute = route({
  method: 'GET',
  path: `${ITEMS}/{id}/versions`,
  operationId: 'listContentItemVersions',
  summary: 'Versions of a content item, newest first',
  extension: true,
  operation: listContentVersions,
  body: page(contentItemVersionResource),
});
