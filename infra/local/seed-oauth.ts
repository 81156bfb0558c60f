import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Credentials } from './credentials.ts';
import { parseJson } from './files.ts';

/** A program that redirects to this machine may listen on any port of it. */
const DEMO_CLIENT = {
  name: 'Demo client',
  role: 'owner',
  redirect_uris: ['127.0.0.1', 'localhost'].flatMap((host) => [
    `http://${host}/callback`,
    `http://${host}/oauth/callback`,
  ]),
};
const DEMO_USER = { email: 'owner@demo.example', name: 'Demo Owner', role: 'owner' };
const PASSWORD_BYTES = 15;

/** Recorded progress of these steps. */
export const oauthProgress = {
  user_password: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
};
type OauthProgress = { [Field in keyof typeof oauthProgress]?: string | undefined };

const madeClient = z.object({ data: z.object({ id: z.string() }), client_secret: z.string() });
const userPage = z.object({ data: z.array(z.object({ id: z.int(), attributes: z.object({ email: z.string() }) })) });

/** Settings of the steps. */
interface SeedOauthOptions {
  call: AdminApi;
  partnerId: number;
  issuer: string;
  /** Progress of an earlier start. */
  done: OauthProgress;
  record: (step: OauthProgress) => Promise<void>;
}

/** Makes the demonstration partner's user and client, each once. */
export async function seedOauth(options: SeedOauthOptions): Promise<NonNullable<Credentials['oauth']>> {
  const { call, partnerId, issuer, done, record } = options;
  const user_password = done.user_password ?? randomBytes(PASSWORD_BYTES).toString('base64url');
  await record({ user_password });
  await ensureUser(call, partnerId, user_password);
  const client = done.client_id && done.client_secret ? done : await createClient(call, partnerId);
  const { client_id = '', client_secret = '' } = client;
  await record({ client_id, client_secret });
  return {
    issuer,
    token_endpoint: `${issuer}/token`,
    client_id,
    client_secret,
    user_email: DEMO_USER.email,
    user_password,
  };
}

/** Creates the user, or sets this password on an existing user whose password a crash lost. */
async function ensureUser(call: AdminApi, partnerId: number, password: string): Promise<void> {
  const users = `/3pi-partners/${partnerId}/users`;
  const { data } = userPage.parse(await call('GET', `${users}?per_page=100`));
  const user = data.find(({ attributes }) => attributes.email === DEMO_USER.email);
  if (user) await call('PATCH', `${users}/${user.id}`, { password });
  else await call('POST', users, { ...DEMO_USER, password });
}

/** The secret of a client is given once: a client whose secret a crash lost stays unused and another is made. */
async function createClient(call: AdminApi, partnerId: number): Promise<OauthProgress> {
  const made = madeClient.parse(await call('POST', `/3pi-partners/${partnerId}/oauth-clients`, DEMO_CLIENT));
  return { client_id: made.data.id, client_secret: made.client_secret };
}

/** Calls the API as the administrator; throws unless it succeeds. */
export type AdminApi = (method: string, path: string, body?: object) => Promise<unknown>;

/** The API at `apiUrl`, which ends in /api/v1, for the holder of an administrator key. */
export function adminApi({ apiUrl, signal }: { apiUrl: string; signal: AbortSignal }, key: string): AdminApi {
  return async (method, place, body) => {
    const response = await fetch(`${apiUrl}${place}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'application/json' },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.any([signal, AbortSignal.timeout(30_000)]),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`Seeding: ${method} ${place} answered ${response.status}: ${text}`);
    return parseJson(text);
  };
}
