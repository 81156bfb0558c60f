import type { EventChannel, EventType } from '../capabilities/types.ts';
import type { Page } from '../kernel/page.ts';
import type { GtmEventRow } from './table.ts';

/** Filter for events; absent or empty fields do not filter. */
export interface EventFilter {
  event_types?: readonly EventType[] | undefined;
  channels?: readonly EventChannel[] | undefined;
  campaign_id?: number | undefined;
}

/** Days and filters of a list or an export, as requested. */
export interface EventQuery extends EventFilter {
  start_date: string;
  end_date: string;
}

/** A page of events with its query, from which the page links are made. */
export type EventPage = Page<GtmEventRow> & { query: EventQuery };
