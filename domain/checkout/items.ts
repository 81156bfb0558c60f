import type { BillingCatalogue, PaymentPages, PlanPrice } from '../../infra/payments/port.ts';

/** What is on sale: its name in requests, what it costs, tax included, and what one gets. */
export type Item = PackItem | PlanItem;

/** A pack of credits; minor units. */
interface PackItem {
  kind: 'pack';
  item: string;
  name: string;
  credits: number;
  amountMinor: number;
  currency: string;
}

/** A plan for a month or a year; minor units. */
interface PlanItem extends PlanPrice {
  kind: 'plan';
  item: string;
  plan: string;
  /** The gateway's names of its price. */
  prices: readonly string[];
}

/** What the gateway sells of the catalogue; the plans that have no price there are left out. */
export function itemsOnSale({ packs, plans }: BillingCatalogue, pages: Pick<PaymentPages, 'sellsPlan'>): Item[] {
  return [
    ...packs.map(
      (pack): PackItem => ({
        kind: 'pack',
        item: `credits-${pack.credits}-${pack.amountMinor}-${pack.currency.toLowerCase()}`,
        name: pack.name,
        credits: pack.credits,
        amountMinor: pack.amountMinor,
        currency: pack.currency,
      }),
    ),
    ...plans.flatMap(({ plan, prices, price }): PlanItem[] =>
      price && pages.sellsPlan(prices) ? [{ kind: 'plan', item: `plan-${plan}`, plan, prices, ...price }] : [],
    ),
  ];
}
