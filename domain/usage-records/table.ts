import {
  bigint,
  currency,
  decimal,
  identity,
  type Row,
  table,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';

/** Metered usage of a marketplace dimension; quantity and price are decimal strings. */
export const usageRecordTable = table(
  'usage_record',
  {
    id: identity(),
    partner_id: bigint(),
    dimension: varchar(120),
    quantity: decimal(),
    unit_price: decimal(),
    currency: currency(),
    occurred_at: timestamp(),
    reference: varchar(120).nullable(),
    /** The invoice that bills it; null: none yet. */
    invoice_id: bigint().nullable(),
    created_at: timestamp(),
  },
  { because: 'Accounting records are kept.' },
);
export type UsageRecordRow = Row<typeof usageRecordTable>;
