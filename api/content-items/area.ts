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
    description: 'Content made by executions or written by people, and the board for reviewing it.',
  },
  firstTools: ['show_board', 'get_content_item', 'edit_content_item', 'move_content_item'],
  routes: [
    route({
      method: 'GET',
      path: BOARD,
      operationId: 'getKanbanBoard',
      summary: 'The board: newest items of each column and exact counts',
      operation: showBoard,
      body: one(kanbanBoard),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'show_board',
        title: 'Show the board',
        description: 'Shows the kanban board: the newest items and the count of each column.',
        // Models pay for the tokens they read.
        defaults: { per_page: 20 },
      },
    }),

    stream({
      method: 'GET',
      path: `${BOARD}/events`,
      operationId: 'watchKanbanBoard',
      summary: 'Follow the board: items that are created, moved, changed or removed',
      description:
        'Begins with `ready`; later changes arrive as `made`, `moved`, `changed` or `removed`, each with the item in its present state. `resync` means that changes are missing: read the board again. A client that reconnects within ten minutes with `Last-Event-ID` misses nothing.',
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
          'Finds content items by words of the title, column, type, tags, execution, person, due date or day, newest first and without their texts; `trash` lists deleted items.',
        rename: { content_type: 'type' },
      },
    }),

    route({
      method: 'POST',
      path: ITEMS,
      operationId: 'createContentItem',
      summary: 'Add a content item written by hand',
      extension: true,
      operation: createContentItem,
      status: 201,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT', 'NOT_FOUND'],
      tool: {
        name: 'create_content_item',
        title: 'Add a content item',
        description: 'Adds an existing text to the board, without AI and free of charge.',
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
        description: 'Moves up to 100 content items to the trash, restores them, copies them, or adds or removes tags.',
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
      summary: 'Change the title, text, people, due date or tags of a content item',
      extension: true,
      operation: updateContentItem,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'edit_content_item',
        title: 'Edit a content item',
        description:
          'Changes the title, text, assignee, reviewer, due date or tags of a content item; the previous text is kept as a version.',
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
        description: 'Moves a content item to the trash, where it can be restored for 30 days.',
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
        description: 'Restores a content item from the trash to its former column of the board.',
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
      summary: 'Approve the present text of a content item',
      description:
        'An edit revokes the approval. If the item has a reviewer, only that person can approve it, or an owner or admin who did not write the text. Publishes `content.approved`.',
      extension: true,
      operation: approveItem,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'approve_content_item',
        title: 'Approve a content item',
        description:
          'Approves the text of a content item; pass the `version` that was read, so that no other is approved.',
        omit: ['body_text'],
        annotations: IDEMPOTENT,
      },
    }),

    route({
      method: 'DELETE',
      path: `${ITEMS}/{id}/approve`,
      operationId: 'removeContentApproval',
      summary: 'Revoke the approval of a content item',
      extension: true,
      operation: withdrawApproval,
      tool: {
        name: 'remove_content_approval',
        title: 'Revoke an approval',
        description: 'Revokes the approval of a content item; it stays in its column.',
      },
    }),

    route({
      method: 'PUT',
      path: `${ITEMS}/{id}/favorite`,
      operationId: 'addFavoriteContentItem',
      summary: 'Add a content item to your favorites, at most 1,000',
      description: 'For people at the console; each person has their own favorites.',
      extension: true,
      operation: addFavoriteItem,
      body: one(contentItemDetailResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'DELETE',
      path: `${ITEMS}/{id}/favorite`,
      operationId: 'removeFavoriteContentItem',
      summary: 'Remove a content item from your favorites',
      extension: true,
      operation: removeFavoriteItem,
    }),

    stream({
      method: 'GET',
      path: `${ITEMS}/{id}/export`,
      operationId: 'exportContentItem',
      summary: 'Download a content item as Markdown, HTML, Word or PDF, or as a ZIP of Markdown and images',
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
          'Lists the versions of a content item, newest first, with the beginnings of their texts; `include` returns full texts.',
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
      summary: 'Turn required approval of content before `ready` or `published` on or off',
      description: 'For owners and admins. Items already in these columns stay there.',
      extension: true,
      operation: updateContentSettings,
      body: one(contentSettingsResource),
    }),
  ],
});
