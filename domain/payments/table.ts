import {
  bigint,
  bytes,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  table,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { GatewayName } from '../../infra/payments/port.ts';
import { PLANS } from '../rate-limits/rules.ts';
import type { Fact } from './facts.ts';

/** The gateways, as paths name them. */
export const GATEWAYS = ['stripe', 'generic'] as const satisfies readonly GatewayName[];
/** What has become of an event; `stored` with a reason waits for something that has not come yet. */
export const PAYMENT_EVENT_STATUSES = ['stored', 'applied', 'ignored', 'failed'] as const;
export type PaymentEventStatus = (typeof PAYMENT_EVENT_STATUSES)[number];
/** What an event can tell. */
export const FACT_KINDS = [
  'paid',
  'refunded',
  'linked',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'subscribed',
  'unsubscribed',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** An event of a payment gateway, unique by gateway and the gateway's id. What it tells stands in `fact`, once it was read. */
export const paymentEventTable = table(
  'payment_event',
  {
    id: identity(),
    row_key: uuid(),
    gateway: oneOf(GATEWAYS, 20),
    event_id: varchar(255),
    /** As the gateway calls it. */
    type: varchar(120),
    /** As it came, sealed: it may tell of buyers. */
    payload: bytes(),
    status: oneOf(PAYMENT_EVENT_STATUSES, 12).default('stored'),
    /** A sentence for administrators: what it waits for, or why nothing came of it. */
    reason: varchar(300).nullable(),
    kind: oneOf(FACT_KINDS, 20).nullable(),
    /** The purchase or subscription that it is about. */
    subject: varchar(300).nullable(),
    /** Whom it is about, known to this service or not. */
    partner_id: bigint().nullable(),
    fact: json<Fact>().nullable(),
    /** When it happened, as the gateway tells. */
    occurred_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  {
    since: 'updated_at',
    days: 400,
    setting: 'RETENTION_PAYMENT_EVENT_DAYS',
    // The others are what a refund next year is held against.
    condition: `status = 'ignored'`,
  },
);
export type PaymentEventRow = Row<typeof paymentEventTable>;

/** A payment, and how much of what its events tell has been carried out. */
export const purchaseTable = table('purchase', {
  id: identity(),
  gateway: oneOf(GATEWAYS, 20),
  subject: varchar(300),
  /** The subject of the purchase that this payment was made for: what is told of it is told of that one. */
  part_of: varchar(300).nullable(),
  partner_id: bigint().nullable(),
  order_id: bigint().nullable(),
  credits_granted: bigint().default(0),
  /** Of those granted: taken back, or owed. */
  credits_revoked: bigint().default(0),
  /** Money that went back by refunds and lost disputes, minor units. */
  returned_minor: bigint().default(0),
  /** Counts the changes, which names them in the ledger. */
  revision: integer().default(0),
  created_at: timestamp(),
  updated_at: timestamp(),
});
export type PurchaseRow = Row<typeof purchaseTable>;

/** What gateways decide about a partner as a whole; its row is locked while events are carried out. */
export const partnerBillingTable = table('partner_billing', {
  partner_id: bigint().key(),
  /** The plan that subscriptions gave the partner last; null: none ever has. */
  plan: oneOf(PLANS, 20).nullable(),
  updated_at: timestamp(),
});
