import type { EntityManager } from 'typeorm';
import { execute, pick, queryExists, queryMaybeRow, queryRow, queryRows } from '../../infra/database/sql.ts';
import { integer, text, timestamp } from '../../infra/database/table.ts';
import type { ItemEvents } from '../capabilities/feature.ts';
import { inBatches } from '../kernel/batches.ts';
import type { Db } from '../kernel/deps.ts';
import {
  type CursorPlace,
  cursorPage,
  notOfThisList,
  offsetOf,
  type Page,
  type PageRequest,
  queryPage,
} from '../kernel/page.ts';
import { allOf, placeholders, whereSandbox } from '../kernel/sql.ts';
import type { EventVersion, TimeRange } from './rules.ts';
import { CALENDAR_EVENT, type CalendarEvent, type EventFilter, type GtmEventRow, gtmEventTable } from './table.ts';

/** Fields of a new event. */
export type NewEvent = Omit<
  GtmEventRow,
  | 'status'
  | 'sequence'
  | 'created_at'
  | 'updated_at'
  | 'cancelled_at'
  | 'execution_id'
  | 'step'
  | 'ordinal'
  | 'import_uid'
  | 'series_id'
  | 'occurrence_at'
  | 'series_exception'
> &
  Partial<Pick<GtmEventRow, 'execution_id' | 'step' | 'ordinal' | 'import_uid'>>;

/** Fields of an event that can be changed. */
type EventChanges = Omit<
  NewEvent,
  'id' | 'partner_id' | 'sandbox' | 'execution_id' | 'step' | 'ordinal' | 'import_uid'
>;

const COLUMNS = `id text, partner_id bigint, title text, description text, scheduled_at timestamptz, end_at timestamptz, all_day boolean,
  timezone text, occupied_from timestamptz, occupied_until timestamptz, event_type text, channel text, campaign_id bigint,
  content_item_id bigint, execution_id bigint, step text, ordinal smallint, import_uid text, sandbox boolean`;
const NAMES = COLUMNS.split(',')
  .map((column) => column.trim().split(' ')[0])
  .join(', ');

/**
 * Inserts events, except those that the step has already scheduled. Returns the inserted ones in no particular order.
 */
export async function insertEvents(em: EntityManager, now: Date, events: readonly NewEvent[]): Promise<GtmEventRow[]> {
  if (events.length === 0) return [];
  return queryRows(
    em,
    gtmEventTable,
    `INSERT INTO gtm_event (${NAMES}, created_at, updated_at)
     SELECT ${NAMES}, $1, $1 FROM jsonb_to_recordset($2) AS e(${COLUMNS})
     ON CONFLICT (execution_id, step, ordinal) DO NOTHING RETURNING *`,
    [now, JSON.stringify(events)],
  );
}

/** An event that is not cancelled; null when there is none. */
export async function findEvent(db: Db, id: string): Promise<GtmEventRow | null> {
  return queryMaybeRow(db, gtmEventTable, `SELECT * FROM gtm_event WHERE id = $1 AND status = 'scheduled'`, [id]);
}

/** The same, its row locked until the transaction ends. */
export async function lockEvent(em: EntityManager, id: string): Promise<GtmEventRow | null> {
  return queryMaybeRow(em, gtmEventTable, `SELECT * FROM gtm_event WHERE id = $1 AND status = 'scheduled' FOR UPDATE`, [
    id,
  ]);
}

/** Changes an event whose row is locked; one of a series is an exception from then on. Null when it has been cancelled. */
export async function updateEventRow(
  em: EntityManager,
  now: Date,
  id: string,
  event: EventChanges,
): Promise<GtmEventRow | null> {
  return queryMaybeRow(
    em,
    gtmEventTable,
    `WITH changed AS (
       UPDATE gtm_event SET title = $3, description = $4, scheduled_at = $5, end_at = $6, all_day = $7, timezone = $8,
         occupied_from = $9, occupied_until = $10, event_type = $11, channel = $12, campaign_id = $13, content_item_id = $14,
         series_exception = series_id IS NOT NULL, sequence = sequence + 1, updated_at = $1
       WHERE id = $2 AND status = 'scheduled' RETURNING *
     ) SELECT * FROM changed`,
    [
      now,
      id,
      event.title,
      event.description,
      event.scheduled_at,
      event.end_at,
      event.all_day,
      event.timezone,
      event.occupied_from,
      event.occupied_until,
      event.event_type,
      event.channel,
      event.campaign_id,
      event.content_item_id,
    ],
  );
}

/**
 * Locks the series of which a partner has events in a campaign or of a content item, before these are changed together: who
 * changes a series holds it before its events, not all of them in one order.
 */
export function lockSeriesOf(
  em: EntityManager,
  partnerId: number,
  events: { campaign_id: number } | { content_item_id: number },
): Promise<void> {
  const [[column, id] = []] = Object.entries(events);
  return execute(
    em,
    `SELECT FROM gtm_series WHERE id IN (SELECT series_id FROM gtm_event WHERE ${column} = $1 AND partner_id = $2)
       AND partner_id = $2 ORDER BY id FOR NO KEY UPDATE`,
    [id, partnerId],
  );
}

const CANCEL = `UPDATE gtm_event SET status = 'cancelled', cancelled_at = $1, sequence = sequence + 1, updated_at = $1
  WHERE status = 'scheduled'`;

/** Cancels an event; false when it was already cancelled. */
export async function cancelEvent(em: EntityManager, now: Date, id: string): Promise<boolean> {
  return queryExists(em, `WITH gone AS (${CANCEL} AND id = $2 RETURNING id) SELECT id FROM gone`, [now, id]);
}

/** Cancels the events of an execution that have not begun; returns their ids. */
export async function cancelFutureEvents(em: EntityManager, now: Date, executionId: number): Promise<string[]> {
  const rows = await queryRows(
    em,
    pick(gtmEventTable, 'id'),
    `WITH gone AS (${CANCEL} AND execution_id = $2 AND occupied_from > $1 RETURNING id) SELECT id FROM gone ORDER BY id`,
    [now, executionId],
  );
  return rows.map(({ id }) => id);
}

/** Renames the events of a content item that are called as it was, which nobody has renamed; returns their ids. */
export async function renameEvents(
  em: EntityManager,
  now: Date,
  { id, partnerId, from, to }: { id: number; partnerId: number; from: readonly string[]; to: string },
): Promise<string[]> {
  await lockSeriesOf(em, partnerId, { content_item_id: id });
  const rows = await queryRows(
    em,
    pick(gtmEventTable, 'id'),
    `WITH found AS (
       SELECT id AS found_id FROM gtm_event
       WHERE content_item_id = $2 AND partner_id = $3 AND status = 'scheduled' AND title = ANY ($4)
       ORDER BY id FOR NO KEY UPDATE
     ), renamed AS (
       UPDATE gtm_event SET title = $5, sequence = sequence + 1, updated_at = $1 FROM found WHERE id = found_id RETURNING id
     )
     SELECT id FROM renamed ORDER BY id`,
    [now, id, partnerId, from, to],
  );
  return rows.map(({ id: event }) => event);
}

/** Of each of these content items of a partner its next event, else its last. */
export async function selectEventOfItems(
  db: Db,
  now: Date,
  { partnerId, ids }: { partnerId: number; ids: readonly number[] },
): Promise<ItemEvents> {
  if (ids.length === 0) return new Map();
  const rows = await queryRows(
    db,
    {
      ...pick(gtmEventTable, 'id', 'scheduled_at', 'end_at', 'all_day', 'timezone'),
      content_item_id: gtmEventTable.columns.content_item_id.present(),
    },
    `SELECT DISTINCT ON (content_item_id) id, scheduled_at, end_at, all_day, timezone, content_item_id FROM gtm_event
     WHERE content_item_id = ANY($2) AND partner_id = $1 AND status = 'scheduled'
     ORDER BY content_item_id, occupied_until <= $3, CASE WHEN occupied_until > $3 THEN scheduled_at END, scheduled_at DESC, id`,
    [partnerId, ids, now],
  );
  return new Map(rows.map(({ content_item_id: item, ...event }) => [item, event]));
}

/** Which events to read: partner, range and filter. */
export interface EventSelection {
  partnerId: number;
  range: TimeRange;
  filter: EventFilter;
  /** Only events of sandbox keys, or only others. */
  sandbox?: boolean | undefined;
  /** Also include events cancelled since then; undefined: none. */
  cancelledSince?: Date | undefined;
}

/** Position in a list of events. */
type EventPosition = { occupied_from: Date | string; id: GtmEventRow['id'] };

/** Days before a range in which events begin that reach into it, as the table bounds them. */
export const LONGEST_DAYS = 369;

/**
 * SQL for the events that overlap a range, as a union of three parts that each have an index in the list's order:
 * events that begin in it, that began in the two days before, and that last longer. `first` limits each part, so that a
 * page costs the same in a long list; the database would otherwise sort all of it.
 */
function overlapping(
  { partnerId, range, filter, sandbox, cancelledSince }: EventSelection,
  place: (value: unknown) => string | undefined,
  { first, after }: { first?: number; after?: EventPosition | undefined } = {},
): string {
  const from = `${place(range.from)}::timestamptz`;
  const shared = allOf([
    `partner_id = ${place(partnerId)}`,
    cancelledSince ? `(status = 'scheduled' OR cancelled_at >= ${place(cancelledSince)})` : `status = 'scheduled'`,
    ...narrowed(filter, place),
    whereSandbox(sandbox, 'sandbox'),
    after && `(occupied_from, id) > (${place(after.occupied_from)}::timestamptz, ${place(after.id)})`,
  ]);
  const limit = first === undefined ? '' : `ORDER BY occupied_from, id LIMIT ${place(first)}`;
  const part = (condition: string) => `(SELECT * FROM gtm_event WHERE ${shared} AND ${condition} ${limit})`;
  const reaching = `occupied_from < ${from} AND occupied_until > ${from}`;
  // In hours: two days of a session whose time zone changes its clocks may be 47 hours.
  const since = (days: number) => `occupied_from >= ${from} - interval '${days * 24} hours'`;
  return [
    part(`occupied_from >= ${from} AND occupied_from < ${place(range.until)}`),
    part(`${reaching} AND ${since(2)} AND occupied_until - occupied_from <= interval '2 days'`),
    part(`${reaching} AND ${since(LONGEST_DAYS)} AND occupied_until - occupied_from > interval '2 days'`),
  ].join(' UNION ALL ');
}

/** A single value is compared with `=`, so that the rows of an index stay in order. */
function narrowed(
  { event_types, channels, campaign_id }: EventFilter,
  place: (value: unknown) => string | undefined,
): (string | undefined)[] {
  const among = (column: string, words: readonly string[] = []) => {
    if (words.length === 0) return undefined;
    return words.length === 1 ? `${column} = ${place(words[0])}` : `${column} = ANY(${place(words)})`;
  };
  return [
    among('event_type', event_types),
    among('channel', channels),
    campaign_id === undefined ? undefined : `campaign_id = ${place(campaign_id)}`,
  ];
}

/** The next events of a selection by start time, after the event `after`. */
async function readEvents(
  db: Db,
  selection: EventSelection,
  limit: number,
  after?: EventPosition,
): Promise<GtmEventRow[]> {
  const values: unknown[] = [];
  const place = placeholders(values);
  return queryRows(
    db,
    gtmEventTable,
    `SELECT * FROM (${overlapping(selection, place, { first: limit, after })}) AS event
     ORDER BY occupied_from, id LIMIT ${place(limit)}`,
    values,
  );
}

/** A page of a selection by start time. Events that begin in the range are counted with the counters. */
export async function selectEvents(db: Db, selection: EventSelection, page: PageRequest): Promise<Page<GtmEventRow>> {
  const { per_page, cursor } = page;
  const total = cursor?.total ?? (await countEvents(db, selection));
  if (cursor) return selectEventsAfter(db, selection, { total, per_page, cursor });
  if (offsetOf(page) >= total) return { rows: [], total, page: page.page, per_page };
  const values: unknown[] = [];
  const place = placeholders(values);
  const rows = await queryPage(
    db,
    gtmEventTable.columns,
    `SELECT * FROM (${overlapping(selection, place, { first: offsetOf(page) + page.per_page })}) AS event
     ORDER BY occupied_from, id LIMIT ${place(page.per_page)} OFFSET ${place(offsetOf(page))}`,
    values,
  );
  return { rows, total, page: page.page, per_page };
}

/** A cursor's page of a selection. */
async function selectEventsAfter(
  db: Db,
  selection: EventSelection,
  page: { total: number; per_page: number; cursor: CursorPlace },
): Promise<Page<GtmEventRow>> {
  const { per_page, cursor } = page;
  const [from, id, further] = cursor.key ?? [];
  if (cursor.key && (from === undefined || id === undefined || further !== undefined)) throw notOfThisList();
  const values: unknown[] = [];
  const place = placeholders(values);
  const after = from !== undefined && id !== undefined ? { occupied_from: from, id } : undefined;
  const rows = await queryPage(
    db,
    gtmEventTable.columns,
    `SELECT * FROM (${overlapping(selection, place, { first: per_page, after })}) AS event
     ORDER BY occupied_from, id LIMIT ${place(per_page)}`,
    values,
  );
  const last = rows.length < per_page ? undefined : rows.at(-1);
  const isMore = last !== undefined && (await readEvents(db, selection, 1, last)).length > 0;
  return cursorPage(rows, page, isMore ? [last.occupied_from.toISOString(), last.id] : undefined);
}

/** Number of a partner's events, by the counters. */
export async function countAllEvents(db: Db, partnerId: number): Promise<number> {
  const counted = 'SELECT coalesce(sum(n), 0)::int AS total FROM gtm_event_count WHERE partner_id = $1';
  return (await queryRow(db, { total: integer() }, counted, [partnerId])).total;
}

/** Number of events that overlap a range of whole UTC days. */
async function countEvents(db: Db, selection: EventSelection): Promise<number> {
  const { partnerId, range, filter, sandbox } = selection;
  const values: unknown[] = [];
  const place = placeholders(values);
  // The counters do not distinguish the events of sandbox keys.
  if (sandbox !== undefined) {
    const counted = `SELECT count(*)::int AS total FROM (${overlapping(selection, place)}) AS event`;
    return (await queryRow(db, { total: integer() }, counted, values)).total;
  }
  const counted = allOf([
    `partner_id = ${place(partnerId)}`,
    `day >= (${place(range.from)}::timestamptz AT TIME ZONE 'UTC')::date`,
    `day < (${place(range.until)}::timestamptz AT TIME ZONE 'UTC')::date`,
    ...narrowed(filter, place),
  ]);
  const before = overlapping({ partnerId, range: { from: range.from, until: range.from }, filter }, place);
  const { total } = await queryRow(
    db,
    { total: integer() },
    `SELECT (SELECT coalesce(sum(n), 0) FROM gtm_event_count WHERE ${counted})::int
            + (SELECT count(*) FROM (${before}) AS reaching)::int AS total`,
    values,
  );
  return total;
}

/** Fingerprint of a selection, and when it last changed; null when it has no events. */
export interface EventsRevision {
  /** Count and sum of a hash of ids and sequences; every change alters it. */
  revision: string;
  changedAt: Date | null;
}

/** The revision of a selection. */
export async function findRevision(db: Db, selection: EventSelection): Promise<EventsRevision> {
  const values: unknown[] = [];
  const { revision, changed_at } = await queryRow(
    db,
    { revision: text(), changed_at: timestamp().nullable() },
    `SELECT count(*) || '.' || coalesce(sum(hashtextextended(id, sequence)), 0) AS revision, max(updated_at) AS changed_at
     FROM (${overlapping(selection, placeholders(values))}) AS event`,
    values,
  );
  return { revision, changedAt: changed_at };
}

/** Events whose versions are read at once. */
const VERSIONS_SIZE = 1_000;

const VERSIONS = { versions: text().nullable(), occupied_from: text().nullable(), id: text().nullable() };

/**
 * The versions of a selection's events by start time, in batches. Each batch is one text, which costs a tenth of as many rows with
 * times.
 */
export async function* versionBatches(db: Db, selection: EventSelection): AsyncGenerator<EventVersion[]> {
  let after: EventPosition | undefined;
  do {
    const values: unknown[] = [];
    const place = placeholders(values);
    const { versions, occupied_from, id } = await queryRow(
      db,
      VERSIONS,
      `SELECT string_agg(id || ':' || sequence || ':' || floor(extract(epoch FROM updated_at) * 1000), ' ' ORDER BY occupied_from, id) AS versions,
              (array_agg(occupied_from ORDER BY occupied_from DESC, id DESC))[1]::text AS occupied_from,
              (array_agg(id ORDER BY occupied_from DESC, id DESC))[1] AS id
       FROM (SELECT * FROM (${overlapping(selection, place, { first: VERSIONS_SIZE, after })}) AS event
             ORDER BY occupied_from, id LIMIT ${place(VERSIONS_SIZE)}) AS batch`,
      values,
    );
    if (versions === null) return;
    const batch = versions.split(' ');
    yield batch;
    after = occupied_from !== null && id !== null && batch.length === VERSIONS_SIZE ? { occupied_from, id } : undefined;
  } while (after);
}

/** What calendars show of a partner's events, by their ids, in no particular order. */
export async function selectCalendarEvents(
  db: Db,
  partnerId: number,
  ids: readonly string[],
): Promise<CalendarEvent[]> {
  const columns = Object.keys(CALENDAR_EVENT).join(', ');
  return queryRows(db, CALENDAR_EVENT, `SELECT ${columns} FROM gtm_event WHERE partner_id = $1 AND id = ANY($2)`, [
    partnerId,
    ids,
  ]);
}

/** Events in a batch; each may have a text of 20,000 characters. */
const BATCH_SIZE = 100;

/** The events of a selection by start time, in batches. */
export function eventBatches(db: Db, selection: EventSelection): AsyncGenerator<GtmEventRow[]> {
  return inBatches(BATCH_SIZE, (last) => readEvents(db, selection, BATCH_SIZE, last));
}
