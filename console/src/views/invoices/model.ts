import type { ListInvoicesResponse } from '../../api/generated/client/types.gen.ts';

/** An invoice of the list. */
export type Invoice = ListInvoicesResponse['data'][number];

/** Statuses in the order of the lifecycle. */
export const STATUSES = [
  'draft',
  'open',
  'paid',
  'void',
  'uncollectible',
] as const satisfies readonly Invoice['status'][];

/** Billing types. */
export const TYPES = [
  'subscription',
  'token_pack',
  'marketplace_usage',
  'free_trial',
  'demo',
] as const satisfies readonly Invoice['billing_type'][];
