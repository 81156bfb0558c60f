import type { Area } from '../area.ts';
import {
  createCampaignRoute,
  createEventRoute,
  deleteEventRoute,
  exportEventsRoute,
  getEventFileRoute,
  getEventRoute,
  listCampaignsRoute,
  listEventsRoute,
  listEventWordsRoute,
  readFeedRoute,
  regenerateTokenRoute,
  subscribeRoute,
  updateEventRoute,
} from './routes.ts';
import { gtmScheduleTools } from './tools.ts';

/** When what was made goes out, and the calendars that show it. */
export const gtmScheduleArea: Area = {
  tag: {
    name: 'GTM schedule',
    group: 'Content',
    description: 'When what was made goes out: events, files for calendars, and a live feed.',
  },
  routes: [
    listEventsRoute,
    createEventRoute,
    getEventRoute,
    updateEventRoute,
    deleteEventRoute,
    getEventFileRoute,
    exportEventsRoute,
    listEventWordsRoute,
    listCampaignsRoute,
    createCampaignRoute,
    subscribeRoute,
    regenerateTokenRoute,
    readFeedRoute,
  ],
  tools: gtmScheduleTools,
};
