import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { payOrderInvoice } from '../../domain/invoices/for-order.ts';
import { addBilling } from '../../domain/invoices/jobs.ts';
import { billUsage } from '../../domain/invoices/steps/bill-usage.ts';
import { rollUpTotals } from '../../domain/invoices/steps/housekeeping.ts';
import { NO_INVOICING } from '../../domain/kernel/invoicing.ts';
import { perform } from '../../domain/kernel/step.ts';
import { startTestEdge, type TestEdge } from '../../test/environment/edge.ts';
import { addOrder, addUsage } from '../../test/environment/orders.ts';
import { plant } from '../../test/environment/plant.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { summarize } from '../mcp/tool-result.ts';
import { invoicesArea } from './area.ts';
import { invoiceSummary } from './list-resource.ts';

jest.setTimeout(120_000);

const LARGEST = 999_999_999_999_999;

let service: TestService;
let edge: TestEdge;
beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, invoicesArea.routes);
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

async function newPartner() {
  const { partner, plaintext: key } = await service.createCaller();
  return { partner, ask: (path: string) => edge.request(`/api/v1/invoice-receipts${path}`, { key }) };
}

test('a summary beyond 53 bits has all digits, in JSON and for models', async () => {
  const { partner, ask } = await newPartner();
  for (let n = 0; n < 11; n += 1) {
    const order = await addOrder(service, partner, { amount_minor: LARGEST, currency: 'EUR' });
    if (n < 10) await service.deps.transaction(service.admin, (tx) => payOrderInvoice(tx, tx.now, order, NO_INVOICING));
    else
      await service.deps.transaction(service.admin, (tx) =>
        payOrderInvoice(tx, tx.now, order, NO_INVOICING, {
          ...{ paidMinor: 1, excessReturnedMinor: 0, gateway: 'generic', correctedAt: tx.now },
          movements: [{ kind: 'payment', reference: 'part', amountMinor: 1, at: tx.now }],
        }),
      );
  }
  const expected = [
    '"count":11,"total":109999999999999.89,"paid":99999999999999.91,"outstanding":9999999999999.98',
    '"by_type":[{"billing_type":"token_pack","count":11,"total":109999999999999.89}]',
    '{"status":"paid","count":10,"total":99999999999999.9}',
  ];
  const { text } = await ask('/summary');
  for (const part of expected) expect(text).toContain(part);
  await perform(service.deps, rollUpTotals, {});
  expect((await ask('/summary')).text).toBe(text);
  // As many as the largest number of 64 bits does not hold.
  await plant(
    service.dataSource,
    `INSERT INTO invoice_total (partner_id, day, billing_type, status, currency, n, total_minor, paid_minor, credited_minor)
     SELECT $1, '2031-01-01', 'token_pack', 'open', 'EUR', 10000, 9999999999999990000, 0, 0 FROM generate_series(1, 2)`,
    [partner.id],
  );
  await perform(service.deps, rollUpTotals, {});
  expect((await ask('/summary')).text).toContain('"count":20011,"total":200109999999999799.89');
});

test('models read a sum with all digits, too', () => {
  const sums = [
    {
      currency: 'EUR',
      billing_type: 'token_pack',
      status: 'open',
      count: 1,
      total_minor: '9007199254740993',
      paid_minor: '0',
      credited_minor: '0',
    },
  ] as const;
  const context = {} as Parameters<typeof invoiceSummary.present>[1];
  const { data } = invoiceSummary.present({ period: {}, sums: [...sums] }, context);
  expect(summarize(data)).toContain('total: 90071992547409.93');
});

test('a unit price with more digits than a double has all of them', async () => {
  const { partner, ask } = await newPartner();
  await addUsage(service, partner, { quantity: '0.000001', unit_price: '12345678901234.123456' });
  const period = { start: '2031-05-01', end: '2031-05-31' };
  const job = await service.deps.transaction(service.admin, (tx) =>
    addBilling(service.deps, tx, { partnerId: partner.id, requestId: 'test', period }),
  );
  expect(await perform(service.deps, billUsage, { jobId: job.id, rowKey: job.row_key })).toBe(true);
  const { text } = await ask('/export/json');
  expect(text).toContain('"unit_amount":12345678901234.123456,"amount":12345678.9');
  expect((await ask('/export/csv')).text).toContain(',0.000001,12345678901234.123456,12345678.90,');
});

test('a number that would lose digits is not read from the database', async () => {
  const read = (sql: string) => service.dataSource.query(sql);
  expect(await read('SELECT 9007199254740991::bigint AS n')).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
  await expect(read('SELECT 9007199254740992::bigint AS n')).rejects.toThrow('more than 53 bits');
  expect(await read('SELECT 1::bigint AS n')).toEqual([{ n: 1 }]);
});
