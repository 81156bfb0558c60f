import { stringify } from 'csv-stringify/sync';
import type { GtmEventRow } from '../../domain/gtm-schedule/table.ts';
import type { PresentContext } from '../resource.ts';
import { gtmEventResource } from './resource.ts';

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
];

/**
 * The events as CSV (RFC 4180) with a header row, batch by batch. Cells that a spreadsheet would read as a formula
 * start with an apostrophe. With `bom` a byte order mark comes first.
 */
export async function* csvFile(
  batches: AsyncIterable<readonly GtmEventRow[]>,
  { bom, context }: { bom: boolean; context: PresentContext },
): AsyncGenerator<string> {
  const options = {
    columns: COLUMNS,
    record_delimiter: 'windows',
    escape_formulas: true,
    cast: { boolean: String },
  } as const;
  yield stringify([], { ...options, header: true, bom });
  for await (const batch of batches) {
    const rows = batch.map((event) => gtmEventResource.present(event, context));
    yield stringify(
      rows.map(({ id, attributes }) => ({ id, ...attributes })),
      options,
    );
  }
}

/** The events as JSON, `{data, meta}` with the total, batch by batch. */
export async function* jsonFile(
  batches: AsyncIterable<readonly GtmEventRow[]>,
  { meta, context }: { meta: Record<string, unknown>; context: PresentContext },
): AsyncGenerator<string> {
  let total = 0;
  yield '{"data":[';
  for await (const batch of batches) {
    const rows = batch.map((event) => JSON.stringify(gtmEventResource.present(event, context)));
    yield (total > 0 ? ',' : '') + rows.join(',');
    total += batch.length;
  }
  yield `],"meta":${JSON.stringify({ total, ...meta })}}`;
}
