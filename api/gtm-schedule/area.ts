import { cancelFollowingEvents } from '../../domain/gtm-schedule/operations/cancel-following-events.ts';
import { createCampaign } from '../../domain/gtm-schedule/operations/create-campaign.ts';
import { createEvent } from '../../domain/gtm-schedule/operations/create-event.ts';
import { createSeries } from '../../domain/gtm-schedule/operations/create-series.ts';
import { deleteCampaign } from '../../domain/gtm-schedule/operations/delete-campaign.ts';
import { deleteEvent } from '../../domain/gtm-schedule/operations/delete-event.ts';
import { deleteSeries } from '../../domain/gtm-schedule/operations/delete-series.ts';
import { exportEvents } from '../../domain/gtm-schedule/operations/export-events.ts';
import { importEvents } from '../../domain/gtm-schedule/operations/import-events.ts';
import { previewImport } from '../../domain/gtm-schedule/operations/preview-import.ts';
import { readFeed } from '../../domain/gtm-schedule/operations/read-feed.ts';
import {
  getCampaign,
  getEvent,
  getEventFile,
  getSeries,
  listCampaigns,
  listEventFilterValues,
  listEvents,
  listEventsOfSeries,
  listSeries,
} from '../../domain/gtm-schedule/operations/reads.ts';
import { regenerateToken, subscribe } from '../../domain/gtm-schedule/operations/subscribe.ts';
import { updateCampaign } from '../../domain/gtm-schedule/operations/update-campaign.ts';
import { updateEvent } from '../../domain/gtm-schedule/operations/update-event.ts';
import { updateSeries } from '../../domain/gtm-schedule/operations/update-series.ts';
import { area } from '../area.ts';
import { ADDITIVE, DESTRUCTIVE, READ_ONLY } from '../mcp/tool-options.ts';
import { one, page } from '../resource.ts';
import { route, stream } from '../route.ts';
import { eventChunks, exportChunks, exportHeaders, feedChunks, feedHeaders, gtmExport, MEDIA_TYPES } from './files.ts';
import {
  eventWords,
  gtmCampaignResource,
  gtmEventPage,
  gtmEventResource,
  gtmSeriesResource,
  importPreview,
  importResult,
  PREFIX,
  subscriptionResource,
} from './resource.ts';

const SECRETS = ['data.subscription_url', 'data.token'];

export const gtmScheduleArea = area({
  tag: {
    name: 'GTM schedule',
    group: 'Content',
    description: 'When content is published: events, calendar files and a live feed.',
  },
  firstTools: ['list_gtm_events', 'get_gtm_event'],
  routes: [
    route({
      method: 'GET',
      path: `${PREFIX}/events`,
      operationId: 'listGtmEvents',
      summary: 'Events that overlap a range of days, by start time',
      operation: listEvents,
      body: gtmEventPage,
      neverCut: ['description'],
      errors: ['NOT_FOUND'],
      tool: {
        name: 'list_gtm_events',
        title: 'List events of the schedule',
        description:
          'Lists events of the go-to-market schedule that overlap a range of UTC days (start_date, end_date), by start time; filter by type, channel or campaign.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/events`,
      operationId: 'createGtmEvent',
      summary: 'Add an event',
      extension: true,
      operation: createEvent,
      status: 201,
      body: one(gtmEventResource),
      errors: ['CONFLICT', 'NOT_FOUND'],
      tool: {
        name: 'create_gtm_event',
        title: 'Add an event to the schedule',
        description:
          'Adds an event to the go-to-market schedule, visible in subscribed calendars. Publishing capabilities add their events themselves.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/events/{id}`,
      operationId: 'getGtmEvent',
      summary: 'One event',
      operation: getEvent,
      body: one(gtmEventResource),
      tool: {
        name: 'get_gtm_event',
        title: 'Read an event of the schedule',
        description: 'Reads one event of the go-to-market schedule by its id (evt_…).',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/events/{id}`,
      operationId: 'updateGtmEvent',
      summary: 'Change an event; omitted fields stay unchanged',
      extension: true,
      operation: updateEvent,
      body: one(gtmEventResource),
      tool: {
        name: 'update_gtm_event',
        title: 'Change an event of the schedule',
        description: 'Changes an event of the go-to-market schedule, such as its date; omitted fields stay unchanged.',
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/events/{id}`,
      operationId: 'deleteGtmEvent',
      summary: 'Cancel an event; feeds show it as cancelled for 30 days',
      extension: true,
      operation: deleteEvent,
      tool: {
        name: 'cancel_gtm_event',
        title: 'Cancel an event of the schedule',
        description: 'Cancels an event of the go-to-market schedule permanently; calendars show it as cancelled.',
      },
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/events/{id}/ics`,
      operationId: 'downloadGtmEvent',
      summary: 'One event as an iCalendar file',
      operation: getEventFile,
      contentType: MEDIA_TYPES.ics,
      headers: ({ event }) => ({ 'Content-Disposition': `attachment; filename="${event.id}.ics"` }),
      write: eventChunks,
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/series`,
      operationId: 'listGtmSeries',
      summary: 'List series of events, newest first',
      extension: true,
      operation: listSeries,
      body: page(gtmSeriesResource),
      tool: {
        name: 'list_gtm_series',
        title: 'List series of the schedule',
        description:
          'Lists the series of repeating events on the go-to-market schedule, newest first, with their rules.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/series`,
      operationId: 'createGtmSeries',
      summary: 'Add repeating events',
      description:
        'Each is an event with a `series_id`; lists, files and feeds treat it like any other. Events keep their local time across clock changes.',
      extension: true,
      operation: createSeries,
      status: 201,
      body: one(gtmSeriesResource),
      errors: ['CONFLICT', 'NOT_FOUND'],
      tool: {
        name: 'create_gtm_series',
        title: 'Add repeating events to the schedule',
        description:
          'Adds repeating events to the go-to-market schedule, by an RFC 5545 rule (recurrence) such as FREQ=WEEKLY;BYDAY=MO;COUNT=10. The first event must fall on a day of the rule; give a timezone, so that events keep their local time.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/series/{id}`,
      operationId: 'getGtmSeries',
      summary: 'One series of events',
      extension: true,
      operation: getSeries,
      body: one(gtmSeriesResource),
      tool: {
        name: 'get_gtm_series',
        title: 'Read a series of the schedule',
        description: 'Reads one series of repeating events by its id, with its rule and time zone.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/series/{id}/events`,
      operationId: 'listEventsOfGtmSeries',
      summary: 'The events of a series, exceptions included, in the order of its rule',
      extension: true,
      operation: listEventsOfSeries,
      body: page(gtmEventResource),
      tool: {
        name: 'list_gtm_series_events',
        title: 'List the events of a series',
        description: 'Lists the events of a series in order, including past ones and exceptions.',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/series/{id}`,
      operationId: 'updateGtmSeries',
      summary: 'Change the upcoming events of a series, or those from a given time on',
      description:
        'Past events stay, and so do exceptions: events that were changed individually. Omitted fields stay unchanged.',
      extension: true,
      operation: updateSeries,
      body: one(gtmSeriesResource),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'update_gtm_series',
        title: 'Change a series of the schedule',
        description:
          "Changes the upcoming events of a series, or with `from` (an event's occurrence_at) this and the following ones: title, type, channel, campaign, time of day, length, or the rule (recurrence). Past events and those changed individually stay.",
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/series/{id}`,
      operationId: 'deleteGtmSeries',
      summary: 'Cancel the upcoming events of a series and delete it',
      description: 'Past events and exceptions stay, detached from the series.',
      extension: true,
      operation: deleteSeries,
      tool: {
        name: 'delete_gtm_series',
        title: 'Delete a series of the schedule',
        description:
          'Cancels all upcoming events of a series permanently and deletes it; calendars show them as cancelled. Past events and those changed individually stay.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/series/{id}/cancel`,
      operationId: 'cancelFollowingGtmEvents',
      summary: 'Cancel the events of a series from a given time on',
      description: 'Past events and exceptions stay.',
      extension: true,
      operation: cancelFollowingEvents,
      body: one(gtmSeriesResource),
      tool: {
        name: 'cancel_following_gtm_events',
        title: 'Cancel the following events of a series',
        description:
          'Cancels an event of a series (from: its occurrence_at) and those that follow it permanently; calendars show them as cancelled. Past events and those changed individually stay.',
        annotations: DESTRUCTIVE,
      },
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/export`,
      operationId: 'exportGtmEvents',
      summary: 'The events of a range of days as a file: iCalendar, CSV or JSON',
      operation: exportEvents,
      contentType: MEDIA_TYPES.ics,
      furtherTypes: [MEDIA_TYPES.csv, MEDIA_TYPES.json],
      json: gtmExport,
      headers: exportHeaders,
      write: exportChunks,
      errors: ['NOT_FOUND'],
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/imports/preview`,
      operationId: 'previewGtmImport',
      summary: 'Preview an import line by line, without storing anything',
      description:
        'iCalendar or CSV of up to 1,000 entries. iCalendar rules that the service supports become series. `problems` lists what cannot be imported, with line numbers.',
      extension: true,
      operation: previewImport,
      body: one(importPreview),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'preview_gtm_import',
        title: 'Preview an import of events',
        description:
          'Shows what importing an iCalendar or CSV file would add to the go-to-market schedule, and what cannot be imported; stores nothing. Then call import_gtm_events with the same arguments.',
        annotations: READ_ONLY,
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/imports`,
      operationId: 'importGtmEvents',
      summary: 'Import the events of a file, all or none',
      description:
        'Takes the same input as the preview. If any entry cannot be imported, nothing is, unless `skip_problems` is true. Entries of an earlier import are recognized by their UID and not added again.',
      extension: true,
      operation: importEvents,
      body: one(importResult),
      errors: ['CONFLICT', 'NOT_FOUND'],
      tool: {
        name: 'import_gtm_events',
        title: 'Import events into the schedule',
        description:
          'Adds the events of an iCalendar or CSV file to the go-to-market schedule; events of an earlier import are not added again. Call preview_gtm_import first.',
        annotations: ADDITIVE,
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/filters`,
      operationId: 'getGtmFilters',
      summary: 'Event types and channels',
      operation: listEventFilterValues,
      body: eventWords,
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/campaigns`,
      operationId: 'listGtmCampaigns',
      summary: 'List campaigns, newest first',
      extension: true,
      operation: listCampaigns,
      body: page(gtmCampaignResource),
      tool: {
        name: 'list_gtm_campaigns',
        title: 'List campaigns of the schedule',
        description: 'Lists the campaigns of the go-to-market schedule, newest first.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/campaigns`,
      operationId: 'createGtmCampaign',
      summary: 'Add a campaign',
      extension: true,
      operation: createCampaign,
      status: 201,
      body: one(gtmCampaignResource),
      errors: ['CONFLICT'],
      tool: {
        name: 'create_gtm_campaign',
        title: 'Add a campaign to the schedule',
        description: 'Adds a campaign to which events of the go-to-market schedule can belong.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/campaigns/{id}`,
      operationId: 'getGtmCampaign',
      summary: 'One campaign',
      extension: true,
      operation: getCampaign,
      body: one(gtmCampaignResource),
      tool: {
        name: 'get_gtm_campaign',
        title: 'Read a campaign of the schedule',
        description: 'Reads one campaign of the go-to-market schedule by its id.',
      },
    }),

    route({
      method: 'PATCH',
      path: `${PREFIX}/campaigns/{id}`,
      operationId: 'updateGtmCampaign',
      summary: 'Change a campaign; omitted fields stay unchanged',
      extension: true,
      operation: updateCampaign,
      body: one(gtmCampaignResource),
      tool: {
        name: 'update_gtm_campaign',
        title: 'Change a campaign of the schedule',
        description: 'Changes the name, description or days of a campaign; omitted fields stay unchanged.',
      },
    }),

    route({
      method: 'DELETE',
      path: `${PREFIX}/campaigns/{id}`,
      operationId: 'deleteGtmCampaign',
      summary: 'Delete a campaign; its events stay, without a campaign',
      extension: true,
      operation: deleteCampaign,
      errors: ['CONFLICT'],
      tool: {
        name: 'delete_gtm_campaign',
        title: 'Delete a campaign of the schedule',
        description:
          'Deletes a campaign of the go-to-market schedule permanently; its events stay, without a campaign.',
      },
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/subscription`,
      operationId: 'subscribeToGtmSchedule',
      summary: 'Get your calendar feed, creating it if needed, or change its filters',
      operation: subscribe,
      body: one(subscriptionResource),
      secrets: SECRETS,
      errors: ['NOT_FOUND', 'CONFLICT'],
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/subscription/regenerate`,
      operationId: 'regenerateGtmToken',
      summary: 'Replace the token of your calendar feed; the previous one stops working',
      extension: true,
      operation: regenerateToken,
      body: one(subscriptionResource),
      secrets: SECRETS,
      errors: ['NOT_FOUND'],
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/feed.ics`,
      operationId: 'getGtmFeed',
      summary: 'The calendar feed of a subscription, from 30 days back',
      description:
        'Returns 304 for `If-None-Match` or `If-Modified-Since` if nothing has changed. Has its own request limit.',
      operation: readFeed,
      contentType: MEDIA_TYPES.ics,
      validators: ['ETag', 'Last-Modified'],
      headers: feedHeaders,
      write: feedChunks,
    }),
  ],
});
