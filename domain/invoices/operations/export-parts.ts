import { inBatches, readAhead } from '../../kernel/batches.ts';
import type { Db, Deps } from '../../kernel/deps.ts';
import { eventLoopScheduler } from '../../kernel/event-loop-scheduler.ts';
import { type LineRange, selectLastPositions, selectLinesIn } from '../line-store.ts';
import { selectInvoicesAfter } from '../list-store.ts';
import type { InvoiceDetail, IssuedInvoice } from '../rules.ts';
import type { InvoiceFilters, InvoiceOrder } from '../schema.ts';
import type { InvoiceLineRow } from '../table.ts';

/** An invoice with some of its lines: one with many lines comes in several parts, one after the other. */
export interface InvoicePart {
  invoice: IssuedInvoice;
  lines: InvoiceLineRow[];
  isFirst: boolean;
  isLast: boolean;
}

/**
 * Most rows of a batch, invoices and lines together. Each batch costs some statements, and what many rows are made into outlives two
 * collections of the young generation: with 200, one export grew the process by 43 MiB, with 100 two of 100,000 lines by none
 * once it was warm.
 */
export const EXPORT_BATCH_ROWS = 100;

/**
 * All invoices that match the filters, in batches of at most 100 rows, whatever the number of an invoice's lines. Each
 * batch is a statement of its own: no transaction stays open while a client reads.
 */
export function exportParts(
  db: Db,
  partnerId: number,
  { line_items, ...wanted }: InvoiceFilters & InvoiceOrder & { line_items: boolean },
): AsyncGenerator<InvoicePart[]> {
  const invoices = inBatches(EXPORT_BATCH_ROWS, (last: IssuedInvoice | undefined) =>
    selectInvoicesAfter(db, partnerId, wanted, { last, limit: EXPORT_BATCH_ROWS }),
  );
  return line_items ? readAhead(withTheirLines(db, invoices)) : withoutLines(invoices);
}

async function* withoutLines(batches: AsyncIterable<IssuedInvoice[]>): AsyncGenerator<InvoicePart[]> {
  for await (const batch of batches)
    yield batch.map((invoice) => ({ invoice, lines: [], isFirst: true, isLast: true }));
}

/** One invoice with all of its lines, in the same batches. */
export function partsOfInvoice(db: Db, invoice: IssuedInvoice): AsyncGenerator<InvoicePart[]> {
  return readAhead(withTheirLines(db, [[invoice]]));
}

/** An invoice with all of its lines, read batch by batch in turns of its partner: it may have more than ten thousand. */
export async function detailInTurns(
  { bulkReads }: Pick<Deps, 'bulkReads'>,
  invoice: IssuedInvoice,
): Promise<InvoiceDetail> {
  const key = String(invoice.partner_id);
  const read: InvoiceLineRow[] = [];
  for await (const parts of partsOfInvoice(bulkReads(key), invoice)) {
    if (read.length > 0) await eventLoopScheduler.take(key);
    for (const { lines } of parts) read.push(...lines);
  }
  return { invoice, lines: read };
}

/** A part whose lines are yet to be read. */
interface PlannedPart extends LineRange, Omit<InvoicePart, 'lines'> {}

async function* withTheirLines(
  db: Db,
  batches: AsyncIterable<IssuedInvoice[]> | Iterable<IssuedInvoice[]>,
): AsyncGenerator<InvoicePart[]> {
  for await (const invoices of batches) {
    const last = await selectLastPositions(
      db,
      invoices.map(({ id }) => id),
    );
    for (const planned of planBatches(invoices, last)) {
      const lines = await selectLinesIn(db, planned);
      yield planned.map(({ invoice, isFirst, isLast }) => ({
        invoice,
        lines: lines.get(invoice.id) ?? [],
        isFirst,
        isLast,
      }));
    }
  }
}

/** The invoices with ranges of their lines, in batches of at most 100 rows; an invoice is a row, too. */
function* planBatches(
  invoices: readonly IssuedInvoice[],
  lastPositions: ReadonlyMap<number, number>,
): Generator<PlannedPart[]> {
  let batch: PlannedPart[] = [];
  let room = EXPORT_BATCH_ROWS;
  for (const invoice of invoices) {
    const last = lastPositions.get(invoice.id) ?? 0;
    let after = 0;
    do {
      if (room < 2) {
        yield batch;
        batch = [];
        room = EXPORT_BATCH_ROWS;
      }
      const upTo = Math.min(last, after + room - 1);
      batch.push({ invoice, invoiceId: invoice.id, after, upTo, isFirst: after === 0, isLast: upTo === last });
      room -= 1 + upTo - after;
      after = upTo;
    } while (after < last);
  }
  if (batch.length > 0) yield batch;
}
