import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { freshId, genericEvent, stripeCheckout, stripeEvent } from '../../sandbox/gateway/events.ts';
import { addOrder } from '../../test/environment/orders.ts';
import { storeAndApplyEvent } from '../../test/environment/payments.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { updatePartner } from '../partners/operations/update-partner.ts';
import { findDifferences } from '../reconciliation/comparison-store.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const AT = new Date('2026-03-01T10:00:00Z');

async function newPartner(taxRate = '0'): Promise<number> {
  const { id } = await service.createPartner();
  await service.run(service.admin, updatePartner, { params: { partner_id: id }, input: { tax_rate: taxRate } });
  return id;
}

async function pay(partnerId: number, amount: string, more: object = {}): Promise<string | null> {
  const purchase = { partner_id: partnerId, reference: 'taxed', amount, currency: 'EUR' };
  const event = genericEvent('payment.succeeded', purchase, AT, { credits: 100, billing_type: 'token_pack', ...more });
  expect(await storeAndApplyEvent(service.deps, 'generic', event)).toBe('applied');
  const [row] = await service.dataSource.query('SELECT reason FROM payment_event WHERE event_id = $1', [event.id]);
  return row.reason;
}

/** Sums of the partner's invoice, and its lines as `net tax rate`. */
async function invoiceOf(partnerId: number) {
  const [invoice] = await service.dataSource.query(
    `SELECT status, total_minor, tax_minor, (SELECT array_agg(amount_minor || ' ' || tax_minor || ' ' || trim_scale(tax_rate) ORDER BY position)
       FROM invoice_line WHERE invoice_id = invoice.id) AS lines FROM invoice WHERE partner_id = $1`,
    [partnerId],
  );
  return invoice;
}

/** The partner's payments as amounts and times. */
async function movementsOf(partnerId: number) {
  const rows: { amount_minor: number; received_at: Date }[] = await service.dataSource.query(
    `SELECT amount_minor, received_at FROM invoice_payment JOIN invoice i ON i.id = invoice_id WHERE partner_id = $1
     ORDER BY invoice_payment.id`,
    [partnerId],
  );
  return { rows: rows.map(({ amount_minor, received_at }) => [amount_minor, received_at]) };
}

test.each<[string, string, object, string]>([
  ['with the rate that it names', '119.00', { tax_amount: '19.00', tax_rate: '0.19' }, '10000 1900 0.19'],
  ['with the rate of the amounts where it names none', '107.70', { tax_amount: '7.70' }, '10000 770 0.077'],
  [
    'with the rate of the amounts where it names another',
    '119.00',
    { tax_amount: '19.00', tax_rate: '0.07' },
    '10000 1900 0.19',
  ],
  ['in place of the rate of the partner', '110.00', { tax_amount: 10 }, '10000 1000 0.1'],
])('an invoice has the tax that the gateway charged, %s', async (_what, amount, more, line) => {
  const partnerId = await newPartner('0.2');
  expect(await pay(partnerId, amount, more)).toBeNull();
  const [net = 0, tax = 0] = line.split(' ').map(Number);
  expect(await invoiceOf(partnerId)).toEqual({ status: 'paid', total_minor: net + tax, tax_minor: tax, lines: [line] });
});

test('without a tax of the gateway the rules decide', async () => {
  const partnerId = await newPartner('0.25');
  expect(await pay(partnerId, '100.00', { tax_amount: '0' })).toBeNull();
  expect(await invoiceOf(partnerId)).toMatchObject({ total_minor: 10_000, lines: ['8000 2000 0.25'] });
});

test('an invoice has a line for each rate of a checkout', async () => {
  const partnerId = await newPartner();
  const checkout = stripeCheckout({
    partner_id: partnerId,
    intent: freshId('pi'),
    units: 12_970,
    currency: 'EUR',
    price: 'credits_5000',
  });
  const rate = (id: string, percentage: number) => ({ id, percentage });
  const taxes = [
    { amount: 1_900, taxable_amount: 10_000, rate: rate('a', 19) },
    { amount: 70, taxable_amount: 1_000, rate: rate('b', 7) },
  ];
  const session = { ...checkout, total_details: { amount_tax: 1_970, breakdown: { taxes } } };
  const event = stripeEvent('checkout.session.completed', session, AT);
  expect(await storeAndApplyEvent(service.deps, 'stripe', event)).toBe('applied');
  expect(await invoiceOf(partnerId)).toEqual({
    status: 'paid',
    total_minor: 12_970,
    tax_minor: 1_970,
    lines: ['10000 1900 0.19', '1000 70 0.07'],
  });
});

test('a flat tax, which is on nothing, has no line of its own', async () => {
  const partnerId = await newPartner();
  const paid = { partner_id: partnerId, intent: freshId('pi'), units: 10_628, currency: 'USD', price: 'credits_5000' };
  const taxes = [
    { amount: 600, taxable_amount: 10_000, rate: { id: 'a', percentage: 6 } },
    { amount: 28, taxable_amount: 0, rate: { id: 'b', percentage: null } },
  ];
  const session = { ...stripeCheckout(paid), total_details: { amount_tax: 628, breakdown: { taxes } } };
  const event = stripeEvent('checkout.session.completed', session, AT);
  expect(await storeAndApplyEvent(service.deps, 'stripe', event)).toBe('applied');
  expect(await invoiceOf(partnerId)).toMatchObject({ total_minor: 10_628, lines: ['10000 628 0.0628'] });
});

test('an invoice of Stripe has its own tax with its first part payment, and is open until the last', async () => {
  const partnerId = await newPartner();
  const bill = {
    id: freshId('in'),
    total: 11_900,
    total_taxes: [
      { amount: 1_900, taxable_amount: 10_000, tax_rate_details: { tax_rate: { id: 'a', percentage: 19 } } },
    ],
    currency: 'eur',
    lines: {
      data: [{ amount: 10_000, quantity: 1, pricing: { price_details: { price: 'credits_5000' } }, metadata: {} }],
    },
    metadata: { partner_id: String(partnerId) },
  };
  const part = { ...bill, amount_paid: 5_000, amount_remaining: 6_900 };
  expect(await storeAndApplyEvent(service.deps, 'stripe', stripeEvent('invoice.payment_succeeded', part, AT))).toBe(
    'applied',
  );
  const invoice = { total_minor: 11_900, tax_minor: 1_900, lines: ['10000 1900 0.19'] };
  expect(await invoiceOf(partnerId)).toEqual({ status: 'open', ...invoice });
  const later = new Date(AT.getTime() + 60_000);
  const paid = stripeEvent('invoice.paid', { ...bill, amount_paid: 11_900, amount_remaining: 0 }, later);
  expect(await storeAndApplyEvent(service.deps, 'stripe', paid)).toBe('applied');
  expect(await invoiceOf(partnerId)).toEqual({ status: 'paid', ...invoice });
  const { rows } = await movementsOf(partnerId);
  expect(rows).toEqual([
    [5_000, AT],
    [6_900, later],
  ]);
});

test('what a customer balance paid is no part of the invoice, nor is its tax', async () => {
  const partnerId = await newPartner();
  const bill = {
    id: freshId('in'),
    total: 11_900,
    amount_paid: 10_000,
    amount_remaining: 0,
    tax: 1_900,
    currency: 'eur',
    lines: { data: [{ amount: 10_000, quantity: 1, price: { id: 'credits_5000' }, metadata: {} }] },
    metadata: { partner_id: String(partnerId) },
  };
  expect(await storeAndApplyEvent(service.deps, 'stripe', stripeEvent('invoice.paid', bill, AT))).toBe('applied');
  expect(await invoiceOf(partnerId)).toEqual({
    status: 'paid',
    total_minor: 10_000,
    tax_minor: 1_597,
    lines: ['8403 1597 0.19'],
  });
});

test('a tax that contradicts the invoice is named, and changes nothing', async () => {
  const partnerId = await newPartner('0.19');
  await addOrder(service, { id: partnerId }, { amount_minor: 10_000, currency: 'EUR', reference: 'taxed' });
  expect(await pay(partnerId, '119.00', { tax_amount: '7.79' })).toMatch(/another tax/);
  expect(await invoiceOf(partnerId)).toMatchObject({ status: 'paid', lines: ['10000 1900 0.19'] });
  const other = await newPartner();
  expect(await pay(other, '100.00', { tax_amount: '60.00' })).toMatch(/tax is above/);
  expect(await invoiceOf(other)).toMatchObject({ status: 'paid', tax_minor: 0 });
});

test('reconciliation finds no difference', async () => {
  expect(await findDifferences(service.deps.db, AT)).toEqual([]);
});
