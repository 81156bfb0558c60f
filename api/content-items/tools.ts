import { CHANGES, READS, type Tool, tool } from '../mcp/tool.ts';
import {
  getContentItemRoute,
  listVersionsRoute,
  moveItemRoute,
  moveItemsRoute,
  showBoardRoute,
  updateContentItemRoute,
} from './routes.ts';

/** The kanban board and the content items on it. */
export const contentItemTools: Tool[] = [
  tool(showBoardRoute, {
    name: 'show_board',
    title: 'Show the board',
    description: 'Shows the kanban board: the newest items of each column and how many there are.',
    // A model pays for reading them.
    defaults: { per_page: 20 },
    annotations: READS,
  }),
  tool(getContentItemRoute, {
    name: 'get_content_item',
    title: 'Read a content item',
    description: 'Reads one content item with its full text as Markdown.',
    omit: ['body_text'],
    whole: ['body'],
    annotations: READS,
  }),
  tool(updateContentItemRoute, {
    name: 'edit_content_item',
    title: 'Edit a content item',
    description: 'Changes title or text of a content item; the text before stays readable as a version.',
    omit: ['body_text'],
    annotations: { ...CHANGES, idempotentHint: false },
  }),
  tool(moveItemRoute, {
    name: 'move_content_item',
    title: 'Move a content item',
    description: 'Moves a content item to another column of the board.',
    rename: { content_item_id: 'contentId', id: 'contentId' },
    annotations: CHANGES,
  }),
  tool(moveItemsRoute, {
    name: 'move_content_items',
    title: 'Move content items',
    description: 'Moves up to 100 content items to one column of the board.',
    annotations: CHANGES,
  }),
  tool(listVersionsRoute, {
    name: 'list_content_versions',
    title: 'List versions of a content item',
    description: 'Lists the versions of a content item with their texts, newest first.',
    annotations: READS,
  }),
];
