import {
  boolean,
  decimal,
  identity,
  integer,
  oneOf,
  type Row,
  table,
  text,
  textArray,
  timestamp,
  varchar,
} from '../../infra/database/table.ts';
import { PLANS } from '../rate-limits/rules.ts';

/** Whether a partner's credentials are accepted. */
export const PARTNER_STATUSES = ['active', 'suspended'] as const;

/** A partner; `capabilities` null means all of the catalogue. */
export const partnerTable = table(
  'partner',
  {
    id: identity(),
    name: varchar(255),
    plan: oneOf(PLANS, 20),
    status: oneOf(PARTNER_STATUSES, 20).default('active'),
    capabilities: textArray().nullable(),
    marketplace_customer_id: varchar(255).nullable(),
    /** Share of an amount that invoices add as tax: 0.19 is 19 percent. */
    tax_rate: decimal().default('0'),
    /** Why invoices have no tax; null: rules decide. */
    tax_exemption_reason: varchar(500).nullable(),
    /** On invoices; null: the name. */
    billing_name: varchar(255).nullable(),
    billing_address: text().nullable(),
    /** From the issue of an invoice to its due date. */
    payment_terms_days: integer().default(30),
    /** People with a password need a second factor to sign in. */
    require_second_factor: boolean().default(false),
    /** Content must be approved before it is ready or published. */
    requires_content_approval: boolean().default(false),
    /** Raised by each change that affects credentials, so that cached copies are recognised as stale. */
    version: integer().default(1),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Partners are closed, not deleted.' },
  {
    personal: ['contact'],
    of: [{ to: 'partner', by: 'id' }],
    kept: {
      because: 'The books name their partner.',
      cleared: {
        name: "'Erased partner ' || id",
        marketplace_customer_id: 'NULL',
        billing_name: 'NULL',
        billing_address: 'NULL',
        tax_exemption_reason: 'NULL',
      },
    },
  },
);
export type PartnerRow = Row<typeof partnerTable>;
