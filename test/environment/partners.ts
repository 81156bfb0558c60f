import { z } from 'zod';
import { creditEntrySchema, usageSchema } from '../../api/credits/presenter.ts';
import { keySchema } from '../../api/partner-keys/presenter.ts';
import { partnerSchema } from '../../api/partners/presenter.ts';
import { dataSchema } from '../../api/response-schemas.ts';
import { type Reply, type RequestOptions, type RouteName, read, request } from './http.ts';
import { runningStack } from './running-stack.ts';

/** A key with its text. */
export interface Key {
  id: number;
  text: string;
}

/** A partner with a key of its own, made through the API. */
export interface Partner {
  id: number;
  key: Key;
  /** Sends a request with the partner's key. */
  request(name: RouteName, options?: Partial<RequestOptions>): Promise<Reply>;
}

export interface PartnerSettings {
  /** Credits to start with. */
  credits?: number;
  plan?: string;
  /** Settings of its key. */
  key?: object;
}

const madeKey = z.object({ data: keySchema, plaintext: z.string() });

/** Sends a request with the administrator key. */
export function requestAsAdmin(name: RouteName, options: Partial<RequestOptions> = {}): Promise<Reply> {
  return request(name, { key: runningStack().adminKey, ...options });
}

/** Makes a partner that no limit but its credits holds back. */
export async function createPartner({
  credits = 1000,
  plan = 'enterprise',
  key,
}: PartnerSettings = {}): Promise<Partner> {
  const made = await requestAsAdmin('POST /3pi-partners', { body: { name: 'Acme', plan } });
  const { id } = read(made, dataSchema(partnerSchema)).data;
  if (credits > 0) await addCredits(id, credits);
  return partnerWith(id, await createKey(id, key));
}

/** The same partner, asking with another key. */
export function partnerWith(id: number, key: Key): Partner {
  return { id, key, request: (name, options) => request(name, { key: key.text, ...options }) };
}

/** Makes a further key. */
export async function createKey(partnerId: number, settings: object = {}): Promise<Key> {
  const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/keys', {
    params: { partner_id: partnerId },
    body: { name: 'Test', rate_limit_per_minute: 10_000, ...settings },
  });
  const { data, plaintext } = read(reply, madeKey);
  return { id: data.id, text: plaintext };
}

/** Adds credits to a partner's account. */
async function addCredits(partnerId: number, amount: number): Promise<void> {
  const params = { partner_id: partnerId };
  const body = { amount, reason: 'Test' };
  read(
    await requestAsAdmin('POST /3pi-partners/{partner_id}/credits', { params, body }),
    dataSchema(creditEntrySchema),
  );
}

/** The partner's balance and use. */
export async function usageOf(partner: Partner): Promise<z.output<typeof usageSchema>['attributes']> {
  const reply = await partner.request('GET /app/usage-data');
  return read(reply, dataSchema(usageSchema)).data.attributes;
}
