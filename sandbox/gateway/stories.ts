import {
  freshId,
  type GatewayEvent,
  genericEvent,
  type StripePurchase,
  stripeCharge,
  stripeCheckout,
  stripeDispute,
  stripeEvent,
  stripeIntent,
  stripeInvoice,
  stripeInvoicePayment,
  stripeSubscription,
} from './events.ts';

export const STORIES = [
  'success',
  'refund',
  'dispute',
  'dispute_lost',
  'duplicates',
  'out_of_order',
  'subscription',
] as const;
export type Story = (typeof STORIES)[number];
export const SANDBOX_GATEWAYS = ['generic', 'stripe'] as const;
export type SandboxGateway = (typeof SANDBOX_GATEWAYS)[number];

/** Who buys what. */
export interface Order {
  partner_id: number;
  /** Decimal string, with two digits after the point. */
  amount: string;
  currency: string;
  /** Of the generic gateway. */
  credits: number;
  plan: string;
  /** Of Stripe: the prices of the pack and of the plan, as the billing catalogue names them. */
  pack_price: string;
  plan_price: string;
}

/** What can happen to a payment, a second after one another. */
interface Life {
  paid: GatewayEvent;
  refunded: GatewayEvent;
  disputed: GatewayEvent;
  won: GatewayEvent;
  lost: GatewayEvent;
  subscription: GatewayEvent[];
}

/** The events of a story in the order in which the gateway delivers them. */
export function eventsOf(story: Story, gateway: SandboxGateway, order: Order, now: Date): GatewayEvent[] {
  const { paid, refunded, disputed, won, lost, subscription } = (gateway === 'stripe' ? stripeLife : genericLife)(
    order,
    now,
  );
  switch (story) {
    case 'success':
      return [paid];
    case 'refund':
      return [paid, refunded];
    case 'dispute':
      return [paid, disputed, won];
    case 'dispute_lost':
      return [paid, disputed, lost];
    case 'duplicates':
      return [paid, paid, refunded, paid, refunded];
    case 'out_of_order':
      return [refunded, won, paid, disputed];
    case 'subscription':
      return subscription;
  }
}

function genericLife({ partner_id, amount, currency, credits, plan }: Order, now: Date): Life {
  const purchase = { partner_id, reference: freshId('order'), amount, currency };
  const subscription = { partner_id, reference: freshId('sub'), amount, currency, billing_type: 'subscription' };
  return {
    paid: genericEvent('payment.succeeded', { ...purchase, credits }, at(now, 0)),
    refunded: genericEvent('payment.refunded', purchase, at(now, 3)),
    disputed: genericEvent('payment.disputed', purchase, at(now, 1)),
    won: genericEvent('payment.dispute_won', purchase, at(now, 2)),
    lost: genericEvent('payment.dispute_lost', purchase, at(now, 2)),
    subscription: [
      genericEvent('subscription.updated', { ...subscription, plan }, at(now, 0)),
      genericEvent('subscription.cancelled', subscription, at(now, 1)),
    ],
  };
}

function stripeLife({ partner_id, amount, currency, pack_price, plan_price }: Order, now: Date): Life {
  const units = Number(amount.replace('.', ''));
  const purchase: StripePurchase = { partner_id, intent: freshId('pi'), units, currency, price: pack_price };
  const [subscription, bill] = [freshId('sub'), freshId('in')];
  const monthly = { ...purchase, intent: freshId('pi'), price: plan_price };
  const event = (type: string, object: object, second: number) => stripeEvent(type, object, at(now, second));
  return {
    paid: event('checkout.session.completed', stripeCheckout(purchase), 0),
    refunded: event('charge.refunded', stripeCharge(purchase, units), 3),
    disputed: event('charge.dispute.created', stripeDispute(purchase, 'needs_response'), 1),
    won: event('charge.dispute.closed', stripeDispute(purchase, 'won'), 2),
    lost: event('charge.dispute.closed', stripeDispute(purchase, 'lost'), 2),
    subscription: [
      event('customer.subscription.created', stripeSubscription(partner_id, subscription, plan_price), 0),
      event('payment_intent.succeeded', stripeIntent(monthly), 0),
      event('invoice_payment.paid', stripeInvoicePayment(bill, monthly), 0),
      event('invoice.paid', stripeInvoice(partner_id, subscription, monthly, bill), 0),
      event('charge.refunded', stripeCharge(monthly, units), 1),
      event('customer.subscription.deleted', stripeSubscription(partner_id, subscription, plan_price, 'canceled'), 1),
    ],
  };
}

function at(now: Date, second: number): Date {
  return new Date(now.getTime() + second * 1000);
}
