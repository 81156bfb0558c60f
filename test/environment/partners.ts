import { expect } from '@jest/globals';
import type { z } from 'zod';
import { usageResource } from '../../api/credits/resource.ts';
import { one } from '../../api/resource.ts';
import {
  createKeyThrough,
  createPartnerThrough,
  type Key,
  type PartnerSettings,
  type PostAsAdmin,
} from './create-partner.ts';
import { type Reply, type RequestOptions, type RouteName, read, request } from './http.ts';
import { runningStack } from './running-stack.ts';

/** A partner with a key of its own, made through the API. */
export interface Partner {
  id: number;
  key: Key;
  /** Sends a request with the partner's key. */
  request(name: RouteName, options?: Partial<RequestOptions>): Promise<Reply>;
}

/** Sends a request with the administrator key. */
export function requestAsAdmin(name: RouteName, options: Partial<RequestOptions> = {}): Promise<Reply> {
  return request(name, { key: runningStack().adminKey, ...options });
}

/** The administrator's POST, with its answer held against the route. */
const post: PostAsAdmin = async (path, partner_id, body) => {
  const reply = await requestAsAdmin(`POST ${path}`, { params: { partner_id }, body });
  expect({ status: reply.status, text: reply.status < 300 ? '' : reply.text }).toEqual({ status: 201, text: '' });
  return reply.body;
};

/** Makes a partner that no limit but its credits holds back. */
export async function createPartner(settings?: PartnerSettings): Promise<Partner> {
  const { id, key } = await createPartnerThrough(post, settings);
  return partnerWith(id, key);
}

/** The same partner, asking with another key. */
export function partnerWith(id: number, key: Key): Partner {
  return { id, key, request: (name, options) => request(name, { key: key.text, ...options }) };
}

/** Makes a further key. */
export function createKey(partnerId: number, settings?: object): Promise<Key> {
  return createKeyThrough(post, partnerId, settings);
}

/** The partner's balance and use. */
export async function usageOf(partner: Partner): Promise<z.output<typeof usageResource.schema>['attributes']> {
  const reply = await partner.request('GET /app/usage-data');
  return read(reply, one(usageResource).schema).data.attributes;
}
