import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { EventExport } from '../../domain/gtm-schedule/operations/export-events.ts';
import type { Feed } from '../../domain/gtm-schedule/operations/read-feed.ts';
import type { GtmEventRow } from '../../domain/gtm-schedule/table.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import { type CsvCell, csvOf } from '../csv.ts';
import { countSchema, type PresentContext } from '../resource.ts';
import { scheduledSlices, turnKeyOf } from '../turns.ts';
import { CALENDAR_VERSION, calendarFile } from './calendar-file.ts';
import { feedFile } from './feed-file.ts';
import { gtmEventResource } from './resource.ts';

/** Media types of the files. */
export const MEDIA_TYPES = {
  ics: 'text/calendar; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** Events that are written between two turns of other partners; their texts may be long. */
const SLICE_EVENTS = 10;

/** The chunks of an export. */
export function exportChunks(exported: EventExport, context: PresentContext): AsyncIterable<string> {
  const { format, bom, partnerName, query } = exported;
  const batches = scheduledSlices(context.call.actor, exported.batches, SLICE_EVENTS);
  const { start_date, end_date } = query;
  switch (format) {
    case 'ics':
      return calendarFile({ partnerName, publicUrl: context.publicUrl }, batches);
    case 'csv':
      return csvFile(batches, { bom, context });
    case 'json':
      return jsonFile(batches, { meta: { start_date, end_date }, context });
  }
}

/** Type and name of an exported file. */
export function exportHeaders({ format, query }: EventExport): Record<string, string> {
  const name = `gtm-schedule-${query.start_date}-${query.end_date}.${format}`;
  return { 'Content-Type': MEDIA_TYPES[format], 'Content-Disposition': `attachment; filename="${name}"` };
}

/** The file of a single event. */
export function eventChunks(
  { event, partnerName }: { event: GtmEventRow; partnerName: string },
  { publicUrl }: PresentContext,
): AsyncIterable<string> {
  async function* single() {
    yield [event];
  }
  return calendarFile({ partnerName, publicUrl }, single());
}

/** The chunks of a feed. */
export function feedChunks(feed: Feed, { publicUrl, call }: PresentContext): AsyncIterable<string> {
  return feedFile({ partnerName: feed.partnerName, publicUrl }, feed, () =>
    eventLoopScheduler.take(turnKeyOf(call.actor)),
  );
}

/**
 * Headers by which calendars detect that their copy of a feed is current. The entity tag is exact; the date is for
 * clients that send no tag.
 */
export function feedHeaders(feed: Feed, context: PresentContext): Record<string, string> {
  return {
    ETag: entityTag(feed, context),
    'Last-Modified': lastModified(feed, context).toUTCString(),
    'Cache-Control': 'private',
    'Content-Disposition': 'inline; filename="gtm-schedule.ics"',
  };
}

/** A digest of all inputs of a feed's bytes. */
function entityTag({ revision, partnerName }: Feed, { publicUrl }: PresentContext): string {
  const made = JSON.stringify([CALENDAR_VERSION, revision, partnerName, publicUrl]);
  return `"${createHash('sha256').update(made).digest('base64url').slice(0, 27)}"`;
}

/** Whole seconds, rounded up: a second change within the same second then has another date. */
function lastModified({ changedAt }: Feed, { now }: PresentContext): Date {
  const next = Math.ceil(changedAt.getTime() / 1000) * 1000;
  return new Date(next <= now.getTime() ? next : Math.floor(changedAt.getTime() / 1000) * 1000);
}

const COLUMNS = [
  'id',
  'title',
  'description',
  'scheduled_at',
  'end_at',
  'all_day',
  'timezone',
  'event_type',
  'event_type_label',
  'channel',
  'campaign_id',
  'content_item_id',
  'execution_id',
  'sandbox',
  'created_at',
  'updated_at',
  // Later columns stand last, since readers may go by position.
  'series_id',
  'occurrence_at',
  'series_exception',
];

/**
 * The events as CSV with a header row, batch by batch. With `bom` a byte order mark comes first.
 */
async function* csvFile(
  batches: AsyncIterable<readonly GtmEventRow[]>,
  { bom, context }: { bom: boolean; context: PresentContext },
): AsyncGenerator<string> {
  let head = (bom ? '\uFEFF' : '') + csvOf([COLUMNS]);
  for await (const batch of batches) {
    const rows = batch.map((event) => {
      const { id, attributes } = gtmEventResource.present(event, context);
      const cells: Record<string, CsvCell> = { id, ...attributes };
      return COLUMNS.map((name) => cells[name]);
    });
    yield head + csvOf(rows);
    head = '';
  }
  if (head !== '') yield head;
}

/** What the file in JSON holds. */
export const gtmExport = z
  .object({
    data: z.array(gtmEventResource.schema),
    meta: z.object({
      total: countSchema.describe('Number of events in `data`.'),
      start_date: z.iso.date().describe('First UTC day requested.'),
      end_date: z.iso.date().describe('Last UTC day requested.'),
    }),
  })
  .meta({ title: 'GtmExport' });

/** The events as JSON, `{data, meta}` with the total, batch by batch. */
async function* jsonFile(
  batches: AsyncIterable<readonly GtmEventRow[]>,
  { meta, context }: { meta: Record<string, unknown>; context: PresentContext },
): AsyncGenerator<string> {
  let total = 0;
  for await (const batch of batches) {
    const rows = batch.map((event) => JSON.stringify(gtmEventResource.present(event, context)));
    yield (total > 0 ? ',' : '{"data":[') + rows.join(',');
    total += batch.length;
  }
  yield `${total > 0 ? '' : '{"data":['}],"meta":${JSON.stringify({ total, ...meta })}}`;
}
