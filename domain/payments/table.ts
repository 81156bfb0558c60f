import {
  bigint,
  boolean,
  identity,
  integer,
  json,
  oneOf,
  type Row,
  sealed,
  table,
  timestamp,
  uuid,
  varchar,
} from '../../infra/database/table.ts';
import type { GatewayName } from '../../infra/payments/port.ts';
import { BOOKS } from '../kernel/books.ts';
import { GATEWAYS } from '../kernel/gateways.ts';
import { PLANS } from '../rate-limits/rules.ts';
import type { Fact } from './facts.ts';

/** State of an event; `stored` with a reason waits for something that has not arrived yet. */
export const PAYMENT_EVENT_STATUSES = ['stored', 'applied', 'ignored', 'failed'] as const;
export type PaymentEventStatus = (typeof PAYMENT_EVENT_STATUSES)[number];
/** What an event can report. */
export const FACT_KINDS = [
  'paid',
  'refunded',
  'refund_failed',
  'linked',
  'disputed',
  'dispute_won',
  'dispute_lost',
  'subscribed',
  'unsubscribed',
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/**
 * An event of a payment gateway, unique by gateway and the gateway's id. `fact` has its content once it was
 * interpreted.
 */
export const paymentEventTable = table(
  'payment_event',
  {
    id: identity(),
    row_key: uuid(),
    gateway: oneOf(GATEWAYS, 20),
    event_id: varchar(255),
    /** The gateway's name for it. */
    type: varchar(120),
    /** The received body, encrypted, since it may contain data of buyers. */
    payload: sealed(),
    status: oneOf(PAYMENT_EVENT_STATUSES, 12).default('stored'),
    /** A sentence for administrators: what the event waits for, or why it had no effect. */
    reason: varchar(300).nullable(),
    kind: oneOf(FACT_KINDS, 20).nullable(),
    /** The purchase or subscription that it is about, by one of its names. */
    subject: varchar(300).nullable(),
    /** The partner that it is about, whether it exists here or not. */
    partner_id: bigint().nullable(),
    fact: json<Fact>().nullable(),
    /** The gateway's time of the event. */
    occurred_at: timestamp().nullable(),
    /** When an administrator last retried it. */
    retried_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  {
    since: 'updated_at',
    days: 400,
    setting: 'RETENTION_PAYMENT_EVENT_DAYS',
    // The others are kept, because a refund a year later needs them.
    condition: `status = 'ignored'`,
  },
  { personal: ['contact', 'payment'], kept: { ...BOOKS, cleared: { payload: "''::bytea" } }, secret: ['payload'] },
);
export type PaymentEventRow = Row<typeof paymentEventTable>;

/**
 * A purchase, and how much of what its events report has been applied. Each id that an event names has a row; those of
 * one purchase reference the same row (`part_of`), which has its state.
 */
export const purchaseTable = table(
  'purchase',
  {
    id: identity(),
    gateway: oneOf(GATEWAYS, 20),
    subject: varchar(300),
    /** Subject of the row with the state of the purchase; null for that row itself. */
    part_of: varchar(300).nullable(),
    /** The id of a bill; a purchase has at most one. */
    is_bill: boolean().default(false),
    /** The order or invoice was there before its payments. */
    is_reported: boolean().default(false),
    /** Less than the whole order has been paid, so it has no effect on credits and plan. */
    is_part_paid: boolean().default(false),
    partner_id: bigint().nullable(),
    order_id: bigint().nullable(),
    credits_granted: bigint().default(0),
    /** Of the credits granted: taken back, or owed. What later events correct is in it, too. */
    credits_revoked: bigint().default(0),
    /** Money returned by refunds and lost disputes, minor units. */
    returned_minor: bigint().default(0),
    /** Number of the change; part of its references in the ledger. */
    revision: integer().default(0),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { because: 'Accounting records are kept.' },
  { personal: ['payment'], kept: BOOKS },
);
export type PurchaseRow = Row<typeof purchaseTable>;

/** State of a partner that gateways set; its row is locked while events are applied. */
export const partnerBillingTable = table(
  'partner_billing',
  {
    partner_id: bigint().key(),
    /** The last plan from a subscription; null when there never was one. */
    plan: oneOf(PLANS, 20).nullable(),
    /** Stripe's name of the partner as a customer; null: it has bought nothing there. */
    stripe_customer: varchar(255).nullable(),
    updated_at: timestamp(),
  },
  { because: 'One row for each partner.' },
  { personal: ['payment'] },
);

declare module '../kernel/command.ts' {
  interface Commands {
    'payment.apply': { eventId: number; rowKey: string; gateway: GatewayName; requestId: string };
  }
}

/** An event as administrators see it, without the received body. */
export type PaymentEvent = Omit<PaymentEventRow, 'payload' | 'row_key' | 'retried_at'> & {
  /** The order made from its payment. */
  order_id: number | null;
};
