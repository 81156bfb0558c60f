import {
  bigint,
  currency,
  identity,
  integer,
  oneOf,
  type Row,
  table,
  text,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import { GATEWAYS } from '../kernel/gateways.ts';

/** A visit to a gateway's page to pay. Whether it was paid stands with the purchase or the invoice. */
export const checkoutTable = table(
  'checkout',
  {
    id: identity(),
    /** Names it at the gateway. */
    row_key: uuid(),
    partner_id: bigint(),
    gateway: oneOf(GATEWAYS, 20),
    /** What is bought, by its name in the catalogue; null where an invoice is paid. */
    item: varchar(255).nullable(),
    quantity: integer(),
    /** The open invoice that is paid. */
    invoice_id: bigint().nullable(),
    /** Of all of it, tax included, minor units. */
    amount_minor: bigint(),
    currency: currency(),
    /** The page; null until the gateway has opened it. */
    url: text().nullable(),
    /** What the gateway's events call the payment. */
    payment: varchar(255).nullable(),
    expires_at: timestamp(),
    created_at: timestamp(),
  },
  { since: 'created_at', days: 30, setting: 'RETENTION_CHECKOUT_DAYS' },
  { personal: ['payment'] },
);
export type CheckoutRow = Row<typeof checkoutTable>;
