import {
  bigint,
  boolean,
  currency,
  identity,
  oneOf,
  type Row,
  table,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { BOOKS } from '../kernel/books.ts';

/** How an order is billed. */
export const BILLING_TYPES = ['subscription', 'token_pack', 'marketplace_usage', 'free_trial', 'demo'] as const;

/** An order reported by a billing system; amounts in minor units. */
export const orderTable = table(
  'customer_order',
  {
    id: identity(),
    partner_id: bigint(),
    billing_type: oneOf(BILLING_TYPES, 20),
    amount_minor: bigint(),
    currency: currency(),
    /** Whether the amount includes the partner's tax, as in payments; else tax is added. */
    tax_included: boolean().default(false),
    description: varchar(500),
    reference: varchar(120),
    /** The invoice that bills it; null: none yet. */
    invoice_id: bigint().nullable(),
    created_at: timestamp(),
  },
  { because: 'Accounting records are kept.' },
  { personal: ['text', 'payment'], kept: BOOKS },
);
export type OrderRow = Row<typeof orderTable>;
