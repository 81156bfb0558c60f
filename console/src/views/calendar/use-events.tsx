import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listGtmEvents } from '../../api/generated/client/sdk.gen.ts';
import type { GtmEvent, ListGtmEventsData } from '../../api/generated/client/types.gen.ts';
import type { Channel, EventType } from './model.ts';
import { type Days, plusDays } from './times.ts';

/** Filters of the calendar. */
export interface Filters {
  type?: EventType | undefined;
  channel?: Channel | undefined;
  campaign_id?: number | undefined;
}

/** Query key prefix of the events. */
export const EVENTS_KEY = ['calendar'] as const;

const PAGE = 100;
/** Pages that are read for one view. */
const MAX_PAGES = 10;

/** Query parameters for a range of days and filters. */
export function toQuery({ from, to }: Days, { type, channel, campaign_id }: Filters): ListGtmEventsData['query'] {
  return {
    start_date: from,
    end_date: to,
    ...(type && { event_types: [type] }),
    ...(channel && { channels: [channel] }),
    ...(campaign_id && { campaign_id }),
  };
}

/** All events of the days. `isTruncated` when there are more than are shown. */
export function useEvents({ from, to }: Days, filters: Filters) {
  // The API uses UTC days, which differ from local ones by up to a day.
  const query = toQuery({ from: plusDays(from, -1), to: plusDays(to, 1) }, filters);
  return useQuery({
    queryKey: [...EVENTS_KEY, query],
    queryFn: ({ signal }) => readAll(query, signal),
    placeholderData: keepPreviousData,
  });
}

async function readAll(query: ListGtmEventsData['query'], signal: AbortSignal) {
  const events: GtmEvent[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await listGtmEvents({ query: { ...query, page, per_page: PAGE }, signal, throwOnError: true });
    events.push(...data.data);
    const isLast = page >= data.meta.total_pages;
    if (isLast || page === MAX_PAGES) return { events, isTruncated: !isLast };
  }
}
