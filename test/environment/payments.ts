import type { Deps } from '../../domain/kernel/deps.ts';
import { perform } from '../../domain/kernel/step.ts';
import { applyEvent } from '../../domain/payments/steps/apply-event.ts';
import { receiveEvent } from '../../domain/payments/steps/receive-event.ts';
import type { GatewayName } from '../../infra/payments/port.ts';
import type { GatewayEvent } from '../../sandbox/gateway/events.ts';
import type { TestService } from './service.ts';

const START = Date.parse('2026-03-01T10:00:00Z');

/** A moment of the events of tests, in seconds after the first one. */
export const at = (second: number): Date => new Date(START + second * 1_000);

/** The id of a new partner. */
export async function idOfNewPartner(service: TestService): Promise<number> {
  return (await service.createPartner()).id;
}

/** Stores an event as the API does after verifying the signature; returns whether it is a duplicate. */
export async function storeEvent(deps: Deps, gateway: GatewayName, event: GatewayEvent): Promise<boolean> {
  const { id, type } = event;
  const { isDuplicate } = await perform(deps, receiveEvent, { gateway, id, type, payload: JSON.stringify(event) });
  return isDuplicate;
}

/** Applies a stored event as the worker does; returns its status. */
export async function applyStoredEvent(deps: Deps, event: GatewayEvent): Promise<string> {
  const [row] = await deps.db.query('SELECT id, row_key FROM payment_event WHERE event_id = $1', [event.id]);
  return perform(deps, applyEvent, { eventId: row.id, rowKey: row.row_key });
}

/** Stores and applies an event; returns its status. */
export async function storeAndApplyEvent(deps: Deps, gateway: GatewayName, event: GatewayEvent): Promise<string> {
  await storeEvent(deps, gateway, event);
  return applyStoredEvent(deps, event);
}

/** Plan, balances and totals of a partner. */
export async function booksOf(deps: Deps, partnerId: number) {
  const [row] = await deps.db.query(
    `SELECT p.plan, a.balance, a.held, a.debt,
            (SELECT count(*)::int FROM customer_order WHERE partner_id = p.id) AS orders,
            (SELECT count(*)::int FROM invoice WHERE partner_id = p.id) AS invoices,
            (SELECT coalesce(sum(paid_minor), 0) FROM invoice WHERE partner_id = p.id)::bigint AS paid,
            (SELECT coalesce(sum(credited_minor), 0) FROM invoice WHERE partner_id = p.id)::bigint AS credited,
            (SELECT coalesce(sum(amount_minor), 0) FROM invoice_payment m JOIN invoice i ON i.id = m.invoice_id
             WHERE i.partner_id = p.id)::bigint AS kept,
            (SELECT coalesce(sum(amount), 0) FROM credit_entry WHERE partner_id = p.id AND kind IN ('grant', 'purchase', 'adjustment'))::bigint
              - (SELECT coalesce(sum(amount), 0) FROM credit_entry WHERE partner_id = p.id AND kind = 'capture')::bigint AS ledger
     FROM partner p JOIN credit_account a ON a.partner_id = p.id WHERE p.id = $1`,
    [partnerId],
  );
  return row;
}
