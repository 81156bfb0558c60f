import { bigint, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';

/** By what a partner is known in affiliate links; unique over all partners, whatever the case. */
export const affiliateTable = table('affiliate', {
  partner_id: bigint().key(),
  reference: varchar(64),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type AffiliateRow = Row<typeof affiliateTable>;
