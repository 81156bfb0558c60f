import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import Big from 'big.js';
import fc from 'fast-check';
import { addUsage } from '../../../test/environment/orders.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import { addBilling } from '../../invoices/jobs.ts';
import { billUsage } from '../../invoices/steps/bill-usage.ts';
import { currencyCode, maxMinorUnits, minorUnitsOf } from '../../kernel/money.ts';
import { perform } from '../../kernel/step.ts';
import type { Partner } from '../../partners/types.ts';
import { sumUnbilled } from '../store.ts';
import { createUsageRecord } from './create-usage-record.ts';

jest.setTimeout(120_000);

const NOW = new Date('2031-06-02T01:00:00Z');

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  service.setClock(NOW);
});
afterAll(() => service.stop());

const report = ({ id }: Partner, use: object = {}) =>
  service.run(service.admin, createUsageRecord, {
    params: { partner_id: id },
    input: {
      dimension: 'calls',
      quantity: '1',
      unit_price: '1',
      currency: 'USD',
      occurred_at: '2031-05-03T12:00:00Z',
      ...use,
    },
  });
const sumOf = async ({ id }: Partner, currency = 'USD') => Number(await sumUnbilled(service.deps.db, id, currency));
const REFUSED = { code: 'VALIDATION_ERROR', details: { quantity: [expect.stringContaining('not billed yet')] } };
/** 9,000,000,000,000.00: two of it are beyond the books. */
const LARGE = { quantity: '9000000000000' };

async function bill({ id }: Partner): Promise<boolean> {
  const period = { start: '2031-05-01', end: '2031-05-31' };
  const job = await service.deps.transaction(service.admin, (tx) =>
    addBilling(service.deps, tx, { partnerId: id, requestId: 'test', period }),
  );
  return perform(service.deps, billUsage, { jobId: job.id, rowKey: job.row_key });
}

test('use is refused that lifts the sum of what is not billed beyond the books, in its currency only', async () => {
  const partner = await service.createPartner();
  await report(partner, LARGE);
  await expect(report(partner, LARGE)).rejects.toMatchObject(REFUSED);
  await report(partner, { ...LARGE, currency: 'EUR' });
  await report(partner, { quantity: '999999999999.99' });
  expect(await sumOf(partner)).toBe(maxMinorUnits('USD'));
  // A fraction of a cent may round up with others.
  await expect(report(partner, { quantity: '0.000001' })).rejects.toMatchObject(REFUSED);
  await report(partner, { quantity: '5', unit_price: '0' });
  expect(await bill(partner)).toBe(true);
  expect(await sumOf(partner)).toBe(0);
  await report(partner, LARGE);
  expect(await sumOf(partner)).toBe(900_000_000_000_000);
});

test('use of the future is refused, which no run would bill, and so is that of a time in the wrong unit', async () => {
  const partner = await service.createPartner();
  const at = (time: number) => ({ occurred_at: new Date(time).toISOString() });
  const refused = { code: 'VALIDATION_ERROR', details: { occurred_at: [expect.any(String)] } };
  await report(partner, at(NOW.getTime() + 300_000));
  await expect(report(partner, at(NOW.getTime() + 300_001))).rejects.toMatchObject(refused);
  await expect(report(partner, at(NOW.getTime() / 1000))).rejects.toMatchObject(refused);
  await report(partner, { occurred_at: '2000-01-01T00:00:00Z' });
  expect(await sumOf(partner)).toBe(200);
});

test('of records at once, only those are taken that fit together', async () => {
  const partner = await service.createPartner();
  const use = { quantity: '3000000000000' };
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => report(partner, use)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(REFUSED);
  expect(await sumOf(partner)).toBe(900_000_000_000_000);
  expect(await bill(partner)).toBe(true);
});

test('records of use come and are billed at once, and the sum is that of what is left', async () => {
  const partner = await service.createPartner();
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => (n % 10 === 9 ? bill(partner) : report(partner, { quantity: `${n}.005` }))),
  );
  const left: { sum: string }[] = await service.dataSource.query(
    `SELECT coalesce(sum(usage_minor(quantity, unit_price, currency)), 0) AS sum FROM usage_record
     WHERE partner_id = $1 AND invoice_id IS NULL`,
    [partner.id],
  );
  expect(await sumOf(partner)).toBe(Number(left[0]?.sum));
  await bill(partner);
  expect(await sumOf(partner)).toBe(0);
});

test('whatever is taken is billed, to the last minor unit', async () => {
  const amount = fc.tuple(fc.integer({ min: 0, max: 10 ** 7 }), fc.integer({ min: 1, max: 10 ** 12 }));
  const currency = fc.constantFrom('JPY', 'EUR', 'KWD', 'CLF');
  await fc.assert(
    fc.asyncProperty(fc.array(amount, { minLength: 1, maxLength: 12 }), currency, async (uses, code) => {
      const partner = await service.createPartner();
      for (const [units, micros] of uses) {
        const use = { quantity: String(units), unit_price: new Big(micros).div(10 ** 6).toFixed(), currency: code };
        await report(partner, use).catch((error: unknown) => expect(error).toMatchObject({ code: 'VALIDATION_ERROR' }));
      }
      expect(await bill(partner)).toBe(true);
      expect(await sumOf(partner, code)).toBe(0);
    }),
    { numRuns: 15 },
  );
});

test('quantities without a price have no limit that other use would meet', async () => {
  const partner = await service.createPartner();
  for (let n = 0; n < 2; n += 1) await addUsage(service, partner, { quantity: '90000000000000', unit_price: '0' });
  expect(await bill(partner)).toBe(true);
});

test('the database rounds up to the minor units of each currency', async () => {
  const { enum: codes = [] } = currencyCode.meta() as { enum?: string[] };
  expect(codes.length).toBeGreaterThan(150);
  const rows: { code: string; minor: string }[] = await service.dataSource.query(
    `SELECT code, usage_minor(1.5, 1.00001, code) AS minor FROM unnest($1::text[]) AS code`,
    [codes],
  );
  for (const { code, minor } of rows) {
    const exact = minorUnitsOf(new Big('1.5').times('1.00001'), code).round(0, Big.roundUp);
    expect({ code, minor: Number(minor) }).toEqual({ code, minor: exact.toNumber() });
  }
});
