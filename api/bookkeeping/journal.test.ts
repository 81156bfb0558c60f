import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { JOURNAL_BATCH, readJournal } from '../../domain/bookkeeping/journal-store.ts';
import { exportJournal } from '../../domain/bookkeeping/operations/export-journal.ts';
import { insertDrafts, issueDrafts } from '../../domain/invoices/draft-store.ts';
import { draftOf } from '../../domain/invoices/for-order.ts';
import { voidInvoice } from '../../domain/invoices/operations/void-invoice.ts';
import { dueOf, overpaidOf } from '../../domain/invoices/rules.ts';
import { writeOffInvoices } from '../../domain/invoices/steps/housekeeping.ts';
import { findBilling, lockOrdersToInvoice } from '../../domain/invoices/store.ts';
import type { InvoiceRow } from '../../domain/invoices/table.ts';
import type { Call } from '../../domain/kernel/call.ts';
import { NO_INVOICING } from '../../domain/kernel/invoicing.ts';
import { amountText, toMinorUnits } from '../../domain/kernel/money.ts';
import { perform } from '../../domain/kernel/step.ts';
import { updatePartner } from '../../domain/partners/operations/update-partner.ts';
import type { Partner } from '../../domain/partners/types.ts';
import { COMPARISONS, findDifferences } from '../../domain/reconciliation/comparison-store.ts';
import { genericEvent } from '../../sandbox/gateway/events.ts';
import { readCsv } from '../../test/environment/csv.ts';
import { backfillOrders } from '../../test/environment/invoice-jobs.ts';
import { addOrder } from '../../test/environment/orders.ts';
import { storeAndApplyEvent } from '../../test/environment/payments.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import { journalAsCsv } from './journal-file.ts';

jest.setTimeout(300_000);

type Line = Record<
  'date' | 'document' | 'document_kind' | 'account' | 'debit' | 'credit' | 'currency' | 'tax_rate' | 'invoice_number',
  string
>;

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const CURRENCIES = ['JPY', 'EUR', 'KWD'];
const RATES = ['0', '0.19', '0.077'];

interface Buyer {
  partner: Partner;
  call: Call;
}

async function newBuyer(taxRate: string): Promise<Buyer> {
  const { partner, call } = await service.createCaller();
  const params = { partner_id: partner.id };
  await service.run(service.admin, updatePartner, { params, input: { tax_rate: taxRate } });
  return { partner, call };
}

function never(): never {
  throw new Error('The order is not there.');
}

const bill = ({ call }: Buyer) => backfillOrders(service.deps, call);

const invoices = (condition = 'true'): Promise<InvoiceRow[]> =>
  service.dataSource.query(`SELECT * FROM invoice WHERE number IS NOT NULL AND ${condition} ORDER BY id`);

/** Sends a payment or what gives it back for an invoice, dated now. */
function send(type: string, invoice: InvoiceRow, amountMinor: number): Promise<string> {
  return storeAndApplyEvent(
    service.deps,
    'generic',
    genericEvent(
      type,
      {
        partner_id: invoice.partner_id,
        reference: String(invoice.number),
        amount: amountText(amountMinor, invoice.currency),
        currency: invoice.currency,
      },
      service.deps.clock.now(),
      { billing_type: invoice.billing_type, ...(type === 'payment.succeeded' ? { credits: 1 } : {}) },
    ),
  );
}

function linesIn(file: string): Line[] {
  const [head = [], ...rows] = readCsv(file);
  return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index] ?? ''])) as Line);
}

async function journalOf(month: string): Promise<Line[]> {
  const file = await service.run(service.admin, exportJournal, { input: { month } });
  let text = '';
  for await (const part of journalAsCsv(file, { call: service.admin })) text += part;
  return linesIn(text);
}

/** Sums of signed amounts, minor units, by what `keyOf` makes of a line. */
function sumsBy(lines: readonly Line[], keyOf: (line: Line) => string): Map<string, number> {
  const sums = new Map<string, number>();
  for (const line of lines) {
    const amount = toMinorUnits(line.debit, line.currency) - toMinorUnits(line.credit, line.currency);
    sums.set(keyOf(line), (sums.get(keyOf(line)) ?? 0) + amount);
  }
  return sums;
}

/** What the accounts must come to by the invoices and payments themselves. */
async function expectBooks(lines: readonly Line[]): Promise<void> {
  const unbalanced = [
    ...sumsBy(lines, ({ document, document_kind, currency }) => [document, document_kind, currency].join()),
  ];
  expect(unbalanced.filter(([, sum]) => sum !== 0)).toEqual([]);
  const ofInvoice = sumsBy(lines, ({ account, invoice_number }) => `${account} ${invoice_number}`);
  const at = (account: string, { number }: InvoiceRow) => ofInvoice.get(`${account} ${number}`) ?? 0;
  for (const invoice of await invoices()) {
    const [moved] = await service.dataSource.query(
      'SELECT coalesce(sum(amount_minor), 0)::bigint AS kept FROM invoice_payment WHERE invoice_id = $1',
      [invoice.id],
    );
    const due = dueOf(invoice);
    const isWrittenOff = invoice.status === 'uncollectible';
    const isVoid = invoice.status === 'void';
    const books = {
      number: invoice.number,
      receivables: at('receivables', invoice),
      writtenOff: at('write_offs', invoice),
      overpayments: 0 - at('overpayments', invoice),
      clearing: at('clearing', invoice),
      sold: 0 - at('revenue', invoice) - at('tax', invoice),
    };
    expect(books).toEqual({
      number: invoice.number,
      receivables: isWrittenOff ? 0 : due,
      writtenOff: isWrittenOff ? due : 0,
      overpayments: overpaidOf(invoice),
      clearing: moved.kept,
      sold: isVoid ? 0 : invoice.total_minor - invoice.credited_minor,
    });
  }
}

const voidIt = (invoice: InvoiceRow) =>
  service.run(service.admin, voidInvoice, {
    params: { partner_id: invoice.partner_id, invoiceNumber: String(invoice.number) },
    input: {},
  });

describe('the journal', () => {
  test('of generated books comes to 0 by document, and to what invoices and payments say', async () => {
    const buyers = [];
    for (const rate of RATES) buyers.push(await newBuyer(rate));
    const months = ['2031-01', '2031-02', '2031-03', '2031-04', '2031-05', '2031-06'];
    const [action] = [
      fc.record({
        kind: fc.constantFrom('order', 'pay', 'pay', 'refund', 'dispute', 'void', 'write-off'),
        which: fc.nat({ max: 1_000 }),
        share: fc.constantFrom(25, 50, 100, 100, 130),
        amount: fc.integer({ min: 1, max: 99_999 }),
      }),
    ];
    const actions = fc.sample(action, { numRuns: 150, seed: 20_310_101 });
    const start = Date.parse('2031-01-31T23:59:58Z');
    for (const [index, { kind, which, share, amount }] of actions.entries()) {
      // The first of them stand on both sides of a month's end, the others over half a year.
      service.setClock(new Date(start + (index < 20 ? index * 250 : (index - 20) * 86_400_000)));
      if (index < 20 || kind === 'order') {
        const buyer = buyers[which % buyers.length] as Buyer;
        await addOrder(service, buyer.partner, {
          amount_minor: amount,
          currency: CURRENCIES[which % 2 === 0 ? which % CURRENCIES.length : index % CURRENCIES.length] ?? 'EUR',
          reference: `order-of-books-${index}`,
          tax_included: which % 5 === 0,
        });
        await bill(buyer);
        continue;
      }
      if (kind === 'write-off') await perform(service.deps, writeOffInvoices, {});
      const unpaid = await invoices("status IN ('open', 'uncollectible')");
      const paid = await invoices('paid_minor > 0');
      const one = (of: InvoiceRow[]) => of[which % of.length];
      const target = kind === 'pay' || kind === 'void' ? one(unpaid) : one(paid);
      if (!target) continue;
      const part = Math.max(1, Math.floor((target.total_minor * share) / 100));
      if (kind === 'pay') await send('payment.succeeded', target, part);
      if (kind === 'refund') await send('payment.refunded', target, part);
      if (kind === 'dispute') await send('payment.dispute_lost', target, part);
      if (kind === 'void' && target.status === 'open' && target.paid_minor === 0) await voidIt(target);
    }
    const lines = (await Promise.all(months.map(journalOf))).flat();
    for (const kind of ['invoice', 'credit_note', 'payment', 'refund', 'dispute', 'void', 'write_off'])
      expect(lines.map(({ document_kind }) => document_kind)).toContain(kind);
    for (const [index, month] of months.entries()) {
      const own = await journalOf(month);
      expect(own.map(({ date }) => date.slice(0, 7)).filter((of) => of !== month)).toEqual([]);
      expect(own.map(({ date }) => date)).toEqual(own.map(({ date }) => date).sort());
      if (index < 2) expect(own.length).toBeGreaterThan(0);
    }
    await expectBooks(lines);
    const differences = await findDifferences(service.deps.db, new Date('2031-01-01T00:00:00Z'));
    expect(differences.filter(({ isPendingWork }) => !isPendingWork)).toEqual([]);
    expect(COMPARISONS.length).toBeGreaterThan(20);
  });

  test('books a payment over the total, a part of it given back, and tax by rate', async () => {
    service.setClock(new Date('2032-02-10T10:00:00Z'));
    const buyer = await newBuyer('0.19');
    await addOrder(service, buyer.partner, { amount_minor: 10_000, currency: 'EUR', reference: 'shown' });
    await bill(buyer);
    const [invoice] = (await invoices(`partner_id = ${buyer.partner.id}`)) as [InvoiceRow];
    await send('payment.succeeded', invoice, 15_000);
    await send('payment.refunded', invoice, 4_290);
    const lines = await journalOf('2032-02');
    expect(
      lines.map(({ document_kind, account, debit, credit, tax_rate }) =>
        [document_kind, account, debit, credit, tax_rate].join(' ').trim(),
      ),
    ).toEqual([
      'invoice receivables 119.00 0.00',
      'invoice revenue 0.00 100.00 0.19',
      'invoice tax 0.00 19.00 0.19',
      'payment clearing 150.00 0.00',
      'payment overpayments 0.00 31.00',
      'payment receivables 0.00 119.00',
      'refund clearing 0.00 42.90',
      'refund overpayments 31.00 0.00',
      'refund receivables 11.90 0.00',
      'credit_note revenue 10.00 0.00 0.19',
      'credit_note tax 1.90 0.00 0.19',
      'credit_note receivables 0.00 11.90',
    ]);
  });

  test('books what is paid after it was written off as less of a loss', async () => {
    service.setClock(new Date('2033-01-10T10:00:00Z'));
    const buyer = await newBuyer('0');
    await addOrder(service, buyer.partner, { amount_minor: 10_000, currency: 'EUR', reference: 'lost' });
    await bill(buyer);
    const [invoice] = (await invoices(`partner_id = ${buyer.partner.id}`)) as [InvoiceRow];
    service.setClock(new Date('2033-06-10T10:00:00Z'));
    while ((await perform(service.deps, writeOffInvoices, {})).writtenOff > 0);
    service.setClock(new Date('2033-07-10T10:00:00Z'));
    await send('payment.succeeded', invoice, 12_000);
    await send('payment.refunded', invoice, 12_000);
    const own = (lines: Line[]) =>
      lines
        .filter(({ invoice_number }) => invoice_number === invoice.number)
        .map(({ document_kind, account, debit, credit }) => [document_kind, account, debit, credit].join(' '));
    expect(own(await journalOf('2033-06'))).toEqual([
      'write_off write_offs 100.00 0.00',
      'write_off receivables 0.00 100.00',
    ]);
    expect(own(await journalOf('2033-07'))).toEqual([
      'payment clearing 120.00 0.00',
      'payment overpayments 0.00 20.00',
      'payment write_offs 0.00 100.00',
      'refund clearing 0.00 120.00',
      'refund overpayments 20.00 0.00',
      'refund write_offs 100.00 0.00',
      'credit_note revenue 100.00 0.00',
      'credit_note write_offs 0.00 100.00',
    ]);
  });

  test('of a month that has just ended waits for what began in it', async () => {
    service.setClock(new Date('2035-01-31T23:59:59.900Z'));
    const buyer = await newBuyer('0');
    await addOrder(service, buyer.partner, { amount_minor: 10_000, currency: 'EUR', reference: 'at midnight' });
    const begun = Promise.withResolvers<void>();
    const midnight = Promise.withResolvers<void>();
    const billing = service.deps.transaction(buyer.call, async (tx) => {
      const [order] = await lockOrdersToInvoice(tx.em, buyer.partner.id, 1);
      begun.resolve();
      await midnight.promise;
      const billing = await findBilling(tx.em, buyer.partner.id);
      const draft = draftOf(order ?? never(), { billing, invoicing: service.deps.invoicing, jobId: null });
      await issueDrafts(tx.em, tx.now, await insertDrafts(tx.em, tx.now, [draft]));
    });
    await begun.promise;
    service.setClock(new Date('2035-02-01T00:00:01Z'));
    const early = await service
      .run(service.admin, exportJournal, { input: { month: '2035-01' } })
      .catch((error) => error);
    midnight.resolve();
    await billing;
    expect(early).toMatchObject({ code: 'CONFLICT', status: 409, retryAfterSeconds: 599 });
    service.setClock(new Date('2035-02-01T00:10:00Z'));
    expect((await journalOf('2035-01')).map(({ account }) => account)).toEqual(['receivables', 'revenue']);
    expect(await journalOf('2035-02')).toEqual([]);
  });

  test('names the accounts of the operator', async () => {
    const accounts = {
      ...NO_INVOICING.accounts,
      revenue: { otherwise: '8400', token_pack: '3250' },
      refunds: '8700',
      tax: { otherwise: '1770', rates: [{ rate: '0.190', category: null, account: '1776' }] },
      clearing: { otherwise: '1369', generic: '1361' },
    };
    const batches = readJournal(service.deps.db, new Date('2032-02-01'), new Date('2032-03-01'));
    let text = '';
    for await (const part of journalAsCsv({ month: '2032-02', accounts, batches }, { call: service.admin }))
      text += part;
    const lines: Line[] = linesIn(text);
    expect(new Set(lines.map(({ account }) => account))).toEqual(
      new Set(['receivables', '3250', '1776', '1361', 'overpayments', '8700']),
    );
  });

  test('reads each document once in batches, also those of one moment', async () => {
    const buyer = await newBuyer('0');
    const from = new Date('2034-01-01T00:00:00Z');
    await service.dataSource.query(
      `INSERT INTO invoice (number, partner_id, billing_type, status, billing_name, currency, subtotal_minor, tax_minor, total_minor,
         total_amount, created_at, issued_at, due_at, updated_at)
       SELECT 'INV-2034-' || to_char(n, 'FM000000'), $1, 'demo', 'open', 'Acme', 'EUR', 100, 0, 100, 1, $2, at, at, at
       FROM generate_series(1, 1050) n, LATERAL (SELECT $2::timestamptz + floor(n / 400) * interval '1 microsecond' AS at) moment`,
      [buyer.partner.id, from],
    );
    const numbers: string[] = [];
    for await (const batch of readJournal(service.deps.db, from, new Date('2034-02-01T00:00:00Z'))) {
      expect(batch.length).toBeLessThanOrEqual(JOURNAL_BATCH);
      numbers.push(...batch.map(({ invoice_number }) => invoice_number));
    }
    expect(numbers).toHaveLength(1_050);
    expect(new Set(numbers).size).toBe(1_050);
  });

  test('is for administrators and a month', async () => {
    const { call } = await newBuyer('0');
    const asked = (by: Call, month?: string) => codeOf(service.run(by, exportJournal, { input: { month } as never }));
    expect(await asked(call, '2031-01')).toBe('FORBIDDEN');
    for (const month of [undefined, '2031', '2031-13', '2031-1', '31-01'])
      expect(await asked(service.admin, month)).toBe('VALIDATION_ERROR');
  });
});
