import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { notFound } from '../kernel/errors.ts';
import { ownedBy } from '../kernel/ownership.ts';
import { findDelivery } from './deliveries-store.ts';
import { findEndpoint } from './store.ts';
import type { WebhookDeliveryRow, WebhookEndpointRow } from './table.ts';

/** The caller's endpoint; 404 when there is none, 403 when it is another partner's. */
export async function ownEndpoint(deps: Deps, call: Call, params: { id: number }): Promise<WebhookEndpointRow> {
  return ownedBy(call, 'Webhook', await findEndpoint(deps.db, params.id), (endpoint) => endpoint.partner_id);
}

/** A delivery with its endpoint. */
interface DeliveryTarget {
  endpoint: WebhookEndpointRow;
  delivery: WebhookDeliveryRow;
}

/** A delivery to the caller's endpoint. */
export async function ownDelivery(
  deps: Deps,
  call: Call,
  params: { id: number; evt: string },
): Promise<DeliveryTarget> {
  const endpoint = await ownEndpoint(deps, call, params);
  const delivery = await findDelivery(deps.db, endpoint.id, params.evt);
  if (!delivery) throw notFound('Delivery');
  return { endpoint, delivery };
}
