import { exportContentItem } from '../../domain/content-images/operations/export-item.ts';
import { approveItem, withdrawApproval } from '../../domain/content-items/operations/approve-item.ts';
import { changeContentItems } from '../../domain/content-items/operations/change-items.ts';
import { createContentItem } from '../../domain/content-items/operations/create-item.ts';
import { duplicateContentItem } from '../../domain/content-items/operations/duplicate-item.ts';
import { addFavoriteItem, removeFavoriteItem } from '../../domain/content-items/operations/favorites.ts';
import { moveItem, moveItems } from '../../domain/content-items/operations/move-items.ts';
import {
  findContentItems,
  getContentVersion,
  listContentVersions,
  showBoard,
  watchBoard,
} from '../../domain/content-items/operations/reads.ts';
import { getContentSettings, updateContentSettings } from '../../domain/content-items/operations/settings.ts';
import { deleteContentItem, restoreContentItem } from '../../domain/content-items/operations/trash.ts';
import { updateContentItem } from '../../domain/content-items/operations/update-item.ts';
import { getMadeItem } from '../../domain/executions/operations/get-made-item.ts';
import { area } from '../area.ts';
import { DESTRUCTIVE, IDEMPOTENT } from '../mcp/tool-options.ts';
import { one, page } from '../resource.ts';
import { route, stream } from '../route.ts';
import { boardEvents } from './events.ts';
import { exportChunks, exportHeaders, ITEM_FILE_TYPES } from './export.ts';
import {
  changedItems,
  contentItemDetailResource,
  contentItemResource,
  contentItemVersionResource,
  contentSettingsResource,
  kanbanBoard,
  movedItem,
  movedItems,
} from './resource.ts';
import { tagRoutes } from './tags.ts';

const BOARD = '/content-workflow/kanban';

const ITEMS = '/content-workflow/content-items';

export const contentItemsArea = area({
  tag: {
    name: 'Content',
    group: 'Content',
    description: 'What executions made and people wrote, and the board on which it is reviewed.',
  },
  firstTools: ['show_board', 'get_content_item', 'edit_content_item', 'move_content_item'],
  routes: [
    route({
      method: 'GET',
      path: BOARD,
      operationId: 'getKanbanBoard',
      summary: 'The board: newest items of each column and true counts',
      operation: showBoard,
      body: one(kanbanBoard),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'show_board',
        title: 'Show the board',
        description: 'Shows the kanban board: the newest items of each column and how many there are.',
        // Models pay for the tokens they read.
        defaults: { per_page: 20 },
      },
    }),

    stream({
      method: 'GET',
      path: `${BOARD}/events`,
      operationId: 'watchKanbanBoard',
      summary: 'Follow the board: items that were made, moved, changed or removed',
      description:
        'Begins with `ready`; what happens from then on comes as `made`, `moved`, `changed` or `removed`, each with the item as it is now. `resync` says that changes are missing: read the board again. A client that comes back within ten minutes, with `Last-Event-ID`, misses nothing.',
      extension: true,
      operation: watchBoard,
      write: boardEvents,
    }),

    route({
      method: 'POST',
      path: `${BOARD}/bulk-status`,
      operationId: 'moveContentItems',
      summary: 'Move up to 100 items',
      operation: moveItems,
      body: movedItems,
      errors: ['CONFLICT'],
      tool: {
        name: 'move_content_items',
        title: 'Move content items',
        description: 'Moves up to 100 content items to one column of the board.',
        annotations: IDEMPOTENT,
      },
    }),

    route({
      method: 'POST',
      path: `${BOARD}/{contentId}/status`,
      operationId: 'moveContentItem',
      summary: 'Move one item',
      operation: moveItem,
      body: movedItem,
      errors: ['CONFLICT'],
      tool: {
        name: 'move_content_item',
        title: 'Move a content item',
        description: 'Moves a content item to another column of the board.',
        rename: { content_item_id: 'contentId', id: 'contentId' },
        annotations: IDEMPOTENT,
      },
    }),

    route({
      method: 'GET',
      path: ITEMS,
      operationId: 'listContentItems',
      summary: 'Find content items, newest first',
      extension: true,
      operation: findContentItems,
      body: page(contentItemResource),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'find_content_items',
        title: 'Find content items',
        description:
          'Finds content items by words of the title, column, type, tags, execution, person, due date or day, newest first and without their texts; `trash` shows what was deleted.',
        rename: { content_type: 'type' },
      },
    }),

    route({
      method: 'POST',
      path: ITEMS,
      operationId: 'createContentItem',
      summary: 'Add a content item that was written by hand',
      extension: true,
      operation: createContentItem,
      status: 201,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT', 'NOT_FOUND'],
      tool: {
        name: 'create_content_item',
        title: 'Add a content item',
        description: 'Adds a text to the board that you have, without AI and without credits.',
        omit: ['body_text'],
      },
    }),

    route({
      method: 'POST',
      path: `${ITEMS}/bulk`,
      operationId: 'changeContentItems',
      summary: 'Delete, restore, duplicate or tag up to 100 content items',
      extension: true,
      operation: changeContentItems,
      body: changedItems,
      errors: ['CONFLICT'],
      tool: {
        name: 'change_content_items',
        title: 'Delete, restore, duplicate or tag content items',
        description:
          'Moves up to 100 content items to the trash, restores them from there, makes copies of them, or puts tags on them and takes them away.',
        annotations: DESTRUCTIVE,
      },
    }),

    route({
      method: 'GET',
      path: `${ITEMS}/{id}`,
      operationId: 'getContentItem',
      summary: 'One content item with its full text',
      extension: true,
      operation: getMadeItem,
      body: one(contentItemDetailResource),
      tool: {
        name: 'get_content_item',
        title: 'Read a content item',
        description: 'Reads one content item with its full text as Markdown.',
        omit: ['body_text'],
        whole: ['body'],
      },
    }),

    route({
      method: 'PATCH',
      path: `${ITEMS}/{id}`,
      summary: 'Change title, text, people, due date or tags of a content item',
      extension: true,
      operation: updateContentItem,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'edit_content_item',
        title: 'Edit a content item',
        description:
          'Changes title, text, assignee, reviewer, due date or tags of a content item; the text before stays readable as a version.',
        omit: ['body_text'],
        annotations: { ...IDEMPOTENT, idempotentHint: false },
      },
    }),

    route({
      method: 'DELETE',
      path: `${ITEMS}/{id}`,
      operationId: 'deleteContentItem',
      summary: 'Move a content item to the trash, where it can be restored for 30 days',
      extension: true,
      operation: deleteContentItem,
      tool: {
        name: 'delete_content_item',
        title: 'Delete a content item',
        description: 'Moves a content item to the trash, from which it can be restored for 30 days.',
      },
    }),

    route({
      method: 'POST',
      path: `${ITEMS}/{id}/restore`,
      operationId: 'restoreContentItem',
      summary: 'Restore a content item from the trash',
      extension: true,
      operation: restoreContentItem,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'restore_content_item',
        title: 'Restore a content item',
        description: 'Restores a content item from the trash to the column of the board in which it was.',
        omit: ['body_text'],
        annotations: IDEMPOTENT,
      },
    }),

    route({
      method: 'POST',
      path: `${ITEMS}/{id}/duplicate`,
      operationId: 'duplicateContentItem',
      summary: 'Copy a content item',
      extension: true,
      operation: duplicateContentItem,
      status: 201,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'duplicate_content_item',
        title: 'Copy a content item',
        description: 'Adds a copy of a content item to the same column of the board; the copy belongs to no execution.',
        omit: ['body_text'],
      },
    }),

    route({
      method: 'POST',
      path: `${ITEMS}/{id}/approve`,
      operationId: 'approveContentItem',
      summary: 'Approve the text of a content item as it is',
      description:
        'An edit takes the approval back. Of an item with a reviewer the reviewer approves, or an owner or admin who has not written the text. Publishes `content.approved`.',
      extension: true,
      operation: approveItem,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'approve_content_item',
        title: 'Approve a content item',
        description:
          'Approves the text of a content item; `version` is the one that was read, so that no other is approved.',
        omit: ['body_text'],
        annotations: IDEMPOTENT,
      },
    }),

    route({
      method: 'DELETE',
      path: `${ITEMS}/{id}/approve`,
      operationId: 'removeContentApproval',
      summary: 'Take the approval of a content item back',
      extension: true,
      operation: withdrawApproval,
      tool: {
        name: 'remove_content_approval',
        title: 'Take an approval back',
        description: 'Takes the approval of a content item back; it stays in its column.',
      },
    }),

    route({
      method: 'PUT',
      path: `${ITEMS}/{id}/favorite`,
      operationId: 'addFavoriteContentItem',
      summary: 'Mark a content item as a favorite of yours, at most 1,000',
      description: 'For people at the console; each person has favorites of their own.',
      extension: true,
      operation: addFavoriteItem,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'DELETE',
      path: `${ITEMS}/{id}/favorite`,
      operationId: 'removeFavoriteContentItem',
      summary: 'Take a content item out of your favorites',
      extension: true,
      operation: removeFavoriteItem,
    }),

    stream({
      method: 'GET',
      path: `${ITEMS}/{id}/export`,
      operationId: 'exportContentItem',
      summary: 'One content item as a file: Markdown, HTML, Word or PDF, or Markdown with its images as ZIP',
      extension: true,
      operation: exportContentItem,
      ...ITEM_FILE_TYPES,
      headers: exportHeaders,
      write: exportChunks,
    }),

    route({
      method: 'GET',
      path: `${ITEMS}/{id}/versions`,
      operationId: 'listContentItemVersions',
      summary: 'Versions of a content item, newest first',
      extension: true,
      operation: listContentVersions,
      body: page(contentItemVersionResource),
      tool: {
        name: 'list_content_versions',
        title: 'List versions of a content item',
        description:
          'Lists the versions of a content item, newest first, with the beginnings of their texts; `include` gives these whole.',
      },
    }),

    route({
      method: 'GET',
      path: `${ITEMS}/{id}/versions/{version}`,
      summary: 'One version of a content item with its full text',
      extension: true,
      operation: getContentVersion,
      body: one(contentItemVersionResource),
    }),

    ...tagRoutes,

    route({
      method: 'GET',
      path: '/app/content-settings',
      operationId: 'getContentSettings',
      summary: 'How your team works with content',
      extension: true,
      operation: getContentSettings,
      body: one(contentSettingsResource),
    }),

    route({
      method: 'PATCH',
      path: '/app/content-settings',
      operationId: 'updateContentSettings',
      summary: 'Require approval of content before it is ready or published, or no longer',
      description: 'For owners and admins. What is in these columns already stays there.',
      extension: true,
      operation: updateContentSettings,
      body: one(contentSettingsResource),
    }),
  ],
});
