import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { CheckoutInProgress, type CheckoutOrder, type PaymentPages } from '../../../infra/payments/port.ts';
import { ownInvoice } from '../../invoices/operations/reads.ts';
import { dueOf, type IssuedInvoice } from '../../invoices/rules.ts';
import { type Call, isSandbox } from '../../kernel/call.ts';
import type { Deps, Tx } from '../../kernel/deps.ts';
import { MINUTE_MS } from '../../kernel/durations.ts';
import { AppError, conflict, invalid, notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { amountText, maxMinorUnits } from '../../kernel/money.ts';
import { operation } from '../../kernel/operation.ts';
import { references } from '../../kernel/references.ts';
import { hasSubscription } from '../../payments/apply-plan.ts';
import { findPayingGateway } from '../../payments/store.ts';
import { withCustomer } from '../customer.ts';
import { type Item, itemsOnSale } from '../items.ts';
import { atGateway, requirePages } from '../pages.ts';
import { invoiceField, openCheckoutBody } from '../schema.ts';
import {
  countCheckouts,
  deleteUnopened,
  findCheckout,
  findSame,
  insertCheckout,
  isPaid,
  lockCheckouts,
  savePage,
} from '../store.ts';
import type { CheckoutRow } from '../table.ts';
import { type Checkout, checkoutOf } from './reads.ts';

/** How long a page is open; Stripe takes from 30 minutes to a day. */
const OPEN_MS = 60 * MINUTE_MS;
/** A page is handed out again only where so much of its time is left. */
const LEFT_MS = 10 * MINUTE_MS;
/** A second click on a pack within this time is the same purchase; later it is another one. */
const SAME_PACK_MS = 2 * MINUTE_MS;
/** Pages that a partner can open in an hour. */
const MAX_AN_HOUR = 60;
/** How long a request waits for another one that opens the same page, milliseconds, and how often it looks. */
const WAIT_MS = 10_000;
const LOOK_MS = 200;

/** What is paid for. */
type Wanted = { item: Item; quantity: number } | { invoice: IssuedInvoice };

/**
 * Opens a page of the payment gateway. A second request for the same gets the same page. The call to the gateway is
 * between two transactions. Nothing is granted here: the gateway's event does that.
 */
export const openCheckout = operation({
  name: 'checkout.open',
  permission: 'manage_billing',
  params: nothing,
  input: openCheckoutBody,
  references: references(invoiceField, async (deps, call, { invoice_number: invoiceNumber }) => {
    if (invoiceNumber !== undefined) await ownInvoice(deps, call, { invoiceNumber });
  }),
  async run(deps, call, input): Promise<Checkout> {
    const pages = requirePages(deps);
    if (isSandbox(call)) throw new AppError('FORBIDDEN', 'A sandbox key buys nothing, since its work is free.');
    const wanted = await wantedIn(deps, call, pages, input);
    const row = await deps.transaction(call, (tx) => accept(tx, deps, call, pages, wanted));
    return checkoutOf(deps, await opened(deps, call, pages, row, wanted));
  },
  async recover(deps, call, madeId) {
    const row = await findCheckout(deps.db, Number(madeId));
    if (!row || row.partner_id !== partnerOf(call)) throw notFound('Checkout');
    return checkoutOf(deps, row);
  },
});

async function wantedIn(
  deps: Deps,
  call: Call,
  pages: PaymentPages,
  { item: name, quantity = 1, invoice_number: invoiceNumber }: z.output<typeof openCheckoutBody>,
): Promise<Wanted> {
  if (invoiceNumber !== undefined) {
    const invoice = await ownInvoice(deps, call, { invoiceNumber });
    if (invoice.status === 'void') throw conflict('The invoice is voided.');
    if (dueOf(invoice) === 0) throw conflict('Nothing is due of the invoice.');
    const paidBy = await findPayingGateway(deps.db, invoice.id);
    if (paidBy !== null && paidBy !== pages.gateway)
      throw conflict('A part of the invoice was paid in another way; pay the rest in the same way.');
    return { invoice };
  }
  const item = itemsOnSale(deps.billing, pages).find((one) => one.item === name);
  if (!item) throw invalid({ item: ['Is not on sale; GET /app/billing-catalogue lists what is.'] });
  if (item.kind === 'plan') {
    if (quantity !== 1) throw invalid({ quantity: ['Must be 1 for a plan.'] });
    if (pages.portal && (await hasSubscription(deps.db, partnerOf(call), pages.gateway)))
      throw conflict('There is a subscription; change it on the page of POST /app/billing-portal.');
  } else if (item.amountMinor * quantity > maxMinorUnits(item.currency)) {
    throw invalid({ quantity: ['Comes to more than the books hold.'] });
  }
  return { item, quantity };
}

/** The checkout's row: the one that another request for the same has made just now, else a new one. Throws RATE_LIMITED. */
async function accept(
  tx: Tx,
  { ids }: Pick<Deps, 'ids'>,
  call: Call,
  { gateway }: PaymentPages,
  wanted: Wanted,
): Promise<CheckoutRow> {
  const partnerId = partnerOf(call);
  const at = tx.now.getTime();
  const same = { partner_id: partnerId, gateway, ...amountOf(wanted) };
  await lockCheckouts(tx.em, partnerId);
  const isPack = 'item' in wanted && wanted.item.kind === 'pack';
  const since = new Date(at - (isPack ? SAME_PACK_MS : OPEN_MS));
  const known = await findSame(tx.em, same, { since, until: new Date(at + LEFT_MS) });
  if (known && !(await isPaid(tx.em, known))) {
    tx.made({ type: 'checkout', id: known.id });
    return known;
  }
  if ((await countCheckouts(tx.em, partnerId, new Date(at - OPEN_MS))) >= MAX_AN_HOUR)
    throw new AppError('RATE_LIMITED', `At most ${MAX_AN_HOUR} payment pages can be opened in an hour.`, {
      retryAfterSeconds: MINUTE_MS / 1000,
    });
  const row = await insertCheckout(tx.em, {
    ...same,
    row_key: ids.uuid(),
    expires_at: new Date(at + OPEN_MS),
    created_at: tx.now,
  });
  tx.audit({ type: 'checkout', id: row.id, partnerId, details: { item: row.item, invoice_id: row.invoice_id } });
  tx.made({ type: 'checkout', id: row.id });
  return row;
}

function amountOf(wanted: Wanted) {
  if ('invoice' in wanted) {
    const { id, currency } = wanted.invoice;
    return { item: null, quantity: 1, invoice_id: id, amount_minor: dueOf(wanted.invoice), currency };
  }
  const { item, quantity } = wanted;
  const { currency, amountMinor } = item;
  return { item: item.item, quantity, invoice_id: null, amount_minor: amountMinor * quantity, currency };
}

/** The row with its page. Requests that open the same one at once name it alike, so the gateway opens one. */
async function opened(
  deps: Deps,
  call: Call,
  pages: PaymentPages,
  row: CheckoutRow,
  wanted: Wanted,
): Promise<CheckoutRow> {
  const patience = AbortSignal.any([AbortSignal.timeout(WAIT_MS), deps.stopping]);
  for (;;) {
    const current = await findCheckout(deps.db, row.id);
    if (!current) throw conflict('The payment gateway refused another request for the same.');
    if (current.url !== null) return current;
    try {
      const page = await atGateway(() =>
        withCustomer(deps, call, pages, (customer) =>
          waiting(patience, () => pages.open(orderOf(row, pages, wanted, customer), call.signal)),
        ),
      );
      if (page) await savePage(deps.db, { id: row.id, ...page });
    } catch (error) {
      // One that waits for another request has no page of its own to give up.
      const isOfAnother = error instanceof AppError && error.cause instanceof CheckoutInProgress;
      if (!isOfAnother) await deleteUnopened(deps.db, row.id);
      throw error;
    }
  }
}

/** null, after a moment, where another request opens the page; it has time to save it then. */
async function waiting<Result>(patience: AbortSignal, open: () => Promise<Result>): Promise<Result | null> {
  try {
    return await open();
  } catch (error) {
    if (!(error instanceof CheckoutInProgress) || patience.aborted) throw error;
    await sleep(LOOK_MS, undefined, { signal: patience }).catch(() => undefined);
    return null;
  }
}

function orderOf(row: CheckoutRow, pages: PaymentPages, wanted: Wanted, customer: string | null): CheckoutOrder {
  const { currency, quantity } = row;
  const back = `${pages.consoleUrl}/credits`;
  const text = (minor: number) => amountText(minor, currency);
  const common = {
    key: row.row_key,
    partnerId: row.partner_id,
    amount: text(row.amount_minor),
    unit: { amount: text(row.amount_minor / quantity), currency },
    quantity,
    customer,
    returnUrl: `${back}/checkout/${row.id}`,
    cancelUrl: `${back}/checkout/${row.id}?cancelled=true`,
    expiresAt: row.expires_at,
    credits: null,
    plan: null,
    invoiceNumber: null,
  };
  if ('invoice' in wanted) {
    const { number, billing_type: billingType } = wanted.invoice;
    return { ...common, billingType, description: `Invoice ${number}`, invoiceNumber: number };
  }
  const { item } = wanted;
  if (item.kind === 'plan') {
    const plan = { name: item.plan, interval: item.interval, price: item.prices[0] ?? null };
    return { ...common, billingType: 'subscription', description: `Plan ${item.plan}`, plan };
  }
  return { ...common, billingType: 'token_pack', description: item.name, credits: item.credits * quantity };
}
