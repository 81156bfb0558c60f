import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from '../../infra/local/stack.ts';
import { open, send, sendOk } from '../../test/environment/client.ts';
import { createPartnerThrough, type PostAsAdmin, pathOfPartner } from '../../test/environment/create-partner.ts';
import { startReceiver } from '../../test/environment/receiver.ts';

/** Between two rounds of one caller: a load that the service can carry for ever, so that what grows is a leak and no queue. */
const PAUSE_MS = 250;
/** More of the rounds that ask for a token, and revoke it, would be over the limit of an address. */
const OAUTH_PAUSE_MS = 500;
const CREDITS = 100_000_000;
/** One delivery of so many is answered with an error at its first attempt. */
const FAILS_EVERY = 10;
const JSON_RPC = { 'Content-Type': 'application/json', Accept: 'application/json' };
const PROTOCOL_VERSION = '2025-11-25';

/** What a caller does again and again, by name; each name has its own partner. */
type Rounds = Record<string, (caller: Caller) => Promise<void>>;

interface Caller {
  stack: Stack;
  key: string;
  partnerId: number;
  client: { id: string; secret: string };
  /** Kept, since the token endpoint takes 300 requests a minute of an address; dropped after a failure, as when it has expired. */
  mcpToken?: string | undefined;
  call<Body>(method: string, path: string, body?: object): Promise<Body>;
}

const ROUNDS: Rounds = {
  executions: async ({ call }) => {
    const { data } = await execute(call, 'blog_post', { topic: 'Moving a data warehouse to the cloud' });
    await poll(call, `/content-workflow/executions/${data.id}`, ({ data: seen }: Read) => seen.attributes?.status);
    await call('GET', '/content-workflow/executions?per_page=100');
    await call('GET', '/content-workflow/kanban');
  },
  streams: async ({ stack, key, call }) => {
    const { data } = await execute(call, 'platform_knowledge_query', { query: 'How are executions charged?' });
    const events = await open(`${stack.urls.baseUrl}/content-workflow/executions/${data.id}/events`, { key });
    await events.text();
    // A client that leaves in the middle.
    const left = new AbortController();
    const broken = await open(`${stack.urls.baseUrl}/content-workflow/executions/${data.id}/events`, {
      key,
      signal: left.signal,
    });
    left.abort();
    await broken.body?.cancel().catch(() => undefined);
  },
  webhooks: async ({ stack, partnerId, call }) => {
    await sendOk(`${stack.urls.baseUrl}/3pi-partners/${partnerId}/events`, {
      method: 'POST',
      key: stack.credentials.admin_key,
      body: { type: 'listing.updated', data: { listing_id: 'prod-4x7kq2m9ab', changes: ['title'] } },
    });
    await call('GET', '/partners/webhooks');
  },
  seo: async ({ stack, call }) => {
    const [listing = ''] = stack.credentials.listing_ids ?? [];
    const job = await call<{ id?: number }>('POST', '/marketplace/seo-score/analyze', { listing_url: listing });
    if (job.id !== undefined) {
      await poll(call, `/marketplace/seo-score/status/${job.id}`, ({ status }: { status?: string }) => status);
    }
    await call('GET', `/marketplace/listings/${listing}/seo-score?refresh=true`);
  },
  mcp: async (caller) => {
    const url = `${caller.stack.urls.baseUrl}/mcp`;
    caller.mcpToken ??= await token(caller, 'mcp:full', url);
    const key = caller.mcpToken;
    const post = (body: object, session?: string) =>
      send(url, {
        method: 'POST',
        key,
        headers: { ...JSON_RPC, ...(session !== undefined && { 'Mcp-Session-Id': session }) },
        body: { jsonrpc: '2.0', id: 1, ...body },
      });
    const params = { protocolVersion: PROTOCOL_VERSION, clientInfo: { name: 'soak', version: '1' }, capabilities: {} };
    const session = ok(await post({ method: 'initialize', params })).headers.get('Mcp-Session-Id') ?? '';
    ok(await post({ method: 'tools/list', params: {} }, session));
    ok(await post({ method: 'tools/call', params: { name: 'list_capabilities', arguments: {} } }, session));
    const listening = new AbortController();
    const headers = { Accept: 'text/event-stream', 'Mcp-Session-Id': session };
    const stream = await open(url, { key, headers, signal: listening.signal });
    listening.abort();
    await stream.body?.cancel().catch(() => undefined);
    ok(await send(url, { method: 'DELETE', key, headers: { 'Mcp-Session-Id': session } }));
  },
  oauth: async (caller) => {
    const key = await token(caller, 'api', caller.stack.urls.baseUrl);
    ok(await send(`${caller.stack.urls.baseUrl}/content-workflow/agents`, { key }));
    const endpoint = (caller.stack.credentials.oauth?.token_endpoint ?? '').replace(/token$/, 'token/revocation');
    ok(await send(endpoint, { method: 'POST', headers: basic(caller), body: new URLSearchParams({ token: key }) }));
    await delay(OAUTH_PAUSE_MS);
  },
};

/** How often each kind of round went well, and how often not. */
export type Done = Record<string, { rounds: number; failed: number; lastFailure?: string }>;

/** A mixed load until the signal fires: executions, polling, event streams, webhooks, scores, MCP sessions, tokens. */
export async function runLoad(stack: Stack, signal: AbortSignal): Promise<Done> {
  await using receiver = await startReceiver();
  let deliveries = 0;
  receiver.respond = (_request, nth) => {
    receiver.received.length = 0;
    deliveries += nth === 1 ? 1 : 0;
    return { status: nth === 1 && deliveries % FAILS_EVERY === 0 ? 503 : 200 };
  };
  const done: Done = {};
  await Promise.all(
    Object.entries(ROUNDS).map(async ([name, round]) => {
      const caller = await createCaller(stack, name);
      if (name === 'webhooks') {
        await caller.call('POST', '/partners/webhooks', { url: receiver.url, events: ['listing.updated'] });
      }
      const count = { rounds: 0, failed: 0 } as Done[string] & object;
      done[name] = count;
      while (!signal.aborted) {
        try {
          await round(caller);
          count.rounds += 1;
        } catch (error) {
          count.failed += 1;
          count.lastFailure = String(error);
          caller.mcpToken = undefined;
        }
        await delay(PAUSE_MS);
      }
    }),
  );
  return done;
}

interface Read {
  data: { id: number; attributes?: { status?: string } };
}

function execute(call: Caller['call'], slug: string, settings: object): Promise<Read> {
  return call<Read>('POST', `/content-workflow/capabilities/${slug}/execute`, { settings });
}

const ENDED = new Set(['completed', 'failed', 'cancelled', undefined]);

async function poll<Body>(
  call: Caller['call'],
  path: string,
  statusOf: (body: Body) => string | undefined,
): Promise<void> {
  while (!ENDED.has(statusOf(await call<Body>('GET', path)))) await delay(PAUSE_MS);
}

async function createCaller(stack: Stack, name: string): Promise<Caller> {
  const call =
    (key: string) =>
    <Body>(method: string, path: string, body?: object) =>
      sendOk<Body>(`${stack.urls.baseUrl}${path}`, { method, key, body });
  const admin = call(stack.credentials.admin_key);
  const post: PostAsAdmin = (path, id, body) => admin('POST', pathOfPartner(path, id), body);
  const { id: partnerId, key } = await createPartnerThrough(post, { name: `Soak ${name}`, credits: CREDITS });
  const made = await admin<{ data: { attributes: { client_id: string } }; client_secret: string }>(
    'POST',
    `/3pi-partners/${partnerId}/oauth-clients`,
    { name: `Soak ${name}`, role: 'owner' },
  );
  const client = { id: made.data.attributes.client_id, secret: made.client_secret };
  return { stack, key: key.text, partnerId, client, call: call(key.text) };
}

function basic({ client }: Caller): Record<string, string> {
  return { Authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` };
}

async function token(caller: Caller, scope: string, resource: string): Promise<string> {
  const form = { grant_type: 'client_credentials', scope, resource };
  const { access_token: key } = await sendOk<{ access_token: string }>(
    caller.stack.credentials.oauth?.token_endpoint ?? '',
    { method: 'POST', headers: basic(caller), body: new URLSearchParams(form) },
  );
  return key;
}

function ok<Reply extends { status: number; text: string }>(reply: Reply): Reply {
  if (reply.status < 200 || reply.status > 299) throw new Error(`Answered with ${reply.status}: ${reply.text}`);
  return reply;
}
