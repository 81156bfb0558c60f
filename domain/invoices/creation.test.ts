import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { backfillOrders, billPeriod, referenceOf } from '../../test/environment/invoice-jobs.ts';
import { addOrder, addUsage } from '../../test/environment/orders.ts';
import { refusingRows } from '../../test/environment/refused-rows.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { completeErasure, openErasure } from '../data-protection/store.ts';
import { type Call, systemCall } from '../kernel/call.ts';
import { NO_INVOICING } from '../kernel/invoicing.ts';
import { perform } from '../kernel/step.ts';
import { updatePartner } from '../partners/operations/update-partner.ts';
import type { Partner } from '../partners/types.ts';
import { findDifferences } from '../reconciliation/comparison-store.ts';
import { readUsageSums } from '../usage-records/store.ts';
import { creditOrder, payOrderInvoice } from './for-order.ts';
import { acceptBackfill, acceptBilling, awaitJob } from './jobs.ts';
import { backfillInvoices } from './steps/backfill-invoices.ts';
import { billMonth } from './steps/bill-month.ts';
import { billUsage } from './steps/bill-usage.ts';
import { failJob } from './steps/fail-job.ts';
import { readUnbilledUsage, rollUpTotals, writeOffInvoices } from './steps/housekeeping.ts';
import { findLastOfPeriod } from './store.ts';
import type { InvoiceJobRow, InvoiceLineRow, InvoiceRow } from './table.ts';

jest.setTimeout(120_000);

const NOW = new Date('2031-05-04T10:00:00Z');
const MAY = { start: '2031-05-01', end: '2031-05-31' };

let service: TestService;
let partner: Partner;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.setClock(NOW);
  ({ partner, call } = await newPartner());
});
afterAll(() => service.stop());

async function newPartner(): Promise<{ partner: Partner; call: Call }> {
  const created = await service.createPartner();
  return { partner: created, call: (await service.createKey(created)).call };
}

const settle = (input: object, of = partner) =>
  service.run(service.admin, updatePartner, { params: { partner_id: of.id }, input });
const invoicesOf = (of = partner): Promise<InvoiceRow[]> =>
  service.dataSource.query('SELECT * FROM invoice WHERE partner_id = $1 ORDER BY id', [of.id]);
const linesOf = ({ id }: InvoiceRow): Promise<InvoiceLineRow[]> =>
  service.dataSource.query('SELECT * FROM invoice_line WHERE invoice_id = $1 ORDER BY position', [id]);
const jobOf = async (job: InvoiceJobRow): Promise<InvoiceJobRow> =>
  (await service.dataSource.query('SELECT * FROM invoice_job WHERE id = $1', [job.id]))[0];

const backfill = (limit?: number, as = call) => backfillOrders(service.deps, as, limit);
const bill = (period = MAY, as = call) => billPeriod(service.deps, as, period);

/** Expects every number of a year once, without gaps. */
async function expectNumbersWithoutGaps(): Promise<void> {
  const gaps = await service.dataSource.query(
    `SELECT substr(number, 5, 4) AS year, count(*)::int AS n, count(DISTINCT number)::int AS different,
            max(substr(number, 10)::bigint)::int AS last
     FROM invoice GROUP BY 1`,
  );
  for (const { n, different, last } of gaps) expect({ n, different }).toEqual({ n: last, different: last });
}

describe('a backfill', () => {
  test('creates an invoice for each order that has none, oldest first, up to the limit', async () => {
    const orders = [];
    for (let i = 0; i < 5; i += 1) orders.push(await addOrder(service, partner));
    expect(await backfill(3)).toHaveLength(3);
    const created = await invoicesOf();
    expect(created).toMatchObject([{ status: 'open' }, { status: 'open' }, { status: 'open' }]);
    expect(await Promise.all(created.map(async (invoice) => (await linesOf(invoice))[0]?.reference))).toEqual(
      orders.slice(0, 3).map(({ reference }) => reference),
    );
    expect(await backfill()).toHaveLength(2);
    expect(await backfill()).toEqual([]);
  });

  test('is joined by a second request while it runs', async () => {
    await addOrder(service, partner);
    const jobs = await Promise.all(Array.from({ length: 6 }, () => acceptBackfill(service.deps, call, 10)));
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(1);
  });

  test('continues where it stopped, and does nothing once it has ended', async () => {
    for (let i = 0; i < 60; i += 1) await addOrder(service, partner);
    const job = await acceptBackfill(service.deps, call, 55);
    const steps = [];
    for (let i = 0; i < 4; i += 1) steps.push(await perform(service.deps, backfillInvoices, referenceOf(job)));
    expect(steps).toEqual([
      { made: 50, done: false },
      { made: 55, done: true },
      { made: 0, done: true },
      { made: 0, done: true },
    ]);
    expect(await jobOf(job)).toMatchObject({ status: 'completed' });
    expect(await invoicesOf()).toHaveLength(55);
  });

  test('keeps its invoices when it is ended early', async () => {
    const job = await acceptBackfill(service.deps, call, 55);
    expect(await perform(service.deps, failJob, { ...referenceOf(job), reason: 'lost' })).toBe(true);
    expect(await perform(service.deps, failJob, { ...referenceOf(job), reason: 'lost' })).toBe(false);
    expect(await jobOf(job)).toMatchObject({ status: 'failed', error: expect.stringContaining('stopped') });
    await addOrder(service, partner);
    expect(await backfill()).toHaveLength(1);
  });

  test('leaves a voided invoice as it is', async () => {
    await addOrder(service, partner);
    await backfill();
    await service.dataSource.query(`UPDATE invoice SET status = 'void' WHERE partner_id = $1`, [partner.id]);
    expect(await backfill()).toEqual([]);
  });
});

test('concurrent backfills, billings and payments: each order and each usage record is billed once, without a gap in the numbers', async () => {
  const partners = await Promise.all(Array.from({ length: 4 }, newPartner));
  const ORDERS = 500;
  for (const each of partners) {
    await service.dataSource.query(
      `INSERT INTO customer_order (partner_id, billing_type, amount_minor, currency, description, reference, created_at)
       SELECT $1, 'token_pack', n, 'EUR', 'x', 'race-' || n, now() FROM generate_series(1, ${ORDERS}) n`,
      [each.partner.id],
    );
    await service.dataSource.query(
      `INSERT INTO usage_record (partner_id, dimension, quantity, unit_price, currency, occurred_at, created_at)
       SELECT $1, 'd' || n % 3, 1, 1, 'USD', '2031-05-03', now() FROM generate_series(1, 90) n`,
      [each.partner.id],
    );
  }
  const orders = await service.dataSource.query('SELECT * FROM customer_order WHERE partner_id = ANY($1)', [
    partners.map((each) => each.partner.id),
  ]);
  const paid = orders.filter((_: unknown, index: number) => index % 10 === 0);
  await Promise.all([
    ...partners.flatMap((each) => [
      (async () => {
        for (let i = 0; i < ORDERS; i += 200) await backfill(200, each.call);
      })(),
      (async () => {
        for (let i = 0; i < ORDERS; i += 200) await backfill(200, each.call);
      })(),
      bill(MAY, each.call),
      bill({ start: '2031-05-02', end: '2031-05-20' }, each.call),
    ]),
    (async () => {
      for (const order of paid) {
        await service.deps.transaction(systemCall('test'), (tx) => payOrderInvoice(tx, tx.now, order, NO_INVOICING));
      }
    })(),
  ]);
  for (const each of partners) await backfill(200, each.call);

  for (const each of partners) {
    const [sums] = await service.dataSource.query(
      `SELECT count(*)::int AS orders, count(DISTINCT i.id)::int AS invoices, sum(o.amount_minor)::int AS ordered, sum(i.total_minor)::int AS billed
       FROM customer_order o JOIN invoice i ON i.id = o.invoice_id WHERE o.partner_id = $1`,
      [each.partner.id],
    );
    expect(sums).toMatchObject({ orders: ORDERS, invoices: ORDERS, ordered: sums.billed });
    const billed = (await invoicesOf(each.partner)).filter(({ billing_type }) => billing_type === 'marketplace_usage');
    expect(billed.reduce((sum, { total_minor }) => sum + total_minor, 0)).toBe(9000);
  }
  await expectNumbersWithoutGaps();
});

describe('billing metered usage', () => {
  test('creates an invoice a currency, a line for each dimension and price, with one rounding a line', async () => {
    await settle({ tax_rate: '0.075' });
    await addUsage(service, partner, { dimension: 'calls', quantity: '3', unit_price: '0.005' });
    await addUsage(service, partner, { dimension: 'calls', quantity: '2', unit_price: '0.005' });
    await addUsage(service, partner, { dimension: 'calls', quantity: '1', unit_price: '2.5' });
    await addUsage(service, partner, { dimension: 'a', quantity: '0.333333', unit_price: '1' });
    await addUsage(service, partner, { dimension: 'calls', quantity: '10.5', unit_price: '3', currency: 'JPY' });
    expect(await bill()).toHaveLength(2);
    const [jpy, usd] = await invoicesOf();
    // 31.5 yen, half to even; 2.4 yen of tax.
    expect(jpy).toMatchObject({ currency: 'JPY', subtotal_minor: 32, tax_minor: 2, total_minor: 34 });
    expect(usd).toMatchObject({
      currency: 'USD',
      period_start: MAY.start,
      period_end: MAY.end,
      billing_type: 'marketplace_usage',
    });
    expect(await linesOf(usd as InvoiceRow)).toMatchObject([
      { description: 'a', quantity: '0.333333', amount_minor: 33 },
      { description: 'calls', quantity: '5.000000', unit_amount: '0.005000', amount_minor: 2, tax_minor: 0 },
      { description: 'calls', quantity: '1.000000', unit_amount: '2.500000', amount_minor: 250, tax_minor: 19 },
    ]);
  });

  test('bills each usage record once, with overlapping periods and late records', async () => {
    await addUsage(service, partner);
    expect(await bill()).toHaveLength(1);
    expect(await bill({ start: '2031-01-01', end: '2031-12-31' })).toEqual([]);
    await addUsage(service, partner);
    await addUsage(service, partner, { occurred_at: new Date('2031-06-01T00:00:00Z') });
    await addUsage(service, partner, { occurred_at: new Date('2031-04-30T23:59:59.999Z') });
    expect(await bill()).toHaveLength(1);
    expect((await invoicesOf()).map(({ total_minor }) => total_minor)).toEqual([100, 100]);
  });

  test('fails, and bills nothing, when sums are beyond the range of the books', async () => {
    for (let i = 0; i < 2; i += 1) await addUsage(service, partner, { quantity: '9000000000000', unit_price: '1' });
    const job = await acceptBilling(service.deps, call, MAY);
    expect(await perform(service.deps, billUsage, referenceOf(job))).toBe(false);
    expect(await jobOf(job)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('beyond what the books hold'),
    });
    expect(await codeOf(awaitJob(service.deps, job))).toBe('SERVER_ERROR');
    expect(await invoicesOf()).toEqual([]);
  });

  test('bills the other currencies when the sums of one are beyond the range of the books', async () => {
    const beyond = { quantity: '9000000000000', unit_price: '1', currency: 'GBP' };
    for (let i = 0; i < 2; i += 1) await addUsage(service, partner, beyond);
    await addUsage(service, partner, { currency: 'EUR' });
    await addUsage(service, partner, { currency: 'USD' });
    const job = await acceptBilling(service.deps, call, MAY);
    expect(await perform(service.deps, billUsage, referenceOf(job))).toBe(false);
    expect(await jobOf(job)).toMatchObject({ status: 'failed', error: expect.stringMatching(/^GBP: .*beyond/) });
    expect((await invoicesOf()).map(({ currency, status }) => [currency, status])).toEqual([
      ['EUR', 'open'],
      ['USD', 'open'],
    ]);
    // Whoever asked gets what is billed, and what is not by its name.
    const outcome = await awaitJob(service.deps, job);
    expect(outcome.invoiceNumbers).toEqual((await invoicesOf()).map(({ number }) => number));
    expect(outcome.job.error).toMatch(/^GBP: /);
    const unbilled = await service.dataSource.query(
      'SELECT DISTINCT currency FROM usage_record WHERE partner_id = $1 AND invoice_id IS NULL',
      [partner.id],
    );
    expect(unbilled).toEqual([{ currency: 'GBP' }]);
  });

  test('reads records in batches', async () => {
    await service.fill(
      `INSERT INTO usage_record (partner_id, dimension, quantity, unit_price, currency, occurred_at, created_at)
       SELECT $1, 'd', 0.1, 0.1, 'USD', '2031-05-03', now() FROM generate_series(1, 10001) n`,
      [partner.id],
    );
    expect(await bill()).toHaveLength(1);
    expect(await invoicesOf()).toMatchObject([{ total_minor: 10001 }]);
  });
});

describe('the month', () => {
  // Each run bills what is left of all partners, those of other tests included.
  beforeEach(() => service.dataSource.query('DELETE FROM usage_record WHERE invoice_id IS NULL'));

  /** Runs the Schedule's work of a moment: all pages, then each job as its workflow does. */
  async function runMonth(at: string): Promise<{ started: number; withoutCustomerId: number }> {
    service.setClock(new Date(at));
    const sum = { started: 0, withoutCustomerId: 0 };
    for (let afterPartnerId: number | null = 0; afterPartnerId !== null; ) {
      const page: Awaited<ReturnType<typeof nextPage>> = await nextPage(at, afterPartnerId);
      sum.started += page.started;
      sum.withoutCustomerId += page.withoutCustomerId;
      afterPartnerId = page.lastPartnerId;
    }
    const jobs: InvoiceJobRow[] = await service.dataSource.query(
      `SELECT * FROM invoice_job WHERE status = 'running' AND kind = 'marketplace'`,
    );
    await Promise.all(jobs.map((job) => perform(service.deps, billUsage, referenceOf(job))));
    return sum;
  }
  const nextPage = (at: string, afterPartnerId: number) => perform(service.deps, billMonth, { at, afterPartnerId });
  const addUseOn = (day: string, of = partner, use = {}) =>
    addUsage(service, of, { occurred_at: new Date(`${day}T12:00:00Z`), ...use });
  const billedLines = async (of = partner) =>
    service.dataSource.query(
      `SELECT i.period_start AS invoice, l.description, l.quantity::float, l.period_start, l.period_end
       FROM invoice i JOIN invoice_line l ON l.invoice_id = i.id WHERE i.partner_id = $1 ORDER BY i.id, l.position`,
      [of.id],
    );

  test('bills late use with the next run, as lines with their own months', async () => {
    await settle({ marketplace_customer_id: 'c-1' });
    await addUseOn('2031-05-31');
    expect(await runMonth('2031-06-02T01:00:00Z')).toEqual({ started: 1, withoutCustomerId: 0 });
    // Reported later, of three months; of the current one nothing is due yet.
    await addUseOn('2031-05-30', partner, { quantity: '2' });
    await addUseOn('2031-05-01', partner, { quantity: '3' });
    await addUseOn('2031-03-15', partner, { quantity: '4' });
    await addUseOn('2031-06-15', partner, { quantity: '8' });
    await addUseOn('2031-07-01', partner, { quantity: '16' });
    await runMonth('2031-07-02T01:00:00Z');
    const line = (invoice: string, quantity: number, start: string, end: string) => ({
      invoice,
      description: 'calls',
      quantity,
      period_start: start,
      period_end: end,
    });
    expect(await billedLines()).toEqual([
      line('2031-05-01', 1, '2031-05-01', '2031-05-31'),
      line('2031-06-01', 4, '2031-03-01', '2031-03-31'),
      line('2031-06-01', 5, '2031-05-01', '2031-05-31'),
      line('2031-06-01', 8, '2031-06-01', '2031-06-30'),
    ]);
    // An invoice is found by the months of its lines, too.
    const job = await acceptBilling(service.deps, call, { start: '2031-03-01', end: '2031-03-31' });
    await perform(service.deps, billUsage, referenceOf(job));
    const found = await findLastOfPeriod(service.deps.db, partner.id, '2031-03-01', '2031-03-31');
    expect(found).toMatchObject({ period_start: '2031-06-01' });
    const differences = await findDifferences(service.deps.db, new Date('2031-07-01T00:00:00Z'));
    // Other tests leave orders.
    expect(differences.map(({ name }) => name)).toEqual(['orders without an invoice, to be backfilled']);
  });

  test('bills a partner whose customer id came later, and late use alone', async () => {
    await addUseOn('2031-02-10');
    expect(await runMonth('2031-03-02T01:00:00Z')).toEqual({ started: 0, withoutCustomerId: 1 });
    await settle({ marketplace_customer_id: 'c-1' });
    expect(await runMonth('2031-05-02T01:00:00Z')).toEqual({ started: 1, withoutCustomerId: 0 });
    expect(await billedLines()).toMatchObject([{ period_start: '2031-02-01', period_end: '2031-02-28', quantity: 1 }]);
  });

  test('generating an invoice by hand keeps to its period', async () => {
    await addUseOn('2031-04-30');
    await addUseOn('2031-05-01');
    expect(await bill()).toHaveLength(1);
    expect(await billedLines()).toMatchObject([{ period_start: '2031-05-01', quantity: 1 }]);
  });

  test('two runs at once bill each record once; a run that ends in the middle is continued by the next', async () => {
    const partners = await Promise.all(Array.from({ length: 5 }, newPartner));
    for (const each of partners) {
      await settle({ marketplace_customer_id: `c-${each.partner.id}` }, each.partner);
      await addUseOn('2031-03-10', each.partner);
      await addUseOn('2031-04-10', each.partner);
    }
    // Ends before its jobs run, as a killed worker would: they stay open, and the runs below claim them.
    await nextPage('2031-05-02T01:00:00Z', 0);
    await Promise.all([runMonth('2031-05-02T01:00:00Z'), runMonth('2031-05-02T01:00:00Z')]);
    for (const each of partners) {
      expect(await billedLines(each.partner)).toMatchObject([
        { quantity: 1, period_start: '2031-03-01' },
        { quantity: 1, period_start: '2031-04-01' },
      ]);
    }
    await expectNumbersWithoutGaps();
  });

  test('a partner whose job cannot be added keeps no other from being billed, and is billed by the next run', async () => {
    const partners = await Promise.all(Array.from({ length: 3 }, newPartner));
    for (const each of partners) {
      await settle({ marketplace_customer_id: `c-${each.partner.id}` }, each.partner);
      await addUseOn('2031-04-10', each.partner);
    }
    const refused = { table: 'invoice_job', when: `NEW.partner_id = ${partners[1]?.partner.id}` };
    const page = () => nextPage('2031-05-02T01:00:00Z', 0);
    expect(await refusingRows(service.dataSource, refused, page)).toMatchObject({ started: 2, failed: 1 });
    // Those whose job is running are not billed by another one.
    expect(await page()).toMatchObject({ started: 1, failed: 0 });
    await runMonth('2031-05-02T01:00:00Z');
    for (const each of partners) expect(await billedLines(each.partner)).toMatchObject([{ quantity: 1 }]);
  });

  test('goes through more partners than fit on a page, and only looks at partners with unbilled use', async () => {
    await service.dataSource.query(
      `WITH many AS (
         INSERT INTO partner (name, plan, capabilities, marketplace_customer_id, created_at, updated_at)
         SELECT 'Many', 'starter', '{}', 'c', now(), now() FROM generate_series(1, 250) RETURNING id
       ) INSERT INTO usage_record (partner_id, dimension, quantity, unit_price, currency, occurred_at, created_at)
       SELECT id, 'd', 1, 1, 'USD', CASE WHEN id % 2 = 0 THEN '2031-04-03' ELSE '2031-05-03' END::timestamptz, now() FROM many`,
    );
    expect(await runMonth('2031-05-02T01:00:00Z')).toEqual({ started: 125, withoutCustomerId: 0 });
    expect(await runMonth('2031-05-02T01:00:00Z')).toEqual({ started: 0, withoutCustomerId: 0 });
    await service.dataSource.query('DELETE FROM usage_record WHERE invoice_id IS NULL');
  });

  test('a partner with 100,000 records at as many prices is billed in slices', async () => {
    await settle({ marketplace_customer_id: 'c-1' });
    for (let from = 1; from < 100_000; from += 10_000) {
      await service.fill(
        `INSERT INTO usage_record (partner_id, dimension, quantity, unit_price, currency, occurred_at, created_at)
         SELECT $1, 'd' || n % 7, 1, 0.000001 * n, 'USD', '2031-04-03'::timestamptz - interval '1 day' * (n % 60), now()
         FROM generate_series($2::int, $2::int + 9999) n`,
        [partner.id, from],
      );
    }
    await runMonth('2031-05-02T01:00:00Z');
    const [sums] = await service.dataSource.query(
      `SELECT count(*)::int AS lines, sum(quantity)::int AS quantity, max(l.position) AS last, sum(l.amount_minor)::int AS amount,
              (SELECT subtotal_minor::int FROM invoice WHERE partner_id = $1) AS subtotal
       FROM invoice_line l JOIN invoice i ON i.id = l.invoice_id WHERE i.partner_id = $1`,
      [partner.id],
    );
    expect(sums).toMatchObject({ lines: 100_000, quantity: 100_000, last: 100_000, amount: sums.subtotal });
    const [invoice] = await invoicesOf();
    const usage = {
      partnerId: partner.id,
      periodStart: '2031-04-01',
      periodEnd: '2031-04-30',
      includesLate: true,
    };
    const sizes = await service.deps.transaction(systemCall('test'), async (tx) => {
      const found: number[] = [];
      for await (const slice of readUsageSums(tx.em, usage, { invoiceId: invoice?.id ?? 0, size: 30_000 })) {
        found.push(slice.length);
      }
      return found;
    });
    expect(sizes).toEqual([30_000, 30_000, 30_000, 10_000]);
    // So many records take a busy machine several times as long as an idle one.
  }, 300_000);

  test('what the last run should have billed is counted, by whether the partner has a customer id', async () => {
    const other = await newPartner();
    await settle({ marketplace_customer_id: 'c-1' });
    const figures = (now: string) => {
      service.setClock(new Date(now));
      return perform(service.deps, readUnbilledUsage, {});
    };
    service.setClock(new Date('2031-06-01T10:00:00Z'));
    await addUseOn('2031-05-30');
    await addUseOn('2031-05-30');
    await addUseOn('2031-05-30', other.partner);
    expect(await figures('2031-06-02T01:59:59Z')).toEqual({ billable: 0, withoutCustomerId: 0 });
    expect(await figures('2031-06-02T02:00:00Z')).toEqual({ billable: 2, withoutCustomerId: 1 });
    await runMonth('2031-06-02T01:00:00Z');
    expect(await figures('2031-06-02T02:00:00Z')).toEqual({ billable: 0, withoutCustomerId: 1 });
    // Late use waits for the next run.
    service.setClock(new Date('2031-06-05T10:00:00Z'));
    await addUseOn('2031-05-30');
    expect(await figures('2031-06-30T10:00:00Z')).toEqual({ billable: 0, withoutCustomerId: 1 });
    expect(await figures('2031-07-02T03:00:00Z')).toEqual({ billable: 1, withoutCustomerId: 1 });
  });

  test('the use of an erased partner, which was waived, is neither late nor to be billed', async () => {
    const { partner } = await newPartner();
    service.setClock(new Date('2031-08-01T10:00:00Z'));
    await addUseOn('2031-07-30', partner);
    service.setClock(new Date('2031-08-02T03:00:00Z'));
    const late = () => perform(service.deps, readUnbilledUsage, {});
    const pending = async () => {
      const found = await findDifferences(service.deps.db, new Date('2031-08-01T00:00:00Z'));
      return found.filter(({ rows }) => rows.some((row) => row['partner_id'] === partner.id)).map(({ name }) => name);
    };
    const before = (await late()).withoutCustomerId;
    expect(await pending()).toEqual(['use of ended months that no invoice has, to be billed']);
    const { id } = await openErasure(service.deps.db, new Date(), {
      subject: 'partner',
      partner_id: partner.id,
      user_id: null,
    });
    expect((await late()).withoutCustomerId).toBe(before);
    await completeErasure(service.deps.db, new Date(), id);
    expect((await late()).withoutCustomerId).toBe(before - 1);
    expect(await pending()).toEqual([]);
  });

  test('is the previous one, in UTC, across the turn of the year; partners without a customer id are counted', async () => {
    const others = await Promise.all([newPartner(), newPartner()]);
    await settle({ marketplace_customer_id: 'c-1' });
    await settle({ marketplace_customer_id: 'c-2' }, others[0].partner);
    for (const each of [partner, others[0].partner, others[1].partner]) {
      await addUsage(service, each, { occurred_at: new Date('2033-12-31T23:59:59Z') });
      await addUsage(service, each, { occurred_at: new Date('2034-01-01T00:00:00Z') });
    }
    const page = await perform(service.deps, billMonth, { at: '2034-01-01T01:00:00Z', afterPartnerId: 0 });
    expect(page).toEqual({ started: 2, withoutCustomerId: 1, failed: 0, lastPartnerId: null });
    const jobs = await service.dataSource.query(
      `SELECT partner_id, period_start, period_end FROM invoice_job WHERE period_start = '2033-12-01' ORDER BY partner_id`,
    );
    expect(jobs).toEqual(
      [partner.id, others[0].partner.id]
        .sort((one, other) => one - other)
        .map((partner_id) => ({ partner_id, period_start: '2033-12-01', period_end: '2033-12-31' })),
    );
    const commands = await service.dataSource.query(
      `SELECT count(*)::int AS n FROM outbox WHERE kind = 'invoices.bill_usage' AND (command->>'partnerId')::bigint = ANY($1)`,
      [[partner.id, others[0].partner.id]],
    );
    expect(commands).toEqual([{ n: 2 }]);
  });
});

test('an invoice is written off 60 days after it was due; an invoice of zero never is', async () => {
  await addOrder(service, partner);
  await addOrder(service, partner, { amount_minor: 0 });
  await backfill();
  // Other tests have issued invoices later than now.
  const issued = (await invoicesOf())[0]?.issued_at ?? NOW;
  const after = async (days: number) => {
    service.setClock(new Date(issued.getTime() + days * 86_400_000 + 1));
    // Invoices of other tests are overdue too.
    while ((await perform(service.deps, writeOffInvoices, {})).writtenOff > 0);
    return (await invoicesOf()).map(({ status }) => status);
  };
  expect(await after(89)).toEqual(['open', 'paid']);
  expect(await after(90)).toEqual(['uncollectible', 'paid']);
});

test('sums stay the same when their differences are rolled up', async () => {
  const order = await addOrder(service, partner);
  await addOrder(service, partner, { currency: 'JPY' });
  await backfill();
  await service.deps.transaction(systemCall('test'), async (tx) => {
    await payOrderInvoice(tx, tx.now, order, NO_INVOICING);
    await creditOrder(tx, tx.now, { order, amountMinor: 90, reference: 'r', reason: 'x' });
  });
  const sums = () =>
    service.dataSource.query(
      `SELECT currency, status, sum(n)::int AS n, sum(total_minor)::int AS total, sum(paid_minor)::int AS paid, sum(credited_minor)::int AS credited
       FROM invoice_total WHERE partner_id = $1 GROUP BY 1, 2 HAVING sum(n) <> 0 ORDER BY 1, 2`,
      [partner.id],
    );
  const before = await sums();
  expect(before).toEqual([
    { currency: 'EUR', status: 'paid', n: 1, total: 4990, paid: 4900, credited: 90 },
    { currency: 'JPY', status: 'open', n: 1, total: 4990, paid: 0, credited: 0 },
  ]);
  const { replaced } = await perform(service.deps, rollUpTotals, {});
  expect(replaced).toBeGreaterThan(0);
  expect(await sums()).toEqual(before);
});
