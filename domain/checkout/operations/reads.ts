import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import { getPartnerById } from '../../partners/target.ts';
import { hasSubscription } from '../../payments/apply-plan.ts';
import { type Item, itemsOnSale } from '../items.ts';
import { checkoutParams } from '../schema.ts';
import { findCheckout, isPaid } from '../store.ts';
import type { CheckoutRow } from '../table.ts';

/** What has become of a checkout: `open` until its payment is reported or its time is up. */
export const CHECKOUT_STATES = ['open', 'paid', 'expired'] as const;

/** A checkout, and what has become of it. */
export interface Checkout extends CheckoutRow {
  status: (typeof CHECKOUT_STATES)[number];
}

/** A checkout with its state. */
export async function checkoutOf({ db, clock }: Pick<Deps, 'db' | 'clock'>, row: CheckoutRow): Promise<Checkout> {
  if (await isPaid(db, row)) return { ...row, status: 'paid' };
  return { ...row, status: row.expires_at <= clock.now() ? 'expired' : 'open' };
}

/** What has become of a checkout. */
export const getCheckout = operation({
  name: 'checkout.get',
  permission: 'manage_billing',
  params: checkoutParams,
  target: ownCheckout,
  input: nothing,
  run: (deps, _call, _input, row): Promise<Checkout> => checkoutOf(deps, row),
});

async function ownCheckout({ db }: Deps, call: Call, { id }: { id: number }): Promise<CheckoutRow> {
  return ownedBy(call, 'Checkout', await findCheckout(db, id), ({ partner_id }) => partner_id);
}

/** What the partner can buy. */
export interface Offer {
  partnerId: number;
  /** Its plan. */
  plan: string;
  /** Whether a gateway is set up. */
  isAvailable: boolean;
  /** Whether a subscription gives it the plan, which the gateway's portal changes. */
  isSubscribed: boolean;
  /** Empty where no gateway is set up. */
  items: Item[];
  hasPortal: boolean;
}

/** What is on sale. */
export const getBillingCatalogue = operation({
  name: 'checkout.get_catalogue',
  permission: 'view_billing',
  params: nothing,
  input: nothing,
  async run({ db, billing, paymentPages: pages }, call): Promise<Offer> {
    const partnerId = partnerOf(call);
    const { plan } = await getPartnerById(db, partnerId);
    if (!pages) return { partnerId, plan, isAvailable: false, isSubscribed: false, items: [], hasPortal: false };
    return {
      partnerId,
      plan,
      isAvailable: true,
      isSubscribed: await hasSubscription(db, partnerId, pages.gateway),
      items: itemsOnSale(billing, pages),
      hasPortal: pages.portal !== null,
    };
  },
});
