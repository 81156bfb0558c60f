import { randomBytes } from 'node:crypto';

/** What a gateway sends; `id` and `type` are the event's. */
export type GatewayEvent = { id: string; type: string } & Record<string, unknown>;

/** What all events about one thing share. */
export interface Purchase {
  partner_id: number;
  /** Names the payment, or the subscription. */
  reference: string;
  /** Decimal string. */
  amount: string;
  currency: string;
  credits?: number;
  billing_type?: string;
  plan?: string;
}

/** A random id with a prefix. */
export function freshId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** An event of the generic gateway; fields of `more` go into `data`. */
export function genericEvent(type: string, purchase: Purchase, occurredAt: Date, more: object = {}): GatewayEvent {
  return {
    id: freshId('evt'),
    type,
    occurred_at: occurredAt.toISOString(),
    data: { billing_type: 'token_pack', ...purchase, ...more },
  };
}

/** An event of Stripe about one of its objects, as its version 2025-09-30 has it. */
export function stripeEvent(type: string, object: object, occurredAt: Date): GatewayEvent {
  return {
    id: freshId('evt'),
    object: 'event',
    api_version: '2025-09-30.clover',
    created: Math.floor(occurredAt.getTime() / 1000),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object },
  };
}

/** What Stripe's objects about a one-off payment share. `units` are Stripe's own: cents, for most currencies. */
export interface StripePurchase {
  partner_id: number;
  /** Id of the payment intent, `pi_…`. */
  intent: string;
  units: number;
  currency: string;
  /** Id of the price. */
  price: string;
}

/** A checkout that was paid. */
export function stripeCheckout({ partner_id, intent, units, currency, price }: StripePurchase): object {
  return {
    id: freshId('cs_test'),
    object: 'checkout.session',
    mode: 'payment',
    status: 'complete',
    payment_status: 'paid',
    payment_intent: intent,
    subscription: null,
    invoice: null,
    amount_total: units,
    currency: currency.toLowerCase(),
    metadata: { partner_id: String(partner_id), price_id: price },
  };
}

/** The payment intent of a checkout, which knows nothing of the partner. */
export function stripeIntent({ intent, units, currency }: StripePurchase): object {
  return {
    id: intent,
    object: 'payment_intent',
    amount: units,
    amount_received: units,
    currency: currency.toLowerCase(),
    status: 'succeeded',
    metadata: {},
  };
}

/** The charge of a payment intent, of which so much has been refunded in all. */
export function stripeCharge({ intent, units, currency }: StripePurchase, amountRefunded: number): object {
  return {
    id: `ch_${intent.slice(3)}`,
    object: 'charge',
    amount: units,
    amount_refunded: amountRefunded,
    refunded: amountRefunded === units,
    currency: currency.toLowerCase(),
    payment_intent: intent,
    metadata: {},
  };
}

/** A dispute of a payment intent. */
export function stripeDispute({ intent, units, currency }: StripePurchase, status: string): object {
  return {
    id: `du_${intent.slice(3)}`,
    object: 'dispute',
    amount: units,
    currency: currency.toLowerCase(),
    charge: `ch_${intent.slice(3)}`,
    payment_intent: intent,
    status,
    metadata: {},
  };
}

/** A subscription of a partner to the plan of a price. */
export function stripeSubscription(partnerId: number, id: string, price: string, status = 'active'): object {
  return {
    id,
    object: 'subscription',
    status,
    items: { object: 'list', data: [{ id: freshId('si'), price: { id: price, object: 'price' }, quantity: 1 }] },
    metadata: { partner_id: String(partnerId) },
  };
}

/** Links a payment intent to the invoice that it paid, which the invoice itself does not show. */
export function stripeInvoicePayment(invoice: string, { intent, units, currency }: StripePurchase): object {
  return {
    id: `inpay_${intent.slice(3)}`,
    object: 'invoice_payment',
    invoice,
    is_default: true,
    status: 'paid',
    amount_paid: units,
    amount_requested: units,
    currency: currency.toLowerCase(),
    payment: { type: 'payment_intent', payment_intent: intent },
  };
}

/** The paid invoice of a subscription's period. */
export function stripeInvoice(
  partnerId: number,
  subscription: string,
  { price, units, currency }: Pick<StripePurchase, 'price' | 'units' | 'currency'>,
  id = freshId('in'),
): object {
  return {
    id,
    object: 'invoice',
    billing_reason: 'subscription_cycle',
    status: 'paid',
    amount_paid: units,
    currency: currency.toLowerCase(),
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription, metadata: { partner_id: String(partnerId) } },
    },
    lines: {
      object: 'list',
      data: [
        {
          id: freshId('il'),
          amount: units,
          quantity: 1,
          pricing: { type: 'price_details', price_details: { price, product: 'prod_plan' } },
          metadata: {},
        },
      ],
    },
    metadata: {},
  };
}
