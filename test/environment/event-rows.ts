import { occupiedRange } from '../../domain/gtm-schedule/rules.ts';
import type { GtmEventRow } from '../../domain/gtm-schedule/table.ts';

const DEFAULTS: GtmEventRow = {
  id: 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS',
  partner_id: 1,
  status: 'scheduled',
  title: 'Launch',
  description: null,
  scheduled_at: new Date('2026-03-02T09:00:00Z'),
  end_at: null,
  all_day: false,
  timezone: 'UTC',
  occupied_from: new Date(0),
  occupied_until: new Date(0),
  event_type: 'product_launch',
  channel: 'blog',
  campaign_id: null,
  content_item_id: null,
  series_id: null,
  occurrence_at: null,
  series_exception: false,
  execution_id: null,
  step: null,
  ordinal: null,
  import_uid: null,
  sandbox: false,
  sequence: 0,
  created_at: new Date('2026-01-01T00:00:00Z'),
  updated_at: new Date('2026-01-01T00:00:00Z'),
  cancelled_at: null,
};

/** A row of an event that differs from an ordinary one. */
export function eventRow(differences: Partial<GtmEventRow> = {}): GtmEventRow {
  const row = { ...DEFAULTS, ...differences };
  return { ...row, ...occupiedRange(row) };
}

/** One text of all that is yielded. */
export async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}

/** Batches of a list that is there already. */
export async function* batchesOf<Row>(...batches: Row[][]): AsyncGenerator<Row[]> {
  yield* batches;
}
