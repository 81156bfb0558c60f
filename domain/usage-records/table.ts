import {
  bigint,
  boolean,
  currency,
  decimal,
  identity,
  type Row,
  table,
  timestamp,
  varchar,
  wholeSum,
} from '../../infra/database/table.ts';
import { BOOKS } from '../kernel/books.ts';

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
  { personal: ['payment'], kept: BOOKS },
);
export type UsageRecordRow = Row<typeof usageRecordTable>;

/**
 * Sums of the use that is not billed yet, each record rounded up to minor units; triggers write it. The rows of a partner
 * and currency are added up: one has the sum, which new use updates, the others are differences since then.
 */
export const unbilledUsageTable = table(
  'unbilled_usage',
  {
    partner_id: bigint(),
    currency: currency(),
    amount_minor: wholeSum(),
    is_sum: boolean(),
  },
  { because: 'A row for each partner and currency; new use removes the others.' },
  { personal: [], kept: BOOKS },
);
