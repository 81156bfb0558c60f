import type { PaidFact } from '../../domain/payments/facts.ts';

/** A payment of 20 dollars for a pack of 1,000 credits. */
export const PAID: PaidFact = {
  kind: 'paid',
  reference: 'order-1',
  description: '1,000 credits',
  billingType: 'token_pack',
  amountMinor: 2_000,
  currency: 'USD',
  credits: 1_000,
  plan: null,
  subscription: null,
};
