import { z } from 'zod';

/** A key with its text. */
export interface Key {
  id: number;
  text: string;
}

/** What a partner of a test has. */
export interface PartnerSettings {
  name?: string;
  /** Credits to start with; 1,000 when left out. */
  credits?: number;
  plan?: string;
  /** Settings of its key. */
  key?: object;
}

/** Sends a POST as an administrator to a route below /3pi-partners; returns the body of the answer. */
export type PostAsAdmin = (path: PartnerPath, partnerId: number, body: object) => Promise<unknown>;
type PartnerPath = '/3pi-partners' | `/3pi-partners/{partner_id}/${'credits' | 'keys'}`;

const createdSchema = z.object({ data: z.object({ id: z.int() }) });
const createdKeySchema = createdSchema.extend({ plaintext: z.string() });

/** Creates a partner with a key and without limits, except its credits. */
export async function createPartnerThrough(
  post: PostAsAdmin,
  { name = 'Acme', credits = 1000, plan = 'enterprise', key }: PartnerSettings = {},
): Promise<{ id: number; key: Key }> {
  const { id } = createdSchema.parse(await post('/3pi-partners', 0, { name, plan })).data;
  if (credits > 0) await post('/3pi-partners/{partner_id}/credits', id, { amount: credits, reason: 'Test' });
  return { id, key: await createKeyThrough(post, id, key) };
}

/** Makes a further key of a partner. */
export async function createKeyThrough(post: PostAsAdmin, partnerId: number, settings: object = {}): Promise<Key> {
  const body = { name: 'Test', rate_limit_per_minute: 10_000, ...settings };
  const { data, plaintext } = createdKeySchema.parse(await post('/3pi-partners/{partner_id}/keys', partnerId, body));
  return { id: data.id, text: plaintext };
}

/** The path with the partner's id in it. */
export function pathOfPartner(path: PartnerPath, partnerId: number): string {
  return path.replace('{partner_id}', String(partnerId));
}
