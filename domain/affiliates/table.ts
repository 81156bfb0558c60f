import { bigint, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';

/** A partner's reference in affiliate links; unique among all partners, ignoring case. */
export const affiliateTable = table(
  'affiliate',
  {
    partner_id: bigint().key(),
    reference: varchar(64),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'One row for each partner.' },
  { personal: ['text'] },
);
export type AffiliateRow = Row<typeof affiliateTable>;
