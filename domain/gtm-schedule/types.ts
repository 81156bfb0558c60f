import type { EventChannel, EventType } from '../capabilities/types.ts';
import type { Page } from '../kernel/page.ts';
import type { GtmEventRow } from './table.ts';

/** Which events are meant; what is absent or empty does not narrow them. */
export interface EventFilter {
  event_types?: readonly EventType[] | undefined;
  channels?: readonly EventChannel[] | undefined;
  campaign_id?: number | undefined;
}

/** Days and filters of a list or an export, as they were asked for. */
export interface EventQuery extends EventFilter {
  start_date: string;
  end_date: string;
}

/** A page of events with what was asked for, from which its links are made. */
export type EventPage = Page<GtmEventRow> & { query: EventQuery };
