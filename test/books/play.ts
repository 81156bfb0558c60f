import { updateBillingIdentity } from '../../domain/billing-identity/operations/update-billing-identity.ts';
import { addBilling } from '../../domain/invoices/jobs.ts';
import { voidInvoice } from '../../domain/invoices/operations/void-invoice.ts';
import { billUsage } from '../../domain/invoices/steps/bill-usage.ts';
import type { Invoicing } from '../../domain/kernel/invoicing.ts';
import { perform } from '../../domain/kernel/step.ts';
import { createOrder } from '../../domain/orders/operations/create-order.ts';
import { updatePartner } from '../../domain/partners/operations/update-partner.ts';
import { createUsageRecord } from '../../domain/usage-records/operations/create-usage-record.ts';
import { genericEvent } from '../../sandbox/gateway/events.ts';
import { backfillOrders } from '../environment/invoice-jobs.ts';
import { storeAndApplyEvent } from '../environment/payments.ts';
import { type TestService, testOperations } from '../environment/service.ts';
import {
  decimalOf,
  decimalOfMillionths,
  type ExpectedInvoice,
  eventsOf,
  invoiceOfOrder,
  invoicesOfUse,
  type Month,
  type Standing,
  standingOf,
} from './month.ts';

/** An invoice as it must be, by the number that it got. */
type ExpectedBooks = Map<string, ExpectedInvoice & Standing>;

/** A month that was played. */
export interface PlayedMonth {
  partnerId: number;
  /** The partner's key. */
  key: string | null;
  invoices: ExpectedBooks;
}

const MAY = { start: '2031-05-01', end: '2031-05-31' };

/** Plays a month by the product's own operations, as a partner of its own. */
export async function play(service: TestService, invoicing: Invoicing, month: Month): Promise<PlayedMonth> {
  const { run, admin, createPartner, createKey, deps } = testOperations({ ...service.deps, invoicing });
  const partner = await createPartner();
  const { call, plaintext: key } = await createKey(partner);
  const partnerId = partner.id;
  const params = { partner_id: partnerId };
  const { country, vatNumber, rate, exemption } = month.buyer;
  await run(admin, updatePartner, {
    params,
    input: { tax_rate: decimalOfMillionths(rate), tax_exemption_reason: exemption },
  });
  await run(call, updateBillingIdentity, {
    input: { address: { country }, tax_ids: vatNumber === null ? [] : [{ type: 'eu_vat', value: vatNumber }] },
  });
  for (const { dimension, quantity, price, currency, day } of month.uses) {
    const input = {
      dimension,
      quantity: decimalOfMillionths(quantity),
      unit_price: decimalOfMillionths(price),
      currency,
      occurred_at: `2031-05-${String(day).padStart(2, '0')}T12:00:00Z`,
    };
    await run(admin, createUsageRecord, { params, input });
  }
  for (const [index, order] of month.orders.entries()) {
    const { billingType, amountMinor, currency, taxIncluded } = order;
    const input = {
      billing_type: billingType,
      amount: decimalOf(amountMinor, currency),
      currency,
      tax_included: taxIncluded,
      description: `Order ${index}`,
      reference: `order-${index}`,
    };
    await run(admin, createOrder, { params, input });
  }
  const bill = async () => {
    const job = await deps.transaction(admin, (tx) =>
      addBilling(deps, tx, { partnerId, requestId: 'books', period: MAY, includesLate: true }),
    );
    await perform(deps, billUsage, { jobId: job.id, rowKey: job.row_key });
  };
  await bill();
  await backfillOrders(deps, call);

  const invoices: ExpectedBooks = new Map();
  const lives = month.lives.values();
  const live = async (expected: ExpectedInvoice, number: string, reference: string) => {
    const life = lives.next().value;
    if (!life) throw new Error('A month has a life for each invoice.');
    const standing = standingOf(expected, life);
    invoices.set(number, { ...expected, ...standing });
    if (standing.status === 'void')
      await run(admin, voidInvoice, { params: { ...params, invoiceNumber: number }, input: {} });
    if (expected.total === 0n || standing.status === 'void') return;
    const { currency, billingType: billing_type } = expected;
    const { payments, refunds } = eventsOf(expected, life);
    const events = [
      ...payments.map((amount) => ({ type: 'payment.succeeded', amount })),
      ...refunds.map((amount) => ({ type: 'payment.refunded', amount })),
    ];
    for (const [index, { type, amount }] of events.entries()) {
      const purchase = { partner_id: partnerId, reference, amount: decimalOf(amount, currency), currency };
      const event = genericEvent(type, purchase, new Date(Date.UTC(2031, 5, 3, 0, 0, index)), { billing_type });
      const outcome = await storeAndApplyEvent(deps, 'generic', event);
      if (outcome !== 'applied') throw new Error(`An event of ${number} was ${outcome}.`);
    }
  };
  const billed: { number: string; reference: string | null }[] = await service.dataSource.query(
    `SELECT i.number, o.reference FROM invoice i LEFT JOIN customer_order o ON o.invoice_id = i.id
     WHERE i.partner_id = $1 ORDER BY o.id NULLS FIRST, i.currency`,
    [partnerId],
  );
  const expected = [
    ...invoicesOfUse(month).map((invoice) => ({ invoice, reference: null })),
    ...month.orders.map((order, index) => ({
      invoice: invoiceOfOrder(order, month.buyer),
      reference: `order-${index}`,
    })),
  ];
  if (billed.length !== expected.length) throw new Error(`${billed.length} invoices, not ${expected.length}.`);
  for (const [index, { invoice, reference }] of expected.entries()) {
    const { number, reference: billedReference } = billed[index] ?? { number: '', reference: null };
    if (reference !== billedReference) throw new Error(`${number} bills another order.`);
    await live(invoice, number, reference ?? number);
  }
  await bill();
  await addRebilled(service, partnerId, invoices);
  return { partnerId, key, invoices };
}

/** The use of voided invoices is billed again, in the same order and to the same amounts. */
async function addRebilled({ dataSource }: TestService, partnerId: number, invoices: ExpectedBooks): Promise<void> {
  const voided = [...invoices.values()]
    .filter(({ status, billingType }) => status === 'void' && billingType === 'marketplace_usage')
    .sort((one, other) => (one.currency < other.currency ? -1 : 1));
  const rebilled: { number: string }[] = await dataSource.query(
    'SELECT number FROM invoice WHERE partner_id = $1 AND number <> ALL($2) ORDER BY currency',
    [partnerId, [...invoices.keys()]],
  );
  if (rebilled.length !== voided.length) throw new Error(`${rebilled.length} invoices again, not ${voided.length}.`);
  for (const [index, expected] of voided.entries())
    invoices.set(rebilled[index]?.number ?? '', {
      ...expected,
      ...standingOf(expected, { payments: [], refunds: [], isVoided: false }),
    });
}
