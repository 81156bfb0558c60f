import { z } from 'zod';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { readOperation } from '../../kernel/read-operation.ts';
import { EVENT_TYPES, type EventType } from '../catalogue.ts';
import { findPayload, selectAttempts, selectDeliveries } from '../deliveries-store.ts';
import {
  deliveryParams,
  listAttemptsQuery,
  listDeliveriesQuery,
  listWebhooksQuery,
  ownDelivery,
  ownEndpoint,
  webhookParams,
} from '../schema.ts';
import { deliveryBody, TEST_EVENT, testBody, unsignedHeaders } from '../signature.ts';
import { selectEndpoints } from '../store.ts';
import { PAYLOAD_GONE, type WebhookAttemptRow, type WebhookDeliveryRow } from '../table.ts';

/** A delivery with its body; null once the payload of its event was deleted. */
export interface DeliveryWithBody {
  delivery: WebhookDeliveryRow;
  /** Address of the endpoint as it is now. */
  url: string;
  body: string | null;
}

/** One delivery to an endpoint, with the body that every attempt sends. */
export const getDelivery = operation({
  name: 'webhooks.get_delivery',
  permission: 'manage_webhooks',
  params: deliveryParams,
  target: ownDelivery,
  input: nothing,
  run: async (deps, _call, _input, { endpoint, delivery }): Promise<DeliveryWithBody> => {
    if (delivery.event_type === TEST_EVENT) {
      return { delivery, url: endpoint.url, body: testBody(delivery.endpoint_id, delivery.created_at) };
    }
    const event = await findPayload(deps.db, delivery.event_id);
    const body = event && deliveryBody({ id: delivery.event_id, type: delivery.event_type, ...event });
    return { delivery, url: endpoint.url, body };
  },
});

/** One endpoint. */
export const getWebhook = readOperation({
  name: 'webhooks.get',
  permission: 'manage_webhooks',
  params: webhookParams,
  target: ownEndpoint,
});

/** An attempt with the headers that it sent, without signatures; null where nothing was sent. */
export interface ListedAttempt extends WebhookAttemptRow {
  request_headers: Record<string, string> | null;
}

/** Attempts to deliver an event to an endpoint, oldest first. */
export const listAttempts = operation({
  name: 'webhooks.attempts',
  permission: 'manage_webhooks',
  params: deliveryParams,
  target: ownDelivery,
  input: listAttemptsQuery,
  run: async (deps, _call, query, { delivery }): Promise<ListedAttempt[]> => {
    const { event_id: id, event_type: event } = delivery;
    const attempts = await selectAttempts(deps.db, delivery.id, query);
    return attempts.map((attempt) => ({
      ...attempt,
      request_headers: attempt.error_class === PAYLOAD_GONE ? null : unsignedHeaders({ id, event }, attempt.started_at),
    }));
  },
});

/** A page of deliveries; `nextCursor` is null on the last one. */
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
    const { rows, next_cursor: nextCursor = null } = await selectDeliveries(deps.db, endpoint.id, query, query);
    return { endpointId: endpoint.id, rows, perPage: query.per_page, nextCursor };
  },
});

/** All events that endpoints can subscribe to. */
export const listEventTypes = operation({
  name: 'webhooks.event_types',
  permission: 'manage_webhooks',
  params: z.object({}),
  input: nothing,
  run: async (): Promise<readonly EventType[]> => EVENT_TYPES,
});

/** The partner's endpoints, newest first. */
export const listWebhooks = operation({
  name: 'webhooks.list',
  permission: 'manage_webhooks',
  params: z.object({}),
  input: listWebhooksQuery,
  run: (deps, call, query) => selectEndpoints(deps.db, partnerOf(call), query),
});
