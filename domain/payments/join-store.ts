import type { EntityManager } from 'typeorm';
import { execute, executeCount, pick, queryRows } from '../../infra/database/sql.ts';
import { bigint, boolean, text } from '../../infra/database/table.ts';
import type { GatewayName } from '../../infra/payments/port.ts';
import { invoiceTable } from '../invoices/table.ts';
import { orderTable } from '../orders/table.ts';
import { type PaymentEventRow, paymentEventTable, purchaseTable } from './table.ts';

/** An event with what its names are read from. */
export type NamingEvent = Pick<PaymentEventRow, 'id' | 'gateway' | 'status' | 'kind' | 'payload'>;

/** The next events after one, by id. */
export function selectEventsAfter(em: EntityManager, afterId: number, limit: number): Promise<NamingEvent[]> {
  return queryRows(
    em,
    pick(paymentEventTable, 'id', 'gateway', 'status', 'kind', 'payload'),
    'SELECT id, gateway, status, kind, payload FROM payment_event WHERE id > $1 ORDER BY id LIMIT $2',
    [afterId, limit],
  );
}

/** Begins a list of names by event, which lasts as long as the transaction: it may have more than memory should hold. */
export async function beginLinks(em: EntityManager): Promise<void> {
  await execute(
    em,
    `CREATE TEMPORARY TABLE purchase_link (event_id bigint, gateway text, name text, is_bill boolean, key text, part bigint)
     ON COMMIT DROP`,
  );
}

/** The names that an event has for its purchase. */
export interface LinkingNames {
  eventId: number;
  gateway: GatewayName;
  names: readonly string[];
  bill: string | null;
}

/**
 * Adds names to the list. The key of a name is the purchase that it belongs to, or the name itself where it has no row. An
 * event that has one key connects nothing, and is left out.
 */
export async function insertLinks(em: EntityManager, events: readonly LinkingNames[]): Promise<void> {
  await execute(
    em,
    `WITH given AS (
       SELECT e.id AS event_id, e.gateway, name.value AS name, name.value IS NOT DISTINCT FROM e.bill AS is_bill
       FROM jsonb_to_recordset($1::jsonb) AS e (id bigint, gateway text, names jsonb, bill text),
         jsonb_array_elements_text(e.names) AS name (value)
     ), keyed AS (
       SELECT given.*, coalesce('purchase ' || root.id, 'name ' || given.gateway || ' ' || given.name) AS key
       FROM given LEFT JOIN purchase named ON named.gateway = given.gateway AND named.subject = given.name
       LEFT JOIN purchase root ON root.gateway = named.gateway AND root.subject = coalesce(named.part_of, named.subject)
     )
     INSERT INTO purchase_link (event_id, gateway, name, is_bill, key, part)
     SELECT event_id, gateway, name, is_bill, key, event_id FROM keyed
     WHERE event_id IN (SELECT event_id FROM keyed GROUP BY 1 HAVING count(DISTINCT key) > 1)`,
    [JSON.stringify(events.map(({ eventId: id, gateway, names, bill }) => ({ id, gateway, names, bill })))],
  );
}

/** Gives events that have a key in common the same part: the lowest id among them, over as many steps as it takes. */
export async function closeLinks(em: EntityManager): Promise<void> {
  await execute(em, 'CREATE INDEX ON purchase_link (key)');
  await execute(em, 'CREATE INDEX ON purchase_link (event_id)');
  await execute(em, 'ANALYZE purchase_link');
  const lower = `UPDATE purchase_link link SET part = lowest.part FROM (
       SELECT event_id, min(low.part) AS part FROM purchase_link
       JOIN (SELECT key, min(part) AS part FROM purchase_link GROUP BY 1) low USING (key) GROUP BY 1
     ) lowest WHERE lowest.event_id = link.event_id AND lowest.part < link.part`;
  while ((await executeCount(em, lower)) > 0);
}

/** A name of a part whose names belong to more than one purchase. */
export interface ConnectedName {
  part: number;
  gateway: GatewayName;
  name: string;
  is_bill: boolean;
}

/** The names of the first parts whose names belong to more than one purchase. */
export function selectConnectedNames(em: EntityManager, maxParts: number): Promise<ConnectedName[]> {
  return queryRows(
    em,
    { part: bigint(), gateway: purchaseTable.columns.gateway, name: text(), is_bill: boolean() },
    `SELECT part, gateway, name, bool_or(is_bill) AS is_bill FROM purchase_link WHERE part IN (
       SELECT part FROM purchase_link WHERE key LIKE 'purchase %' GROUP BY 1 HAVING count(DISTINCT key) > 1
       ORDER BY 1 LIMIT $1
     ) GROUP BY 1, 2, 3 ORDER BY 1, 3`,
    [maxParts],
  );
}

const JOINABLE = {
  ...pick(purchaseTable, 'id', 'subject', 'partner_id', 'order_id', 'credits_granted', 'credits_revoked'),
  is_bill: boolean(),
  reference: orderTable.columns.reference.nullable(),
  invoice_number: invoiceTable.columns.number,
  paid_minor: invoiceTable.columns.paid_minor.nullable(),
  currency: invoiceTable.columns.currency.nullable(),
};

/** The purchases that names belong to, with what was applied of them; `is_bill`: one of their names is a bill. */
export function selectJoinable(em: EntityManager, gateway: GatewayName, names: readonly string[]) {
  return queryRows(
    em,
    JOINABLE,
    `SELECT p.id, p.subject, p.partner_id, p.order_id, p.credits_granted, p.credits_revoked, o.reference, i.number AS invoice_number,
            i.paid_minor, i.currency, EXISTS (SELECT FROM purchase n WHERE n.gateway = p.gateway AND n.is_bill
                                               AND (n.subject = p.subject OR n.part_of = p.subject)) AS is_bill
     FROM purchase p LEFT JOIN customer_order o ON o.id = p.order_id LEFT JOIN invoice i ON i.id = o.invoice_id
     WHERE p.gateway = $1 AND p.subject IN (
       SELECT coalesce(part_of, subject) FROM purchase WHERE gateway = $1 AND subject = ANY($2)) ORDER BY p.id`,
    [gateway, names],
  );
}
