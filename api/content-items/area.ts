import type { Area } from '../area.ts';
import {
  boardEventsRoute,
  getContentItemRoute,
  listVersionsRoute,
  moveItemRoute,
  moveItemsRoute,
  showBoardRoute,
  updateContentItemRoute,
} from './routes.ts';
import { contentItemTools } from './tools.ts';

/** What executions made, and the board on which it is reviewed. */
export const contentItemsArea: Area = {
  tag: {
    name: 'Content',
    group: 'Content',
    description: 'What executions made, and the board on which it is reviewed.',
  },
  routes: [
    showBoardRoute,
    boardEventsRoute,
    moveItemsRoute,
    moveItemRoute,
    getContentItemRoute,
    updateContentItemRoute,
    listVersionsRoute,
  ],
  tools: contentItemTools,
};
