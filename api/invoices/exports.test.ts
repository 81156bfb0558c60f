import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { payOrderInvoice } from '../../domain/invoices/for-order.ts';
import { CSV_BATCH_ROWS } from '../../domain/invoices/operations/export-csv.ts';
import { EXPORT_BATCH_ROWS, exportParts } from '../../domain/invoices/operations/export-parts.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import { NO_INVOICING } from '../../domain/kernel/invoicing.ts';
import { startTestEdge, type TestEdge } from '../../test/environment/edge.ts';
import { addOrder } from '../../test/environment/orders.ts';
import { plant } from '../../test/environment/plant.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { invoicesArea } from './area.ts';

jest.setTimeout(120_000);

/** Lines of the invoices: none of the numbers divides another. */
const LINES = [1, 1_003, 1, 199, 0, 200, 401];
const ROWS = LINES.reduce((sum, count) => sum + count, 0);

let service: TestService;
let edge: TestEdge;
let partnerId: number;
let key: string | null;
beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, invoicesArea.routes);
  const partner = await service.createPartner();
  partnerId = partner.id;
  key = (await service.createKey(partner)).plaintext;
  for (const count of LINES) {
    const order = await addOrder(service, partner);
    const { id } = await service.deps.transaction(service.admin, (tx) =>
      payOrderInvoice(tx, service.deps.clock.now(), order, NO_INVOICING),
    );
    await plant(service.dataSource, 'DELETE FROM invoice_line WHERE invoice_id = $1 AND position > $2', [id, count]);
    await plant(
      service.dataSource,
      `INSERT INTO invoice_line (invoice_id, position, description, quantity, unit_amount, amount_minor, tax_rate, tax_minor)
       SELECT $1, n, 'Line ' || n, 1, 1, 100, 0, 0 FROM generate_series(2, $2) AS n`,
      [id, count],
    );
  }
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

const FILTERS = { line_items: true, sort: 'created_at', dir: 'asc' } as const;
const download = (path: string) =>
  edge.request(`/api/v1/invoice-receipts/export/${path}?sort=created_at&dir=asc`, { key });

test('an export reads at most so many rows at once, however many lines an invoice has', async () => {
  const read: number[] = [];
  const query: typeof service.deps.db.query = async (text: string, values?: unknown[]) => {
    const rows = await service.deps.db.query(text, values);
    read.push(rows.length);
    return rows;
  };
  const parts = [];
  for await (const batch of exportParts({ query }, partnerId, FILTERS)) {
    expect(batch.length + batch.reduce((sum, { lines }) => sum + lines.length, 0)).toBeLessThanOrEqual(
      EXPORT_BATCH_ROWS,
    );
    parts.push(...batch);
  }
  expect(Math.max(...read)).toBeLessThanOrEqual(EXPORT_BATCH_ROWS);
  const invoices = Map.groupBy(parts, ({ invoice }) => invoice.id);
  const positions = [...invoices.values()].map((of) =>
    of.flatMap(({ lines }) => lines.map(({ position }) => position)),
  );
  expect(positions).toEqual(LINES.map((count) => Array.from({ length: count }, (_, index) => index + 1)));
  for (const of of invoices.values()) {
    expect(of.map(({ isFirst }) => isFirst)).toEqual(of.map((_, index) => index === 0));
    expect(of.map(({ isLast }) => isLast)).toEqual(of.map((_, index) => index === of.length - 1));
  }
});

describe.each([
  ['csv', CSV_BATCH_ROWS],
  ['json', EXPORT_BATCH_ROWS],
])('a file as %s', (format, batchRows) => {
  test('is written in turns of the partner, a batch each', async () => {
    const take = jest.spyOn(eventLoopScheduler, 'take');
    try {
      expect((await download(format)).status).toBe(200);
      expect(take.mock.calls.length).toBeGreaterThanOrEqual(ROWS / batchRows);
      expect(new Set(take.mock.calls.flat())).toEqual(new Set([String(partnerId)]));
    } finally {
      take.mockRestore();
    }
  });
});

test('one invoice is read and presented in turns of the partner, a batch each', async () => {
  const [row] = await service.dataSource.query<{ number: string }[]>(
    'SELECT number FROM invoice WHERE id = (SELECT invoice_id FROM invoice_line GROUP BY invoice_id ORDER BY count(*) DESC LIMIT 1)',
  );
  const take = jest.spyOn(eventLoopScheduler, 'take');
  try {
    const { status, body } = await edge.request(`/api/v1/invoice-receipts/${row?.number}`, { key });
    expect(status).toBe(200);
    expect(body.data.line_items.map(({ description }: { description: string }) => description).slice(1)).toEqual(
      Array.from({ length: 1_002 }, (_, index) => `Line ${index + 2}`),
    );
    // Six batches are read and six presented, the first of each without a turn of its own.
    expect(take.mock.calls.length).toBeGreaterThanOrEqual(10);
    expect(new Set(take.mock.calls.map(([turnKey]) => turnKey))).toEqual(new Set([String(partnerId)]));
  } finally {
    take.mockRestore();
  }
});

test('the file as JSON has each invoice as it is alone, but for what is or can be paid of it', async () => {
  const { body } = await download('json');
  const alone = [];
  for (const { invoice_number } of body.data)
    alone.push((await edge.request(`/api/v1/invoice-receipts/${invoice_number}`, { key })).body.data);
  expect(body.data).toEqual(alone.map(({ payments, payable, ...invoice }) => invoice));
  expect(body.data.map(({ line_items }: { line_items: unknown[] }) => line_items.length)).toEqual(LINES);
});

test('the file as CSV has a row for each line, and one for an invoice without any', async () => {
  const { text } = await download('csv');
  const [head, ...rows] = text
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
  const [number, position] = ['invoice_number', 'line_position'].map((name) => head?.indexOf(name) ?? -1);
  const byInvoice = [...Map.groupBy(rows, (row) => row[number ?? -1]).values()];
  expect(byInvoice.map((of) => of.map((row) => row[position ?? -1]))).toEqual(
    LINES.map((count) => (count === 0 ? [''] : Array.from({ length: count }, (_, index) => String(index + 1)))),
  );
});
