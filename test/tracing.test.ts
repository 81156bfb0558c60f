import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { send, sendOk } from './environment/client.ts';
import { ended } from './environment/executions.ts';
import { type OtlpSink, type SunkSpan, startOtlpSink } from './environment/otlp-sink.ts';
import { createPartner, type Partner } from './environment/partners.ts';
import { type Receiver, startReceiver } from './environment/receiver.ts';
import { publishRunningStack } from './environment/running-stack.ts';
import { waitUntil } from './environment/wait-until.ts';
import { createWebhook } from './environment/webhooks.ts';

jest.setTimeout(240_000);

const EXECUTE = '/api/v1/content-workflow/capabilities';
const SECRET_TOPIC = 'A topic that only the partner may read';
const PARENT = 'b7ad6b7169203331';

let sink: OtlpSink;
let stack: Stack;
let partner: Partner;
let receiver: Receiver;
let unsampled: string;
beforeAll(async () => {
  sink = await startOtlpSink();
  stack = await startStack({
    sandboxAiLatencyMs: 0,
    durable: false,
    serviceEnvironment: {
      LOG_LEVEL: 'debug',
      PASSWORD_COST_LOG2: '10',
      OTEL_EXPORTER_OTLP_ENDPOINT: sink.url,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
  });
  publishRunningStack(stack);
  unsampled = await stack.add('api', 'api2', { OTEL_TRACES_SAMPLER: 'always_off' });
  receiver = await startReceiver();
  partner = await createPartner({ credits: 1_000 });
  await createWebhook(partner, { url: receiver.url, events: ['content.generated'] });
});
afterAll(async () => {
  await stack?.stop();
  await receiver?.[Symbol.asyncDispose]();
  await sink?.[Symbol.asyncDispose]();
});
beforeEach(() => {
  receiver.received.length = 0;
});

function freshTrace(): string {
  return crypto.randomUUID().replaceAll('-', '');
}

function executeWith(origin: string, headers: Record<string, string>): Promise<{ data: { id: number } }> {
  return sendOk(`${origin}${EXECUTE}/blog_post/execute`, {
    method: 'POST',
    key: partner.key.text,
    headers,
    body: { settings: { topic: SECRET_TOPIC } },
  });
}

const inTrace = (traceId: string) => sink.spans.filter((span) => span.traceId === traceId);

/** Waits until the trace has a span with the name. */
function spanIn(traceId: string, name: string | RegExp): Promise<SunkSpan> {
  const fits = (span: SunkSpan) => (typeof name === 'string' ? span.name === name : name.test(span.name));
  return waitUntil(`the span ${name}`, () => inTrace(traceId).find(fits));
}

test('an execution is one trace from its caller to its webhook, over both processes', async () => {
  const traceId = freshTrace();
  const { data } = await executeWith(stack.urls.apiOrigin, { traceparent: `00-${traceId}-${PARENT}-00` });
  await ended(partner, data.id);
  await waitUntil('the webhook', () => receiver.received.length > 0);

  const request = await spanIn(traceId, `POST ${EXECUTE}/{slug}/execute`);
  const start = await spanIn(traceId, 'StartWorkflow:execution');
  const run = await spanIn(traceId, 'RunWorkflow:execution');
  const step = await spanIn(traceId, 'RunActivity:runStep');
  const chat = await spanIn(traceId, /^chat /);
  const sending = await spanIn(traceId, 'send webhook');
  expect(request).toMatchObject({
    service: 'marketwright-api',
    parentId: PARENT,
    attributes: {
      'http.route': `${EXECUTE}/{slug}/execute`,
      'http.response.status_code': 201,
      'marketwright.partner_id': partner.id,
    },
  });
  expect(start).toMatchObject({ service: 'marketwright-api', parentId: request.spanId });
  expect(run).toMatchObject({ service: 'marketwright-worker', parentId: start.spanId, statusCode: 0 });
  expect(step).toMatchObject({ service: 'marketwright-worker', parentId: run.spanId });
  // The last step settles the execution.
  expect(sending).toMatchObject({ service: 'marketwright-worker', parentId: step.spanId });
  expect(chat.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'marketwright-sandbox',
    'gen_ai.usage.input_tokens': expect.any(Number),
    'gen_ai.usage.output_tokens': expect.any(Number),
  });
  const names = inTrace(traceId).map(({ name }) => name);
  const statements = ['SELECT rate_limit_take', 'INSERT execution, INSERT execution_event', 'COMMIT'];
  expect(names).toEqual(expect.arrayContaining(statements));
  expect(names.length).toBeLessThan(150);

  // Each span but the first is below another one of the trace.
  const ids = new Set([PARENT, ...inTrace(traceId).map(({ spanId }) => spanId)]);
  expect(inTrace(traceId).filter(({ parentId }) => !ids.has(parentId))).toEqual([]);

  // The receiver gets another trace, which leads back only for us.
  const [, given = '', givenSpan] = String(receiver.received[0]?.headers['traceparent']).split('-');
  expect(given).toMatch(/^[0-9a-f]{32}$/);
  expect(given).not.toBe(traceId);
  expect(await spanIn(given, 'POST')).toMatchObject({
    spanId: givenSpan,
    parentId: '',
    links: [{ traceId, spanId: sending.spanId }],
    attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
  });
});

test('the worker shows metrics of the Temporal SDK, and both processes how many spans they exported', async () => {
  const { api = '', worker = '' } = stack.credentials.metrics ?? {};
  const [ofApi, ofWorker] = await Promise.all([api, worker].map(async (url) => (await send(`${url}/metrics`)).text));
  for (const text of [ofApi, ofWorker]) {
    expect(text).toMatch(/^marketwright_trace_spans_total\{outcome="exported"\} [1-9]/m);
    expect(text).toMatch(/^marketwright_trace_spans_total\{outcome="dropped"\} 0$/m);
    expect(text).toMatch(/^marketwright_database_pool_wait_seconds_count [1-9]/m);
  }
  for (const name of [
    'temporal_workflow_task_schedule_to_start_latency_seconds_bucket',
    'temporal_activity_schedule_to_start_latency_seconds_bucket',
    'temporal_worker_task_slots_available',
    'temporal_sticky_cache_size',
  ]) {
    expect(ofWorker).toContain(`\n${name}{`);
  }
  // Joined without breaking a line.
  expect(ofWorker?.split('\n').filter((line) => !/^(#.*|[a-z_][a-z0-9_]*(\{.*\})? \S+)?$/i.test(line))).toEqual([]);
});

test('lines of the log name the trace and the span', async () => {
  const traceId = freshTrace();
  await send(`${stack.urls.apiOrigin}/api/v1/partners/webhooks`, {
    key: partner.key.text,
    headers: { traceparent: `00-${traceId}-${PARENT}-01` },
  });
  const request = await spanIn(traceId, 'GET /api/v1/partners/webhooks');
  // Lines are written together, some milliseconds after the answer.
  const lines = await waitUntil('the lines of the trace', async () => {
    const text = await readFile(path.join(stack.dataDir, 'logs', 'api.log'), 'utf8');
    const own = text.split('\n').filter((line) => line.includes(traceId));
    return own.length > 0 && own.map((line) => JSON.parse(line));
  });
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'request', trace_id: traceId, span_id: request.spanId, status: 200 }),
  );
});

test('a caller cannot have itself recorded, in no process', async () => {
  const traceId = freshTrace();
  const { data } = await executeWith(unsampled, { traceparent: `00-${traceId}-${PARENT}-01` });
  await ended(partner, data.id);
  await waitUntil('the webhook', () => receiver.received.length > 0);
  expect(receiver.received[0]?.headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  // What both processes export later has arrived, so this would have, too.
  const later = freshTrace();
  const { data: second } = await executeWith(stack.urls.apiOrigin, { traceparent: `00-${later}-${PARENT}-01` });
  await ended(partner, second.id);
  await spanIn(later, 'RunWorkflow:execution');
  expect(inTrace(traceId)).toEqual([]);
});

test('an MCP call belongs to the trace that its _meta names', async () => {
  const mcp = await openSession();
  const traceId = freshTrace();
  const reply = await mcp({
    method: 'tools/call',
    params: {
      name: 'list_capabilities',
      arguments: {},
      _meta: { traceparent: `00-${traceId}-${PARENT}-01` },
    },
  });
  expect(reply.status).toBe(200);
  const call = await spanIn(traceId, 'tools/call');
  expect(call).toMatchObject({
    parentId: PARENT,
    attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'list_capabilities' },
  });
  const [link] = call.links;
  expect(await spanIn(link?.traceId ?? '', 'POST /api/v1/mcp')).toMatchObject({ spanId: link?.spanId });

  const broken = await mcp({ method: 'tools/call', params: { name: 'list_capabilities', _meta: { traceparent: 7 } } });
  expect(broken).toMatchObject({ status: 200, body: { result: expect.anything() } });
});

test('rounds of the reconciler and of housekeeping are traces of their own, with their statements', async () => {
  const reconciling = await waitUntil('a round of the reconciler', () =>
    sink.spans.find(({ name }) => name === 'housekeeping reconcile'),
  );
  expect(reconciling).toMatchObject({ service: 'marketwright-worker', parentId: '', statusCode: 0 });
  expect(await spanIn(reconciling.traceId, 'SELECT execution')).toMatchObject({ parentId: reconciling.spanId });
  const tasks = new Set(sink.spans.flatMap(({ name }) => (name.startsWith('housekeeping ') ? [name] : [])));
  expect(tasks.size).toBeGreaterThan(5);
});

test('what the relay sends is in a trace of the round, and in that of its request', async () => {
  await stack.pause('temporal');
  const traceId = freshTrace();
  const { data } = await executeWith(stack.urls.apiOrigin, { traceparent: `00-${traceId}-${PARENT}-00` });
  // The engine is away: the relay tries, and will again.
  const round = await waitUntil('a round of the relay', () => sink.spans.find(({ name }) => name === 'relay outbox'));
  expect(round).toMatchObject({ service: 'marketwright-worker', parentId: '', statusCode: 0 });
  expect(round.attributes['marketwright.commands']).toBeGreaterThan(0);
  expect(round.traceId).not.toBe(traceId);
  const tried = await waitUntil('the try of the relay', () =>
    inTrace(traceId).find(({ name, service }) => name.startsWith('StartWorkflow') && service === 'marketwright-worker'),
  );
  expect(tried.parentId).not.toBe('');
  await stack.start('temporal');
  await ended(partner, data.id);
});

test('requests for the keys of an issuer elsewhere are in the trace of the request that needs them', async () => {
  await using issuer = await startKeys();
  const origin = await stack.add('api', 'api3', { OAUTH_ISSUER: issuer.url });
  const traceId = freshTrace();
  const { status } = await send(`${origin}/api/v1/partners/webhooks`, {
    key: await issuer.token(),
    headers: { traceparent: `00-${traceId}-${PARENT}-00` },
  });
  // The keys say that the token is the issuer's; nobody here is its subject.
  expect(status).toBe(401);
  const request = await spanIn(traceId, 'GET /api/v1/partners/webhooks');
  const calls = inTrace(traceId).filter(({ name }) => name === 'GET');
  expect(calls.map(({ attributes, parentId }) => [attributes['http.response.status_code'], parentId])).toEqual([
    [200, request.spanId],
    [200, request.spanId],
  ]);
  expect(calls[0]?.attributes).toMatchObject({ 'server.address': '127.0.0.1', 'server.port': issuer.port });
});

test('nothing that is secret, or that a partner wrote, is in a span', () => {
  const exported = Buffer.concat(sink.bodies);
  expect(exported.length).toBeGreaterThan(10_000);
  for (const text of [
    SECRET_TOPIC,
    new URL(receiver.url).pathname,
    partner.key.text,
    stack.credentials.admin_key,
    'SELECT *',
  ]) {
    expect({ text, found: exported.includes(text) }).toEqual({ text, found: false });
  }
});

/** A session with the client that the stack was seeded with. */
async function openSession() {
  const { oauth, base_url } = stack.credentials;
  const basic = Buffer.from(`${oauth?.client_id}:${oauth?.client_secret}`).toString('base64');
  const { access_token: token } = await sendOk<{ access_token: string }>(oauth?.token_endpoint ?? '', {
    method: 'POST',
    headers: { Authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'mcp:full', resource: `${base_url}/mcp` }),
  });
  const post = (message: object, headers: Record<string, string> = {}) =>
    send(`${base_url}/mcp`, {
      method: 'POST',
      key: token,
      headers: { Accept: 'application/json', ...headers },
      body: { jsonrpc: '2.0', id: 1, ...message },
    });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const { headers } = await post({ method: 'initialize', params });
  const session = headers.get('Mcp-Session-Id') ?? '';
  return (message: object) => post(message, { 'Mcp-Session-Id': session });
}

/** An issuer elsewhere, as far as its tokens are checked: metadata, keys and a token of nobody. */
async function startKeys() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'theirs', alg: 'ES256', use: 'sig' }];
  const server = createServer((request, response) => {
    const document = request.url === '/keys' ? { keys } : { issuer: url, jwks_uri: `${url}/keys` };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    token: () =>
      new SignJWT({
        iss: url,
        aud: stack.credentials.base_url,
        sub: 'nobody',
        email: 'nobody@example.com',
        scope: 'api',
      })
        .setProtectedHeader({ alg: 'ES256', kid: 'theirs' })
        .setExpirationTime('5m')
        .sign(privateKey),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
