import { EVENT_CHANNELS, EVENT_TYPES } from '../../capabilities/types.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import { selectCampaigns } from '../campaign-store.ts';
import { type DescribedSeries, describeSeries } from '../describe-series.ts';
import { selectEvents } from '../event-store.ts';
import { rangeOfDays } from '../rules.ts';
import {
  campaignParams,
  eventParams,
  listCampaignsQuery,
  listEventsOfSeriesQuery,
  listEventsQuery,
  listSeriesQuery,
  ownCampaign,
  ownEvent,
  ownSeries,
  referencedRecords,
  requireOwnRecords,
  seriesParams,
} from '../schema.ts';
import { selectEventsOfSeries, selectSeries, withFigures } from '../series-store.ts';
import type { EventPage } from '../table.ts';

/** One event of the schedule. */
export const getEvent = readOperation({
  name: 'gtm_schedule.get_event',
  permission: 'view_content',
  params: eventParams,
  target: ownEvent,
});

/** One event of the schedule for a calendar file. */
export const getEventFile = operation({
  name: 'gtm_schedule.get_event_file',
  permission: 'view_content',
  params: eventParams,
  target: ownEvent,
  input: nothing,
  run: async (deps, call, _input, event) => ({
    event,
    partnerName: (await getPartnerById(deps.db, partnerOf(call))).name,
  }),
});

/** One campaign. */
export const getCampaign = readOperation({
  name: 'gtm_schedule.get_campaign',
  permission: 'view_content',
  params: campaignParams,
  target: ownCampaign,
});

/** The partner's campaigns, newest first. */
export const listCampaigns = operation({
  name: 'gtm_schedule.list_campaigns',
  permission: 'view_content',
  params: nothing,
  input: listCampaignsQuery,
  run: (deps, call, query) => selectCampaigns(deps.db, partnerOf(call), query),
});

/** One series of events. */
export const getSeries = operation({
  name: 'gtm_schedule.get_series',
  permission: 'view_content',
  params: seriesParams,
  target: ownSeries,
  input: nothing,
  run: (deps, _call, _input, series) => describeSeries(deps.db, deps.clock.now(), series),
});

/** The partner's series, newest first. */
export const listSeries = operation({
  name: 'gtm_schedule.list_series',
  permission: 'view_content',
  params: nothing,
  input: listSeriesQuery,
  async run(deps, call, query): Promise<Page<DescribedSeries>> {
    const found = await selectSeries(deps.db, partnerOf(call), query);
    return { ...found, rows: await withFigures(deps.db, deps.clock.now(), partnerOf(call), found.rows) };
  },
});

/** The events of a series, exceptions included. */
export const listEventsOfSeries = operation({
  name: 'gtm_schedule.list_events_of_series',
  permission: 'view_content',
  params: seriesParams,
  target: ownSeries,
  input: listEventsOfSeriesQuery,
  run: (deps, _call, query, series) => selectEventsOfSeries(deps.db, series, query),
});

/** The events that overlap a range of days, by start time. */
export const listEvents = operation({
  name: 'gtm_schedule.list_events',
  permission: 'view_content',
  params: nothing,
  references: referencedRecords,
  input: listEventsQuery,
  async run(deps, call, { page, per_page, cursor, sandbox, ...query }): Promise<EventPage> {
    await requireOwnRecords(deps, call, query);
    const range = rangeOfDays(query.start_date, query.end_date);
    const selection = { partnerId: partnerOf(call), range, filter: query, sandbox };
    const rows = await selectEvents(deps.db, selection, { page, per_page, cursor });
    return { ...rows, query };
  },
});

/** The values by which events can be filtered. */
export const listEventFilterValues = operation({
  name: 'gtm_schedule.list_words',
  permission: 'view_content',
  params: nothing,
  input: nothing,
  run: async () => ({ event_types: [...EVENT_TYPES], channels: [...EVENT_CHANNELS] }),
});
