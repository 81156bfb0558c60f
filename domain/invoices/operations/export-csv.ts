import { readAhead } from '../../kernel/batches.ts';
import type { Db } from '../../kernel/deps.ts';
import { type CsvPlace, type CsvWanted, selectCsvRows } from '../csv-store.ts';

/** Most rows of a batch: five milliseconds of the database, and 110 KB of ordinary rows. */
export const CSV_BATCH_ROWS = 500;

/**
 * The rows of all invoices that match the filters, as the database writes them: a text for each batch, so that no row of it becomes an
 * object here. Each batch is a statement of its own: no transaction stays open while a client reads.
 */
export function exportCsvRows(db: Db, partnerId: number, wanted: CsvWanted): AsyncGenerator<string> {
  return readAhead(batchesOf(db, partnerId, wanted));
}

async function* batchesOf(db: Db, partnerId: number, wanted: CsvWanted): AsyncGenerator<string> {
  const read = (last: CsvPlace | undefined) => selectCsvRows(db, partnerId, wanted, { last, limit: CSV_BATCH_ROWS });
  for (let batch = await read(undefined); batch; batch = await read(batch.last)) yield batch.text;
}
