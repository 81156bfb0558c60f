import type { EntityManager } from 'typeorm';
import { execute, queryRows } from '../../infra/database/sql.ts';
import { boolean, text } from '../../infra/database/table.ts';
import type { Db } from '../kernel/deps.ts';
import { type FactRow, factColumns, SUBSCRIPTION_KINDS } from './store.ts';
import { type FactKind, type PaymentEventRow, paymentEventTable } from './table.ts';

/** SQL for the subject of the subscription that a payment is for; the generic gateway names them by partner. */
const PAID_SUBSCRIPTION = `CASE WHEN fact->>'subscription' IS NULL THEN NULL
  WHEN gateway = 'generic' THEN partner_id || '/' || (fact->>'subscription') ELSE fact->>'subscription' END`;

/** An event that a plan can depend on. */
export interface PlanFactRow extends FactRow {
  kind: FactKind;
  /** The subject of the subscription, or null for a payment without one. */
  subscription: string | null;
  /** Of a payment: all of its order's amount went back. */
  is_returned: boolean;
}

const COLUMNS = 'id, event_id, gateway, status, partner_id, kind, fact, occurred_at';
/** All events about the plan of partner `$1`: its payments for a plan are in `own`, those of subscriptions in `about`. */
const PLAN_EVENTS = `own AS MATERIALIZED (
       SELECT ${COLUMNS}, subject, CASE WHEN kind = 'paid' THEN ${PAID_SUBSCRIPTION} ELSE subject END AS subscription
       FROM payment_event
       WHERE partner_id = $1 AND status <> 'failed' AND (kind ${SUBSCRIPTION_KINDS} OR kind = 'paid' AND fact->>'plan' IS NOT NULL
         AND NOT EXISTS (
           SELECT FROM purchase named
           JOIN purchase p ON p.gateway = named.gateway AND p.subject = coalesce(named.part_of, named.subject)
           WHERE named.gateway = payment_event.gateway AND named.subject = payment_event.subject AND p.is_part_paid))
     ), about AS MATERIALIZED (
       SELECT id, event_id, gateway, status, partner_id, subject AS subscription, occurred_at,
         sha256(convert_to((partner_id, status, fact)::text, 'UTF8')) AS said
       FROM payment_event e
       WHERE (e.gateway, e.subject) IN (SELECT gateway, subscription FROM own) AND e.kind ${SUBSCRIPTION_KINDS} AND e.status <> 'failed'
         AND (e.partner_id IS NULL OR EXISTS (SELECT FROM partner WHERE id = e.partner_id))
     )`;

/** Ids of the first of the events of each subscription that say the same, or of the last one. */
function oneOfSame(order: '' | 'DESC'): string {
  return `ARRAY(SELECT DISTINCT ON (gateway, subscription, said) id FROM about
       ORDER BY gateway, subscription, said, occurred_at ${order}, event_id COLLATE "C" ${order})`;
}

/**
 * The events that a partner's plan depends on: payments for a plan, and of each subscription that any event gives to the partner the first
 * and the last of those that say the same, since a gateway may report one each minute for years. Those that name
 * partners who do not exist wait for them.
 */
export function selectPlanFacts(em: Db, partnerId: number): Promise<PlanFactRow[]> {
  return queryRows(
    em,
    {
      ...factColumns,
      kind: paymentEventTable.columns.kind.present(),
      subscription: text().nullable(),
      is_returned: boolean(),
    },
    `WITH ${PLAN_EVENTS}
     SELECT ${COLUMNS}, subject AS subscription, false AS is_returned FROM payment_event
     WHERE id = ANY (${oneOfSame('')} || ${oneOfSame('DESC')})
     UNION ALL
     SELECT ${COLUMNS}, subscription, EXISTS (
       SELECT FROM purchase named
       JOIN purchase p ON p.gateway = named.gateway AND p.subject = coalesce(named.part_of, named.subject)
       JOIN customer_order o ON o.id = p.order_id LEFT JOIN invoice i ON i.id = o.invoice_id
       WHERE named.gateway = own.gateway AND named.subject = own.subject
         AND p.returned_minor > 0 AND p.returned_minor >= coalesce(i.total_minor, o.amount_minor))
     FROM own WHERE kind = 'paid'`,
    [partnerId],
  );
}

/** Applies the events of a partner's subscriptions that name no partner: they waited for another that does. */
export async function applyWaitingFacts(em: EntityManager, now: Date, partnerId: number): Promise<void> {
  await execute(
    em,
    `WITH ${PLAN_EVENTS}
     UPDATE payment_event SET status = 'applied', reason = NULL, updated_at = $2
     WHERE id = ANY (ARRAY(SELECT id FROM about WHERE status = 'stored' AND partner_id IS NULL))`,
    [partnerId, now],
  );
}

/** Partners that events of a subscription name, or payments for it, by id; those of payments have been applied. */
export async function selectPartnersOfSubscription(
  em: EntityManager,
  { gateway, subject }: Pick<PaymentEventRow, 'gateway' | 'subject'>,
): Promise<number[]> {
  const rows = await queryRows(
    em,
    { partner_id: paymentEventTable.columns.partner_id.present() },
    `SELECT partner_id FROM payment_event
     WHERE gateway = $1 AND subject = $2 AND kind ${SUBSCRIPTION_KINDS} AND status <> 'failed' AND partner_id IS NOT NULL
     UNION
     SELECT partner_id FROM payment_event
     WHERE gateway = $1 AND fact->>'subscription' = $2 AND kind = 'paid' AND status = 'applied' AND partner_id IS NOT NULL
     ORDER BY 1`,
    [gateway, subject],
  );
  return rows.map(({ partner_id }) => partner_id);
}

/** Lets one transaction at a time apply events of a subscription or payments for it; taken before the partner's row. */
export async function lockSubscription(em: EntityManager, gateway: string, subject: string): Promise<void> {
  await execute(em, `SELECT pg_advisory_xact_lock(hashtextextended('subscription ' || $1 || ' ' || $2, 0))`, [
    gateway,
    subject,
  ]);
}
