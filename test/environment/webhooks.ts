import type { z } from 'zod';
import { all, one } from '../../api/resource.ts';
import {
  attempt,
  deliveryPage,
  type deliveryResource,
  publishedEvent,
  webhookResource,
  webhookWithSecret,
} from '../../api/webhooks/resource.ts';
import { EVENT_NAMES } from '../../domain/webhooks/catalogue.ts';
import { type RequestOptions, read } from './http.ts';
import { type Partner, requestAsAdmin } from './partners.ts';
import { waitUntil } from './wait-until.ts';

export type Delivery = z.output<typeof deliveryResource.schema>;
export type Attempt = z.output<typeof attempt.schema>;
export type WebhookAttributes = z.output<typeof webhookResource.schema>['attributes'];

export const withSecret = webhookWithSecret('').schema;

/** A webhook of a partner with its secret. */
export interface Webhook {
  id: number;
  secret: string;
}

/** Adds a webhook, by default for all events. */
export async function createWebhook(
  partner: Partner,
  settings: { url: string; events?: readonly string[]; active?: boolean; description?: string },
): Promise<Webhook> {
  const reply = await partner.request('POST /partners/webhooks', { body: { events: EVENT_NAMES, ...settings } });
  const { data, meta } = read(reply, withSecret);
  return { id: data.id, secret: meta.secret ?? '' };
}

/** Reports an event of the partner as an upstream system does; returns its id. */
export async function publish(
  partner: Partner,
  type = 'cosell.updated',
  data: object = { opportunity_id: 'opp-1' },
): Promise<string> {
  const params = { partner_id: partner.id };
  const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/events', { params, body: { type, data } });
  return read(reply, one(publishedEvent).schema).data.id;
}

/** A webhook as it is now. */
export async function webhookOf(partner: Partner, id: number): Promise<WebhookAttributes> {
  const reply = await partner.request('GET /partners/webhooks/{id}', { params: { id } });
  return read(reply, one(webhookResource).schema).data.attributes;
}

/** One page of a webhook's deliveries. */
export async function pageOf(
  partner: Partner,
  id: number,
  query: RequestOptions['query'] = {},
): Promise<z.output<typeof deliveryPage.schema>> {
  return read(
    await partner.request('GET /partners/webhooks/{id}/deliveries', { params: { id }, query }),
    deliveryPage.schema,
  );
}

/** All deliveries of a webhook, newest first. */
export async function deliveriesOf(partner: Partner, id: number): Promise<Delivery[]> {
  const all: Delivery[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data, meta } = await pageOf(partner, id, { per_page: 100, cursor });
    all.push(...data);
    if (meta.next_cursor === null) return all;
    cursor = meta.next_cursor;
  }
}

/** Every try to deliver an event, oldest first. */
export async function attemptsOf(partner: Partner, id: number, evt: string): Promise<Attempt[]> {
  const reply = await partner.request('GET /partners/webhooks/{id}/deliveries/{evt}/attempts', { params: { id, evt } });
  return read(reply, all(attempt).schema).data;
}

/** Waits until a delivery has a status; returns it. */
export async function delivered(
  partner: Partner,
  id: number,
  evt: string,
  status: Delivery['attributes']['status'] = 'delivered',
): Promise<Delivery> {
  const found = await waitUntil(
    `delivery ${evt} to be ${status}`,
    async () => (await deliveriesOf(partner, id)).find((delivery) => delivery.id === evt),
    (delivery) => delivery?.attributes.status === status,
  );
  if (!found) throw new Error(`There is no delivery ${evt}.`);
  return found;
}
