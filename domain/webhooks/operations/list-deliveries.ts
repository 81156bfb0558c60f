import { operation } from '../../kernel/operation.ts';
import { listDeliveries as listRows } from '../deliveries-store.ts';
import { listDeliveriesQuery, webhookParams } from '../schema.ts';
import type { WebhookDeliveryRow } from '../table.ts';
import { ownEndpoint } from '../target.ts';

/** A stretch of the list; `nextCursor` is null at its end. */
export interface DeliveryPage {
  endpointId: number;
  rows: WebhookDeliveryRow[];
  perPage: number;
  nextCursor: string | null;
}

/** Deliveries of an endpoint, newest first. */
export const listDeliveries = operation({
  name: 'webhooks.deliveries',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
  input: listDeliveriesQuery,
  run: async (deps, _call, query, endpoint): Promise<DeliveryPage> => {
    const rows = await listRows(deps.db, endpoint.id, query, query.per_page + 1);
    const shown = rows.slice(0, query.per_page);
    const last = rows.length > shown.length ? shown.at(-1) : undefined;
    return { endpointId: endpoint.id, rows: shown, perPage: query.per_page, nextCursor: last ? String(last.id) : null };
  },
});
