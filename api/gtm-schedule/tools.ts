import { ADDS, CHANGES, ENDS, READS, type Tool, tool } from '../mcp/tool.ts';
import {
  createCampaignRoute,
  createEventRoute,
  deleteEventRoute,
  getEventRoute,
  listCampaignsRoute,
  listEventsRoute,
  updateEventRoute,
} from './routes.ts';

/** The go-to-market schedule. */
export const gtmScheduleTools: Tool[] = [
  tool(listEventsRoute, {
    name: 'list_gtm_events',
    title: 'List events of the schedule',
    description:
      'Lists the events of the go-to-market schedule that overlap a range of UTC days (start_date, end_date, at most five years), in the order in which they begin; narrow it by type, channel or campaign.',
    annotations: READS,
  }),
  tool(getEventRoute, {
    name: 'get_gtm_event',
    title: 'Read an event of the schedule',
    description: 'Reads one event of the go-to-market schedule by its id (evt_…).',
    annotations: READS,
  }),
  tool(createEventRoute, {
    name: 'create_gtm_event',
    title: 'Add an event to the schedule',
    description:
      'Adds an event to the go-to-market schedule; calendars that follow it show it. Publishing capabilities add theirs by themselves.',
    annotations: ADDS,
  }),
  tool(updateEventRoute, {
    name: 'update_gtm_event',
    title: 'Change an event of the schedule',
    description: 'Changes an event of the go-to-market schedule, such as its date; what is left out stays.',
    annotations: CHANGES,
  }),
  tool(deleteEventRoute, {
    name: 'cancel_gtm_event',
    title: 'Cancel an event of the schedule',
    description: 'Takes an event out of the go-to-market schedule for good; calendars show it as cancelled.',
    annotations: ENDS,
  }),
  tool(listCampaignsRoute, {
    name: 'list_gtm_campaigns',
    title: 'List campaigns of the schedule',
    description: 'Lists the campaigns that events of the go-to-market schedule belong to, newest first.',
    annotations: READS,
  }),
  tool(createCampaignRoute, {
    name: 'create_gtm_campaign',
    title: 'Add a campaign to the schedule',
    description: 'Adds a campaign, which events of the go-to-market schedule can belong to.',
    annotations: ADDS,
  }),
];
