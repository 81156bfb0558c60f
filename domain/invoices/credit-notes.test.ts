import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { genericEvent } from '../../sandbox/gateway/events.ts';
import { backfillOrders, billPeriod } from '../../test/environment/invoice-jobs.ts';
import { addOrder, addUsage } from '../../test/environment/orders.ts';
import { storeAndApplyEvent } from '../../test/environment/payments.ts';
import { permutations } from '../../test/environment/permutations.ts';
import { codeOf, startTestService, type TestService } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import type { Invoicing } from '../kernel/invoicing.ts';
import type { Partner } from '../partners/types.ts';
import { findDifferences } from '../reconciliation/comparison-store.ts';
import { createCreditNote } from './operations/create-credit-note.ts';
import { voidInvoice } from './operations/void-invoice.ts';
import type { CreditNoteRow, InvoiceRow } from './table.ts';

jest.setTimeout(120_000);

const NOW = new Date('2031-06-04T10:00:00Z');

let service: TestService;
let partner: Partner;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  service.setClock(NOW);
  ({ partner, call } = await service.createCaller());
});
afterAll(async () => {
  const found = await findDifferences(service.dataSource, new Date('2031-06-01T00:00:00Z'));
  await service.stop();
  expect(found).toEqual([]);
});

const invoice = async (): Promise<InvoiceRow & { number: string }> =>
  (
    await service.dataSource.query('SELECT * FROM invoice WHERE partner_id = $1 ORDER BY id DESC LIMIT 1', [partner.id])
  )[0];
const notes = (): Promise<CreditNoteRow[]> =>
  service.dataSource.query('SELECT * FROM credit_note WHERE partner_id = $1 ORDER BY id', [partner.id]);
const credit = (number: string, input: object = {}, as: Call = service.admin) =>
  service.run(as, createCreditNote, {
    params: { partner_id: partner.id, invoiceNumber: number },
    input: { reason: 'Agreed', ...input },
  });
async function backfill(order: Parameters<typeof addOrder>[2] = {}): Promise<InvoiceRow & { number: string }> {
  await addOrder(service, partner, order);
  await backfillOrders(service.deps, call, 10);
  return invoice();
}
let minutes = 0;
function report(type: 'payment.succeeded' | 'payment.refunded', amount: string, credits?: number) {
  minutes += 1;
  return invoice().then(async ({ currency, billing_type, id }) => {
    const [order] = await service.dataSource.query('SELECT reference FROM customer_order WHERE invoice_id = $1', [id]);
    const data = {
      partner_id: partner.id,
      reference: order.reference,
      billing_type,
      amount,
      currency,
      ...(credits === undefined ? {} : { credits }),
    };
    const outcome = await storeAndApplyEvent(
      service.deps,
      'generic',
      genericEvent(type, data, new Date(NOW.getTime() + minutes)),
    );
    expect(outcome).toBe('applied');
  });
}

/** Books at one rate, the rest at another. */
const TAX: Invoicing['tax'] = {
  rounding: 'line',
  reverse_charge: null,
  rules: [{ countries: null, kinds: null, dimensions: ['books'], rate: '0.07', category: 'S', reason: null }],
  otherwise: { rate: '0.19', category: 'S', reason: null },
};
async function billTwoRates(): Promise<InvoiceRow & { number: string }> {
  await addUsage(service, partner, { dimension: 'books', quantity: '10', unit_price: '10' });
  await addUsage(service, partner, { dimension: 'calls', quantity: '10', unit_price: '10' });
  const period = { start: '2031-05-01', end: '2031-05-31' };
  const deps = { ...service.deps, invoicing: { ...service.deps.invoicing, tax: TAX } };
  await billPeriod(deps, call, period);
  return invoice();
}

describe('an open invoice', () => {
  test('is credited whole: nothing is due, and it is paid', async () => {
    const { number } = await backfill();
    const { note, lines } = await credit(number);
    expect(note).toMatchObject({
      number: expect.stringMatching(/^CN-2031-\d{6}$/),
      origin: 'administrator',
      reason: 'Agreed',
      amount_minor: 4990,
      created_at: NOW,
    });
    expect(lines).toMatchObject([{ position: 1, invoice_position: null, amount_minor: 4990, tax_minor: 0 }]);
    expect(await invoice()).toMatchObject({ status: 'paid', paid_at: NOW, paid_minor: 0, credited_minor: 4990 });
    expect(await codeOf(credit(number))).toBe('CONFLICT');
    expect(await codeOf(credit(number, { amount: '0.01' }))).toBe('CONFLICT');
  });

  test('is credited in part: less is due, and what is left completes its payment', async () => {
    const { number } = await backfill();
    await credit(number, { amount: '20.00' });
    expect(await invoice()).toMatchObject({ status: 'open', credited_minor: 2000 });
    await report('payment.succeeded', '29.90', 500);
    expect(await invoice()).toMatchObject({ status: 'paid', paid_minor: 2990, credited_minor: 2000 });
    const [account] = await service.dataSource.query('SELECT balance FROM credit_account WHERE partner_id = $1', [
      partner.id,
    ]);
    expect(account).toEqual({ balance: 500 });
    // All that was paid goes back, and with it the credits.
    await report('payment.refunded', '29.90');
    expect(await invoice()).toMatchObject({ status: 'paid', paid_minor: 2990, credited_minor: 4990 });
    const [later] = await service.dataSource.query('SELECT balance FROM credit_account WHERE partner_id = $1', [
      partner.id,
    ]);
    expect(later).toEqual({ balance: 0 });
  });

  test('that is paid in part is settled by a credit of the rest', async () => {
    const { number } = await backfill();
    await report('payment.succeeded', '9.90');
    await credit(number);
    expect(await invoice()).toMatchObject({ status: 'paid', paid_minor: 990, credited_minor: 4990 });
  });

  test('that has a credit note cannot be voided, and a voided one cannot be credited', async () => {
    const first = await backfill();
    await credit(first.number, { amount: '1' });
    const params = { partner_id: partner.id, invoiceNumber: first.number };
    expect(await codeOf(service.run(service.admin, voidInvoice, { params, input: {} }))).toBe('CONFLICT');
    const second = await backfill();
    await service.run(service.admin, voidInvoice, { params: { ...params, invoiceNumber: second.number }, input: {} });
    expect(await codeOf(credit(second.number))).toBe('CONFLICT');
  });
});

describe('a paid invoice', () => {
  test('is credited once for money that is returned afterwards', async () => {
    const { number } = await backfill();
    await report('payment.succeeded', '49.90');
    await credit(number, { amount: '20.00' });
    await report('payment.refunded', '20.00');
    expect((await notes()).map(({ amount_minor }) => amount_minor)).toEqual([2000]);
    await report('payment.refunded', '5.00');
    expect((await notes()).map(({ origin, amount_minor }) => [origin, amount_minor])).toEqual([
      ['administrator', 2000],
      ['refund', 500],
    ]);
    // What is left after both.
    expect(await codeOf(credit(number, { amount: '24.91' }))).toBe('CONFLICT');
    await credit(number, { amount: '24.90' });
    expect(await invoice()).toMatchObject({ status: 'paid', credited_minor: 4990 });
  });

  test('is credited more after a refund', async () => {
    const { number } = await backfill();
    await report('payment.succeeded', '49.90');
    await report('payment.refunded', '10.00');
    await credit(number, { amount: '20.00' });
    await report('payment.refunded', '20.00');
    expect((await notes()).map(({ amount_minor }) => amount_minor)).toEqual([1000, 2000]);
  });
});

test('what was credited before the payments is not credited again, in whatever order these and a refund arrive', async () => {
  const amounts = ['40.00', '15.00', '-30.00'];
  for (const order of permutations(amounts)) {
    ({ partner, call } = await service.createCaller());
    const { number } = await backfill();
    await credit(number, { amount: '20.00' });
    const { reference } = (
      await service.dataSource.query('SELECT reference FROM customer_order WHERE partner_id = $1', [partner.id])
    )[0];
    for (const amount of order) {
      const data = {
        partner_id: partner.id,
        reference,
        billing_type: 'token_pack',
        amount: amount.replace('-', ''),
        currency: 'EUR',
      };
      const type = amount.startsWith('-') ? 'payment.refunded' : 'payment.succeeded';
      const occurredAt = new Date(NOW.getTime() + amounts.indexOf(amount) * 1_000);
      await storeAndApplyEvent(service.deps, 'generic', genericEvent(type, data, occurredAt));
    }
    // Of 55.00 paid, 5.10 were too much and 20.00 are owed; so much went back before anything was credited for it.
    const { status, paid_minor, credited_minor, excess_returned_minor } = await invoice();
    expect({ order, status, paid_minor, credited_minor, excess_returned_minor }).toEqual({
      order,
      status: 'paid',
      paid_minor: 5_500,
      credited_minor: 2_490,
      excess_returned_minor: 510,
    });
    expect((await notes()).reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(2_490);
  }
});

describe('several rates', () => {
  test('an amount is divided between them, and the rest ends both', async () => {
    const { number, total_minor, tax_minor } = await billTwoRates();
    expect([total_minor, tax_minor]).toEqual([22_600, 2_600]);
    const { note } = await credit(number, { amount: '22.60' });
    expect(note.tax_totals).toEqual([
      { rate: '0.07', category: 'S', reason: null, taxable_minor: 1_000, tax_minor: 70 },
      { rate: '0.19', category: 'S', reason: null, taxable_minor: 1_000, tax_minor: 190 },
    ]);
    const { note: rest } = await credit(number);
    expect(rest).toMatchObject({ amount_minor: 20_340, tax_minor: 2_340 });
  });

  test('a line is credited with its own tax, in parts, and never beyond what is left', async () => {
    const { number } = await billTwoRates();
    const first = await credit(number, { lines: [{ position: 2, amount: '19.00' }] });
    expect(first.note).toMatchObject({ amount_minor: 1_900, tax_minor: 303 });
    expect(first.lines).toMatchObject([{ invoice_position: 2, description: 'calls', tax_rate: '0.190000' }]);
    expect(await codeOf(credit(number, { lines: [{ position: 2, amount: '100.01' }] }))).toBe('CONFLICT');
    const second = await credit(number, { lines: [{ position: 1 }, { position: 2 }] });
    expect(second.note).toMatchObject({ amount_minor: 20_700, tax_minor: 2_600 - 303 });
    expect(await codeOf(credit(number, { lines: [{ position: 1 }] }))).toBe('CONFLICT');
    expect(await invoice()).toMatchObject({ status: 'paid', credited_minor: 22_600 });
  });

  test('lines after an amount end at what is left of their rate', async () => {
    const { number } = await billTwoRates();
    await credit(number, { amount: '113.00' });
    expect(await codeOf(credit(number, { lines: [{ position: 1 }] }))).toBe('CONFLICT');
    await credit(number, {
      lines: [
        { position: 1, amount: '53.50' },
        { position: 2, amount: '59.50' },
      ],
    });
    expect(await invoice()).toMatchObject({ credited_minor: 22_600 });
  });
});

test.each<[string, object]>([
  ['an amount of nothing', { amount: '0' }],
  ['too many digits', { amount: '1.001' }],
  ['amount and lines', { amount: '1', lines: [{ position: 1 }] }],
  ['no lines', { lines: [] }],
  ['a line twice', { lines: [{ position: 1 }, { position: 1 }] }],
  ['a line that is not there', { lines: [{ position: 2 }] }],
  ['a line of nothing', { lines: [{ position: 1, amount: '0' }] }],
  ['no reason', { reason: '' }],
])('%s is refused', async (_what, input) => {
  const { number } = await backfill();
  expect(await codeOf(credit(number, input))).toBe('VALIDATION_ERROR');
  expect(await notes()).toEqual([]);
});

test('many at once: never more than the invoice, and the numbers have no gap', async () => {
  const { number } = await backfill();
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () =>
      credit(number, { amount: '10.00' }).then(
        () => 'credited',
        (error) => error.code,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'credited')).toHaveLength(4);
  expect(outcomes.filter((outcome) => outcome === 'CONFLICT')).toHaveLength(4);
  expect(await invoice()).toMatchObject({ status: 'open', credited_minor: 4_000 });
});

test("a partner's key may not, and another partner's invoice is not found", async () => {
  const { number } = await backfill();
  expect(await codeOf(credit(number, {}, call))).toBe('FORBIDDEN');
  partner = await service.createPartner();
  expect(await codeOf(credit(number))).toBe('NOT_FOUND');
});
