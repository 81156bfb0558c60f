import type { ListInvoicesResponse } from '../../api/generated/client/types.gen.ts';

/** An invoice as the list has it. */
export type Invoice = ListInvoicesResponse['data'][number];

/** States of invoices in the order of their life. */
export const STATUSES = [
  'draft',
  'open',
  'paid',
  'void',
  'uncollectible',
] as const satisfies readonly Invoice['status'][];

/** What invoices are for. */
export const TYPES = [
  'subscription',
  'token_pack',
  'marketplace_usage',
  'free_trial',
  'demo',
] as const satisfies readonly Invoice['billing_type'][];
