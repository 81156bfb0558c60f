import type { EntityManager } from 'typeorm';
import {
  countRecords,
  deleteRecords,
  findRecord,
  insertRecord,
  lockRecord,
  updateRecords,
} from '../../infra/database/records.ts';
import { execute, executeCount, pick, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { listPage, type Page, type PageRequest } from '../kernel/page.ts';
import type { NewEvent } from './event-store.ts';
import type { OccurrenceTimes } from './recurrence.ts';
import { type GtmEventRow, type GtmSeriesRow, gtmEventTable, gtmSeriesTable } from './table.ts';

/** Number of a partner's series. */
export function countSeries(db: Db, partnerId: number): Promise<number> {
  return countRecords(db, gtmSeriesTable, { partner_id: partnerId });
}

/** A series; null when there is none. */
export function findSeries(db: Db, id: number): Promise<GtmSeriesRow | null> {
  return findRecord(db, gtmSeriesTable, { id });
}

/** The same, locked against changes until the transaction ends. */
export function lockSeries(em: EntityManager, id: number): Promise<GtmSeriesRow | null> {
  return lockRecord(em, gtmSeriesTable, { id });
}

/** A partner's series, newest first. */
export function selectSeries(db: Db, partnerId: number, page: PageRequest): Promise<Page<GtmSeriesRow>> {
  return listPage(db, gtmSeriesTable, { where: { partner_id: partnerId }, order: { id: 'DESC' } }, page);
}

/** A series with whose it is. */
export type OwnSeries = Pick<GtmSeriesRow, 'id' | 'partner_id'>;

/** The events of a series that are not cancelled, exceptions included, in the order of the rule. */
export function selectEventsOfSeries(
  db: Db,
  { id, partner_id }: OwnSeries,
  page: PageRequest,
): Promise<Page<GtmEventRow>> {
  const order = { occurrence_at: 'ASC' } as const;
  return listPage(db, gtmEventTable, { where: { series_id: id, partner_id, status: 'scheduled' }, order }, page);
}

/** Fields of a new series. */
type NewSeries = Omit<GtmSeriesRow, 'id' | 'cancelled_from' | 'import_uid' | 'created_at' | 'updated_at'> &
  Partial<Pick<GtmSeriesRow, 'import_uid'>>;

/** Inserts a series. */
export function insertSeries(em: EntityManager, now: Date, series: NewSeries): Promise<GtmSeriesRow> {
  return insertRecord(em, gtmSeriesTable, { ...series, created_at: now, updated_at: now });
}

/** What the events of a series have in common. */
type SharedFields = Pick<
  NewEvent,
  | 'title'
  | 'description'
  | 'all_day'
  | 'timezone'
  | 'event_type'
  | 'channel'
  | 'campaign_id'
  | 'content_item_id'
  | 'sandbox'
>;

const TIMES = `id text, scheduled_at timestamptz, end_at timestamptz, occupied_from timestamptz, occupied_until timestamptz`;

/** Inserts the events of a series; what they have in common is sent once. */
export async function insertEventsOfSeries(
  em: EntityManager,
  now: Date,
  series: OwnSeries,
  event: SharedFields,
  occurrences: readonly (OccurrenceTimes & Pick<GtmEventRow, 'id'>)[],
): Promise<void> {
  await execute(
    em,
    `INSERT INTO gtm_event (series_id, partner_id, title, description, all_day, timezone, event_type, channel, campaign_id, content_item_id,
       sandbox, created_at, updated_at, id, scheduled_at, end_at, occupied_from, occupied_until, occurrence_at)
     SELECT $3::bigint, $4::bigint, $5, $6, $7::boolean, $8, $9, $10, $11::bigint, $12::bigint, $13::boolean, $1::timestamptz,
       $1::timestamptz, id, scheduled_at, end_at, occupied_from, occupied_until, occurrence_at
     FROM jsonb_to_recordset($2) AS o(${TIMES}, occurrence_at timestamptz)`,
    [
      now,
      JSON.stringify(occurrences),
      series.id,
      series.partner_id,
      event.title,
      event.description,
      event.all_day,
      event.timezone,
      event.event_type,
      event.channel,
      event.campaign_id,
      event.content_item_id,
      event.sandbox,
    ],
  );
}

/** Which events a change of a series concerns: those to come that the rule has at a moment or later, but for exceptions. */
export interface SeriesSelection {
  series: OwnSeries;
  /** Undefined: all to come. */
  from: Date | undefined;
}

const CONCERNED = `series_id = $2 AND partner_id = $3 AND status = 'scheduled' AND NOT series_exception
  AND occupied_from > $1 AND ($4::timestamptz IS NULL OR occurrence_at >= $4)`;

/** The events that a change concerns, locked in the order of their ids. */
export function lockEventsOfSeries(
  em: EntityManager,
  now: Date,
  { series, from }: SeriesSelection,
): Promise<GtmEventRow[]> {
  return queryRows(em, gtmEventTable, `SELECT * FROM gtm_event WHERE ${CONCERNED} ORDER BY id FOR UPDATE`, [
    now,
    series.id,
    series.partner_id,
    from ?? null,
  ]);
}

/** Cancels the events that a change concerns; returns their number. */
export async function cancelEventsOfSeries(em: EntityManager, now: Date, selection: SeriesSelection): Promise<number> {
  const { series, from } = selection;
  await lockEventsOfSeries(em, now, selection);
  return executeCount(
    em,
    `UPDATE gtm_event SET status = 'cancelled', cancelled_at = $1, sequence = sequence + 1, updated_at = $1 WHERE ${CONCERNED}`,
    [now, series.id, series.partner_id, from ?? null],
  );
}

/** Fields that all events of a series can get at once; absent ones stay. */
export type SeriesEventChanges = Partial<
  Pick<GtmEventRow, 'title' | 'description' | 'event_type' | 'channel' | 'campaign_id' | 'content_item_id'>
>;

/** New times of an event. */
export type NewTimes = Pick<GtmEventRow, 'id'> & Omit<OccurrenceTimes, 'occurrence_at'>;

/** Changes events of a series, which are locked; those that have all of it already stay. Returns the number of the others. */
export async function updateEventsOfSeries(
  em: EntityManager,
  now: Date,
  series: OwnSeries,
  changes: SeriesEventChanges,
  times: readonly NewTimes[],
): Promise<number> {
  const { title, description, event_type, channel, campaign_id, content_item_id } = changes;
  return executeCount(
    em,
    `WITH wanted AS (
       SELECT o.*, coalesce($5, e.title) AS title, coalesce($6, e.event_type) AS event_type, coalesce($7, e.channel) AS channel,
         CASE WHEN $8::boolean THEN $9 ELSE e.description END AS description,
         CASE WHEN $10::boolean THEN $11::bigint ELSE e.campaign_id END AS campaign_id,
         CASE WHEN $12::boolean THEN $13::bigint ELSE e.content_item_id END AS content_item_id
       FROM jsonb_to_recordset($2) AS o(${TIMES}) JOIN gtm_event e ON e.id = o.id AND e.series_id = $3 AND e.partner_id = $4
     )
     UPDATE gtm_event e SET title = w.title, event_type = w.event_type, channel = w.channel, description = w.description,
       campaign_id = w.campaign_id, content_item_id = w.content_item_id, scheduled_at = w.scheduled_at, end_at = w.end_at,
       occupied_from = w.occupied_from, occupied_until = w.occupied_until, sequence = sequence + 1, updated_at = $1
     FROM wanted w
     WHERE e.id = w.id AND e.partner_id = $4
       AND ROW(e.title, e.event_type, e.channel, e.description, e.campaign_id, e.content_item_id, e.scheduled_at, e.end_at)
         IS DISTINCT FROM
           ROW(w.title, w.event_type, w.channel, w.description, w.campaign_id, w.content_item_id, w.scheduled_at, w.end_at)`,
    [
      now,
      JSON.stringify(times),
      series.id,
      series.partner_id,
      title ?? null,
      event_type ?? null,
      channel ?? null,
      description !== undefined,
      description ?? null,
      campaign_id !== undefined,
      campaign_id ?? null,
      content_item_id !== undefined,
      content_item_id ?? null,
    ],
  );
}

/** An event of a series by its place in the rule. */
export type PlacedEvent = Pick<GtmEventRow, 'id' | 'status'> & { occurrence_at: Date };

/** Where the events of a series are in its rule, what was cancelled included. */
export function selectPlaces(db: Db, { id, partner_id }: OwnSeries): Promise<PlacedEvent[]> {
  return queryRows(
    db,
    { ...pick(gtmEventTable, 'id', 'status'), occurrence_at: gtmEventTable.columns.occurrence_at.present() },
    'SELECT id, status, occurrence_at FROM gtm_event WHERE series_id = $1 AND partner_id = $2 ORDER BY occurrence_at',
    [id, partner_id],
  );
}

/** The last event of a series, locked until the transaction ends; one that was cancelled where there is no other, null where none is left. */
export function lockLastEvent(em: EntityManager, { id, partner_id }: OwnSeries): Promise<GtmEventRow | null> {
  return queryMaybeRow(
    em,
    gtmEventTable,
    `SELECT * FROM gtm_event WHERE series_id = $1 AND partner_id = $2
     ORDER BY status = 'cancelled', series_exception, occurrence_at DESC LIMIT 1 FOR UPDATE`,
    [id, partner_id],
  );
}

/** Cancels locked events of a series whose rule has them no longer; they belong to it no more, so that a rule may have their times again. */
export async function releaseEvents(
  em: EntityManager,
  now: Date,
  { id, partner_id }: OwnSeries,
  eventIds: readonly string[],
): Promise<void> {
  await execute(
    em,
    `UPDATE gtm_event SET status = 'cancelled', cancelled_at = $1, sequence = sequence + 1, updated_at = $1, series_id = NULL,
       occurrence_at = NULL
     WHERE id = ANY($2) AND series_id = $3 AND partner_id = $4`,
    [now, eventIds, id, partner_id],
  );
}

/** Takes what was cancelled from a moment on out of a series, so that a rule may have its times again. */
export function releaseCancelled(em: EntityManager, { id, partner_id }: OwnSeries, from: Date): Promise<void> {
  return execute(
    em,
    `UPDATE gtm_event SET series_id = NULL, occurrence_at = NULL
     WHERE series_id = $1 AND partner_id = $2 AND status = 'cancelled' AND occurrence_at >= $3`,
    [id, partner_id, from],
  );
}

/** Stores the rule by which a locked series goes on; an absent title stays. */
export async function updateRule(
  em: EntityManager,
  now: Date,
  { id }: OwnSeries,
  rule: Pick<GtmSeriesRow, 'recurrence' | 'starts_at' | 'occurrence_count'> & { title?: string | undefined },
): Promise<GtmSeriesRow> {
  await updateRecords(em, gtmSeriesTable, { id }, { ...rule, cancelled_from: null, updated_at: now });
  const changed = await findSeries(em, id);
  if (!changed) throw new Error(`Series ${id} was locked and yet is gone.`);
  return changed;
}

/** What is to come of a series, and what its events are; of the next one that is no exception, or else of the last. */
export interface SeriesFigures {
  /** The first event that is not cancelled; null: there is none. */
  first_at: Date | null;
  next_at: Date | null;
  upcoming_count: number;
  event_type: GtmEventRow['event_type'] | null;
  channel: GtmEventRow['channel'] | null;
}

const NO_EVENTS: SeriesFigures = { first_at: null, next_at: null, upcoming_count: 0, event_type: null, channel: null };

/** Series with what is to come of each, in the same order. All of them belong to the partner. */
export async function withFigures(
  db: Db,
  now: Date,
  partnerId: number,
  series: readonly GtmSeriesRow[],
): Promise<(GtmSeriesRow & SeriesFigures)[]> {
  const { scheduled_at, event_type, channel, series_id } = gtmEventTable.columns;
  const rows = await queryRows(
    db,
    {
      series_id: series_id.present(),
      first_at: scheduled_at,
      next_at: scheduled_at.nullable(),
      upcoming_count: integer(),
      event_type,
      channel,
    },
    `SELECT series_id, min(scheduled_at) AS first_at, min(scheduled_at) FILTER (WHERE scheduled_at > $1) AS next_at,
       (count(*) FILTER (WHERE scheduled_at > $1))::int AS upcoming_count, min(event_type) FILTER (WHERE place = 1) AS event_type,
       min(channel) FILTER (WHERE place = 1) AS channel
     FROM (
       SELECT series_id, scheduled_at, event_type, channel, row_number() OVER (
         PARTITION BY series_id ORDER BY series_exception, scheduled_at <= $1, abs(extract(epoch FROM scheduled_at - $1))
       ) AS place
       FROM gtm_event WHERE series_id = ANY($3) AND partner_id = $2 AND status = 'scheduled'
     ) AS placed GROUP BY series_id`,
    [now, partnerId, series.map(({ id }) => id)],
  );
  const figures = new Map(rows.map(({ series_id: id, ...found }) => [id, found]));
  return series.map((one) => ({ ...one, ...(figures.get(one.id) ?? NO_EVENTS) }));
}

/** Changes a series whose row is locked; an absent title stays. */
export function updateSeriesRow(
  em: EntityManager,
  now: Date,
  { id, partner_id }: OwnSeries,
  { title, cancelled_from }: { title?: string | undefined; cancelled_from?: Date | undefined },
): Promise<GtmSeriesRow> {
  return queryRow(
    em,
    gtmSeriesTable,
    `WITH changed AS (
       UPDATE gtm_series SET title = coalesce($4, title), cancelled_from = least(cancelled_from, $5), updated_at = $1
       WHERE id = $2 AND partner_id = $3 RETURNING *
     ) SELECT * FROM changed`,
    [now, id, partner_id, title ?? null, cancelled_from ?? null],
  );
}

/** Deletes a series whose row is locked. Its events that are not cancelled stay, as events of no series. */
export async function deleteSeriesRow(em: EntityManager, now: Date, { id, partner_id }: OwnSeries): Promise<void> {
  await execute(
    em,
    `UPDATE gtm_event SET series_id = NULL, occurrence_at = NULL, series_exception = false, sequence = sequence + 1, updated_at = $1
     WHERE series_id = $2 AND partner_id = $3 AND status = 'scheduled'`,
    [now, id, partner_id],
  );
  await deleteRecords(em, gtmSeriesTable, { id });
}
