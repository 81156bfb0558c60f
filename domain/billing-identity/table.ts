import { bigint, json, type Row, table, timestamp, varchar } from '../../infra/database/table.ts';
import type { PostalAddress, TaxId } from '../kernel/invoicing.ts';

/** Who a partner is on its invoices; a partner without a row has said nothing. */
export const billingIdentityTable = table(
  'billing_identity',
  {
    partner_id: bigint().key(),
    legal_name: varchar(255).nullable(),
    address: json<PostalAddress>(),
    tax_ids: json<TaxId[]>(),
    email: varchar(254).nullable(),
    purchase_order: varchar(120).nullable(),
    language: varchar(35).nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'One row for each partner.' },
  { personal: ['contact'] },
);
export type BillingIdentityRow = Row<typeof billingIdentityTable>;
