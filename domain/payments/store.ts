import type { EntityManager } from 'typeorm';
import { findRecord } from '../../infra/database/records.ts';
import { execute, executeCount, omit, pick, queryMaybeRow, queryRows } from '../../infra/database/sql.ts';
import { boolean } from '../../infra/database/table.ts';
import type { GatewayName } from '../../infra/payments/port.ts';
import type { Db } from '../kernel/deps.ts';
import { equalTo, selectListed } from '../kernel/listed-rows.ts';
import type { Page, PageRequest } from '../kernel/page.ts';
import { inWords } from '../kernel/sql.ts';
import { type OrderRow, orderTable } from '../orders/table.ts';
import type { Plan } from '../rate-limits/rules.ts';
import {
  type FactKind,
  type PaymentEvent,
  type PaymentEventRow,
  type PaymentEventStatus,
  type PurchaseRow,
  partnerBillingTable,
  paymentEventTable,
  purchaseTable,
} from './table.ts';

/** SQL for the kinds of a subscription's own events. */
export const SUBSCRIPTION_KINDS = inWords(['subscribed', 'unsubscribed'] satisfies FactKind[]);

/** Fields of a new event. */
export type NewPaymentEvent = Pick<PaymentEventRow, 'row_key' | 'gateway' | 'event_id' | 'type' | 'payload'>;

/** Inserts an event; null when one with the gateway's id exists. */
export async function insertEvent(em: EntityManager, now: Date, event: NewPaymentEvent): Promise<number | null> {
  const row = await queryMaybeRow(
    em,
    pick(paymentEventTable, 'id'),
    `INSERT INTO payment_event (row_key, gateway, event_id, type, payload, created_at, updated_at)
     VALUES ($2, $3, $4, $5, $6, $1, $1) ON CONFLICT (gateway, event_id) DO NOTHING RETURNING id`,
    [now, event.row_key, event.gateway, event.event_id, event.type, event.payload],
  );
  return row?.id ?? null;
}

/** An event by id, or null. */
export function findEventRow(db: Db, id: number): Promise<PaymentEventRow | null> {
  return findRecord(db, paymentEventTable, { id });
}

const EVENT_COLUMNS = {
  ...omit(paymentEventTable, 'row_key', 'payload', 'retried_at'),
  order_id: purchaseTable.columns.order_id,
};
const EVENT = `SELECT e.id, e.gateway, e.event_id, e.type, e.status, e.reason, e.kind, e.subject, e.partner_id, e.fact, e.occurred_at,
    e.created_at, e.updated_at, p.order_id
  FROM payment_event e
  LEFT JOIN purchase n ON n.gateway = e.gateway AND n.subject = e.subject AND e.kind NOT ${SUBSCRIPTION_KINDS}
  LEFT JOIN purchase p ON p.gateway = n.gateway AND p.subject = coalesce(n.part_of, n.subject)`;

/** An event as administrators see it, or null. */
export async function findEvent(db: Db, id: number): Promise<PaymentEvent | null> {
  return queryMaybeRow(db, EVENT_COLUMNS, `${EVENT} WHERE e.id = $1`, [id]);
}

/** Filters of the list; an absent field does not filter. */
export interface EventFilter {
  status?: PaymentEventStatus | undefined;
  gateway?: GatewayName | undefined;
  partner_id?: number | undefined;
}

/** Events as administrators see them, newest first. */
export function selectEvents(
  db: Db,
  { status, gateway, partner_id, ...request }: EventFilter & PageRequest,
): Promise<Page<PaymentEvent>> {
  const where = (take: (value: unknown) => string | undefined) => equalTo({ status, gateway, partner_id }, take);
  return selectListed(db, { columns: EVENT_COLUMNS, rows: EVENT, where }, request);
}

/** Saves the interpretation of an event, unless it was settled, waits, or its id belongs to another event by now. */
export async function saveFact(
  em: EntityManager,
  now: Date,
  event: Pick<PaymentEventRow, 'id' | 'row_key'>,
  statement: Pick<PaymentEventRow, 'kind' | 'subject' | 'partner_id' | 'fact' | 'occurred_at'>,
): Promise<boolean> {
  return (
    (await executeCount(
      em,
      `UPDATE payment_event SET kind = $4, subject = $5, partner_id = $6, fact = $7, occurred_at = $8, updated_at = $1
     WHERE id = $2 AND row_key = $3 AND status = 'stored' AND reason IS NULL RETURNING id`,
      [
        now,
        event.id,
        event.row_key,
        statement.kind,
        statement.subject,
        statement.partner_id,
        JSON.stringify(statement.fact),
        statement.occurred_at,
      ],
    )) > 0
  );
}

/** Status and reason that an event settles with. */
export type PaymentEventOutcome =
  | { status: Exclude<PaymentEventStatus, 'stored'>; reason: string | null }
  | { status: 'stored'; reason: string };

/**
 * Settles an event without effect, so that no other event finds it; false when it was settled already, waits, or its id belongs to another event by now.
 */
export async function endEvent(
  em: EntityManager,
  now: Date,
  { id, row_key }: Pick<PaymentEventRow, 'id' | 'row_key'>,
  { status, reason }: PaymentEventOutcome,
  partnerId: number | null = null,
): Promise<boolean> {
  return (
    (await executeCount(
      em,
      `UPDATE payment_event SET status = $4, reason = $5, kind = NULL, subject = NULL, fact = NULL,
       partner_id = coalesce($6, partner_id), updated_at = $1
     WHERE id = $2 AND row_key = $3 AND status = 'stored' AND reason IS NULL RETURNING id`,
      [now, id, row_key, status, reason, partnerId],
    )) > 0
  );
}

/** An event with its interpretation. */
export type FactRow = Pick<PaymentEventRow, 'id' | 'event_id' | 'gateway' | 'status' | 'partner_id'> & {
  fact: NonNullable<PaymentEventRow['fact']>;
  occurred_at: Date;
};

/** Columns of an event with its interpretation. */
export const factColumns = {
  ...pick(paymentEventTable, 'id', 'partner_id', 'status', 'gateway', 'event_id'),
  fact: paymentEventTable.columns.fact.present(),
  occurred_at: paymentEventTable.columns.occurred_at.present(),
};
const FACT = 'SELECT id, event_id, gateway, status, partner_id, fact, occurred_at FROM payment_event';

/** All events of a purchase whose row the caller has locked; locks each of them. */
export function lockPurchaseFacts(em: EntityManager, { gateway, subject }: PurchaseRow): Promise<FactRow[]> {
  return queryRows(
    em,
    factColumns,
    `${FACT} WHERE gateway = $1 AND kind NOT ${SUBSCRIPTION_KINDS}
       AND subject IN (SELECT subject FROM purchase WHERE gateway = $1 AND (subject = $2 OR part_of = $2))
     ORDER BY id FOR UPDATE`,
    [gateway, subject],
  );
}

/** Settles events of a purchase whose rows the caller has locked, and sets their partner. */
export async function settleFacts(
  em: EntityManager,
  now: Date,
  ids: readonly number[],
  { status, reason, partnerId }: PaymentEventOutcome & { partnerId: number | null },
): Promise<void> {
  if (ids.length === 0) return;
  await execute(
    em,
    `UPDATE payment_event SET status = $3, reason = $4, partner_id = coalesce(partner_id, $5), updated_at = $1
     WHERE id = ANY($2::bigint[]) AND (status, reason) IS DISTINCT FROM ($3, $4)`,
    [now, ids, status, reason, partnerId],
  );
}

/** The ids of a purchase that an event has; `bill` is the one among them that names a bill. */
export interface PurchaseNames {
  gateway: GatewayName;
  names: readonly string[];
  bill: string | null;
}

/** Inserts rows for the names that have none. In a transaction of its own, since others wait for new rows. */
export async function insertNames(
  em: EntityManager,
  now: Date,
  { gateway, names, bill }: PurchaseNames,
): Promise<void> {
  await execute(
    em,
    `INSERT INTO purchase (gateway, subject, is_bill, created_at, updated_at)
     SELECT $2, name, name IS NOT DISTINCT FROM $4, $1, $1 FROM unnest($3::text[]) AS name ORDER BY name
     ON CONFLICT (gateway, subject) DO NOTHING`,
    [now, gateway, names, bill],
  );
}

/** Ids of the rows of the purchases that names belong to: each purchase's own and those of its other names. */
const ROWS_OF_NAMES = `WITH named AS (
    SELECT coalesce(part_of, subject) AS subject FROM purchase WHERE gateway = $1 AND subject = ANY($2)
  )
  SELECT p.id FROM named JOIN purchase p ON p.gateway = $1 AND p.subject = named.subject
  UNION SELECT p.id FROM named JOIN purchase p ON p.gateway = $1 AND p.part_of = named.subject`;

/**
 * Locks all rows of the purchases that these names belong to, in one order for all transactions, and returns those with
 * the state. Joining them locks no other row, so that two transactions never wait for each other. Null when another one
 * has joined some of them in the meantime; then the caller starts again.
 */
export async function lockPurchases(
  em: EntityManager,
  gateway: GatewayName,
  names: readonly string[],
): Promise<PurchaseRow[] | null> {
  const rows = await queryRows(
    em,
    purchaseTable,
    `SELECT * FROM purchase WHERE id IN (${ROWS_OF_NAMES}) ORDER BY id FOR UPDATE`,
    [gateway, names],
  );
  const belonging = await queryRows(em, pick(purchaseTable, 'id'), ROWS_OF_NAMES, [gateway, names]);
  const locked = new Map(rows.map((row) => [row.id, row]));
  const subjects = new Set(rows.map(({ subject }) => subject));
  const isWhole = belonging.length === locked.size && belonging.every(({ id }) => locked.has(id));
  return isWhole && names.every((name) => subjects.has(name)) ? rows.filter(({ part_of }) => part_of === null) : null;
}

/** The bills among the names of purchases whose rows the caller has locked, each with its purchase. */
export async function selectBills(
  em: EntityManager,
  purchases: readonly PurchaseRow[],
): Promise<{ purchaseId: number; bill: string }[]> {
  const rows = await queryRows(
    em,
    pick(purchaseTable, 'id', 'subject'),
    `SELECT p.id, n.subject FROM purchase n JOIN purchase p ON p.gateway = n.gateway AND p.subject IN (n.subject, n.part_of)
     WHERE p.id = ANY($1) AND n.is_bill`,
    [purchases.map(({ id }) => id)],
  );
  return rows.map(({ id, subject }) => ({ purchaseId: id, bill: subject }));
}

/** A name of a purchase, whose rows the caller has locked, that no order was made for; the one of its bill first. */
export function findNameWithoutOrder(
  em: EntityManager,
  { gateway, subject }: Pick<PurchaseRow, 'gateway' | 'subject'>,
): Promise<PurchaseRow | null> {
  return queryMaybeRow(
    em,
    purchaseTable,
    'SELECT * FROM purchase WHERE gateway = $1 AND part_of = $2 AND order_id IS NULL ORDER BY is_bill DESC, id LIMIT 1',
    [gateway, subject],
  );
}

/**
 * Joins purchases whose rows the caller has locked: the names of the others belong to the first one, which may have been
 * one of these names.
 */
export async function joinPurchases(
  em: EntityManager,
  now: Date,
  into: PurchaseRow,
  others: readonly PurchaseRow[],
): Promise<void> {
  await execute(
    em,
    `UPDATE purchase SET part_of = nullif($3, subject), updated_at = $1
     WHERE gateway = $2 AND (subject = ANY($4) OR part_of = ANY($4))`,
    [now, into.gateway, into.subject, others.map(({ subject }) => subject)],
  );
}

/** Saves whether less than the whole order is paid; the caller has locked the purchase's row. */
export async function updatePartPaid(em: EntityManager, now: Date, id: number, isPartPaid: boolean): Promise<void> {
  await execute(em, 'UPDATE purchase SET is_part_paid = $3, updated_at = $1 WHERE id = $2 AND is_part_paid <> $3', [
    now,
    id,
    isPartPaid,
  ]);
}

/** Saves how much of a purchase has been applied; the caller has locked its row. */
export async function updatePurchase(
  em: EntityManager,
  now: Date,
  id: number,
  done: Pick<
    PurchaseRow,
    'partner_id' | 'order_id' | 'credits_granted' | 'credits_revoked' | 'returned_minor' | 'revision' | 'is_reported'
  >,
): Promise<void> {
  await execute(
    em,
    `UPDATE purchase SET partner_id = $3, order_id = $4, credits_granted = $5, credits_revoked = $6, returned_minor = $7, revision = $8,
       is_reported = $9, updated_at = $1 WHERE id = $2`,
    [
      now,
      id,
      done.partner_id,
      done.order_id,
      done.credits_granted,
      done.credits_revoked,
      done.returned_minor,
      done.revision,
      done.is_reported,
    ],
  );
}

/** A partner's order by reference, with the gateway of the purchase that pays it, and whether it was there before; or null. */
export async function findOrderToPay(
  em: EntityManager,
  partnerId: number,
  reference: string,
): Promise<(OrderRow & { paid_by: GatewayName | null; was_reported: boolean | null }) | null> {
  return queryMaybeRow(
    em,
    {
      ...orderTable.columns,
      paid_by: purchaseTable.columns.gateway.nullable(),
      was_reported: purchaseTable.columns.is_reported.nullable(),
    },
    `SELECT o.*, p.gateway AS paid_by, p.is_reported AS was_reported FROM customer_order o LEFT JOIN purchase p ON p.order_id = o.id
     WHERE o.partner_id = $1 AND o.reference = $2`,
    [partnerId, reference],
  );
}

/** The gateway through which an invoice has been paid so far, in part or in whole; null: none. */
export async function findPayingGateway(em: Db, invoiceId: number): Promise<GatewayName | null> {
  const row = await queryMaybeRow(
    em,
    { paid_by: purchaseTable.columns.gateway },
    `SELECT p.gateway AS paid_by FROM customer_order o JOIN purchase p ON p.order_id = o.id WHERE o.invoice_id = $1 LIMIT 1`,
    [invoiceId],
  );
  return row?.paid_by ?? null;
}

/** Locks the billing state that gateways set for a partner; null when there is no such partner. */
export async function lockBilling(
  em: EntityManager,
  now: Date,
  partnerId: number,
): Promise<{ plan: Plan | null } | null> {
  await execute(
    em,
    `INSERT INTO partner_billing (partner_id, updated_at) SELECT id, $1 FROM partner WHERE id = $2
     ON CONFLICT (partner_id) DO NOTHING`,
    [now, partnerId],
  );
  return queryMaybeRow(
    em,
    pick(partnerBillingTable, 'plan'),
    'SELECT plan FROM partner_billing WHERE partner_id = $1 FOR UPDATE',
    [partnerId],
  );
}

/** Saves the plan that subscriptions gave a partner. */
export async function saveBillingPlan(em: EntityManager, now: Date, partnerId: number, plan: Plan): Promise<void> {
  await execute(em, 'UPDATE partner_billing SET plan = $3, updated_at = $1 WHERE partner_id = $2', [
    now,
    partnerId,
    plan,
  ]);
}

/** An event to apply again. */
export type Reopened = Pick<PaymentEventRow, 'id' | 'row_key' | 'gateway'>;

/**
 * Reopens an event under a new row key, so that an earlier run no longer finds it. Null when its status is none of
 * these, its body was erased, or it has another row key than the one given.
 */
export async function reopenEvent(
  em: EntityManager,
  now: Date,
  id: number,
  statuses: readonly PaymentEventStatus[],
  rowKey: string | null = null,
): Promise<Reopened | null> {
  return queryMaybeRow(
    em,
    pick(paymentEventTable, 'id', 'row_key', 'gateway'),
    `UPDATE payment_event SET status = 'stored', reason = NULL, row_key = gen_random_uuid(), retried_at = $1, updated_at = $1
     WHERE id = $2 AND status = ANY($3) AND payload <> '' AND ($4::uuid IS NULL OR row_key = $4) RETURNING id, row_key, gateway`,
    [now, id, statuses, rowKey],
  );
}

/** Events to apply after an id, and whether a command to do so waits. */
export function selectOpenEvents(
  db: Db,
  afterId: number,
  limit: number,
): Promise<(Pick<PaymentEventRow, 'id' | 'row_key'> & { queued: boolean })[]> {
  return queryRows(
    db,
    { ...pick(paymentEventTable, 'id', 'row_key'), queued: boolean() },
    `SELECT id, row_key, EXISTS (
       SELECT FROM outbox o
       WHERE o.parked_at IS NULL AND o.kind = 'payment.apply' AND o.command->>'rowKey' = e.row_key::text) AS queued
     FROM payment_event e WHERE status = 'stored' AND reason IS NULL AND id > $1 ORDER BY id LIMIT $2`,
    [afterId, limit],
  );
}
