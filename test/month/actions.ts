import { z } from 'zod';
import { type GatewayEvent, genericEvent, type StripePurchase, stripeEvent } from '../../sandbox/gateway/events.ts';
import { numberOf } from './books.ts';
import type { Member } from './partners.ts';
import { askOk, sendEvents, type World } from './world.ts';

type Amount = `${number} ${string}`;

/** Reports an order; its amount is without tax. */
export function order(world: World, { id }: Member, type: string, price: Amount, reference: string): Promise<unknown> {
  const [amount, currency] = price.split(' ');
  const body = { billing_type: type, amount, currency, description: `Order ${reference}`, reference };
  return askOk(world, null, `POST /3pi-partners/${id}/orders`, z.unknown(), { body });
}

/** Reports metered use. */
export function use(
  world: World,
  { id }: Member,
  what: { dimension: string; quantity: string; price: Amount },
  occurredAt: string,
): Promise<unknown> {
  const { dimension, quantity, price } = what;
  const [unit_price, currency] = price.split(' ');
  const reference = `${dimension} at ${occurredAt}`;
  const body = { dimension, quantity, unit_price, currency, occurred_at: occurredAt, reference };
  return askOk(world, null, `POST /3pi-partners/${id}/usage-records`, z.unknown(), { body });
}

/** Makes invoices for the partner's orders. */
export function backfill(world: World, { key }: Member): Promise<unknown> {
  return askOk(world, key, 'POST /invoice-receipts/backfill', z.unknown(), { body: {} });
}

/** Bills the use of the current month. */
export function billUse(world: World, { key }: Member): Promise<unknown> {
  return askOk(world, key, 'POST /invoice-receipts/generate-marketplace', z.unknown(), { body: {} });
}

/** Voids the partner's newest invoice of use. */
export async function voidInvoice(world: World, member: Member): Promise<unknown> {
  const number = await numberOf(world, member, 'marketplace_usage');
  const body = { reason: 'A wrong price' };
  return askOk(world, null, `POST /3pi-partners/${member.id}/invoices/${number}/void`, z.unknown(), { body });
}

/** Credits the partner's newest invoice of use, by the day of its issue where there are several; without amounts, all of it. */
export async function credit(
  world: World,
  member: Member,
  { day, ...what }: { day?: string; amount?: string; lines?: { position: number; amount: string }[] },
): Promise<unknown> {
  const number = await numberOf(world, member, 'marketplace_usage', day);
  const body = { ...what, reason: 'Agreed by phone' };
  return askOk(world, null, `POST /3pi-partners/${member.id}/invoices/${number}/credit-notes`, z.unknown(), { body });
}

/** Changes the partner as an administrator. */
export function change(world: World, { id }: Member, body: object): Promise<unknown> {
  return askOk(world, null, `PATCH /3pi-partners/${id}`, z.unknown(), { body });
}

/** Spends three credits. */
export function summarize(world: World, { key }: Member): Promise<unknown> {
  const body = { settings: { content: 'Stock that orders itself before shelves are empty.' } };
  return askOk(world, key, 'POST /content-workflow/capabilities/summarization/execute', z.unknown(), { body });
}

/** An event of the generic gateway about a pack of credits: paid, refunded, disputed, … */
export function packEvent(
  world: World,
  { id }: Member,
  [type, reference, price]: [type: string, reference: string, price: Amount],
  more: object = {},
): Promise<void> {
  const [amount = '', currency = ''] = price.split(' ');
  const purchase = { partner_id: id, reference, amount, currency, billing_type: 'token_pack' };
  return sendEvents(world, 'generic', [genericEvent(`payment.${type}`, purchase, world.clock.now(), more)]);
}

/** A transfer for an invoice, by its number; `payment` names it. */
export async function transfer(
  world: World,
  member: Member,
  { type, price, day, ...more }: { type: string; price: Amount; day?: string; payment: string; plan?: string },
): Promise<void> {
  const reference = await numberOf(world, member, type, day);
  const [amount = '', currency = ''] = price.split(' ');
  const paid = { partner_id: member.id, reference, amount, currency, billing_type: type };
  await sendEvents(world, 'generic', [genericEvent('payment.succeeded', paid, world.clock.now(), more)]);
}

/** What a partner buys by Stripe in dollars; `name` identifies it. */
export function purchase({ id }: Member, name: string, cents: number, price: string): StripePurchase {
  return { partner_id: id, intent: `pi_${name}`, units: cents, currency: 'USD', price };
}

/** Sends what Stripe reports of an object, all at once. */
export function stripe(world: World, reports: readonly (readonly [type: string, object: object])[]): Promise<void> {
  const at = world.clock.now();
  const events: GatewayEvent[] = reports.map(([type, object]) => stripeEvent(type, object, at));
  return sendEvents(world, 'stripe', events);
}

/** A refund of Stripe's. */
export function stripeRefund({ intent, currency }: StripePurchase, cents: number, status: string): object {
  const name = intent.slice(3);
  return {
    id: `re_${name}`,
    object: 'refund',
    amount: cents,
    currency: currency.toLowerCase(),
    charge: `ch_${name}`,
    payment_intent: intent,
    status,
  };
}
