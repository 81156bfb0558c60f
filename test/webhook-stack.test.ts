import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { freePort } from '../infra/local/ports.ts';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { MAIN_QUEUE, QUEUES } from '../workflows/queues.ts';
import { complete } from './environment/executions.ts';
import { copyWebhook } from './environment/many-endpoints.ts';
import { createPartner } from './environment/partners.ts';
import { isSigned, messageOf, type Received, type Response, startReceiver } from './environment/receiver.ts';
import { publishRunningStack } from './environment/running-stack.ts';
import { waitUntil } from './environment/wait-until.ts';
import { countTakeOvers, countWakes } from './environment/webhook-signals.ts';
import { attemptsOf, createWebhook, deliveriesOf, pageOf, publish, webhookOf } from './environment/webhooks.ts';

jest.setTimeout(300_000);

const PARTNERS = 3;
const ENDPOINTS_EACH = 100;
const ENDPOINTS = PARTNERS * ENDPOINTS_EACH;

const EVENTS = 300;
const PUBLISHERS = 6;
/** The worker is killed after this many requests, while others are in flight. */
const KILL_AFTER = 120;
/** The receiver's reaction to the first request of an event, by event number. */
const FATES: Record<number, Response> = {
  3: { status: 500, body: 'broken' },
  7: { status: 429, headers: { 'Retry-After': '2' } },
  11: { status: 200, delayMs: 700 },
  16: { status: 503 },
};
const HANGING = [40, 160, 280];

/** Shared by both tests, which run one after the other. */
let stack: Stack;
let database: pg.Pool;
beforeAll(async () => {
  stack = await startStack({ sandboxAiLatencyMs: 0, serviceEnvironment: { LOG_LEVEL: 'warn' } });
  publishRunningStack(stack);
  database = new pg.Pool({ connectionString: stack.urls.databaseUrl, max: 1 });
});
afterAll(async () => {
  await database?.end();
  await stack?.stop();
});

test('one event to each of many idle endpoints asks no more of the engine than there are endpoints, and takes nothing over', async () => {
  await using receiver = await startReceiver();
  const partners = [];
  for (let made = 0; made < PARTNERS; made += 1) {
    const partner = await createPartner();
    const { id } = await createWebhook(partner, { url: receiver.url });
    await copyWebhook((sql, values) => database.query(sql, values), id, ENDPOINTS_EACH - 1);
    partners.push(partner);
  }
  await Promise.all(partners.map((partner) => publish(partner, 'cosell.updated', {})));
  await waitUntil('all deliveries', () => receiver.received.length >= ENDPOINTS, { limitMs: 120_000 });
  await waitUntil(
    'all endpoints to be idle again',
    async () => {
      const { rows } = await database.query(
        'SELECT count(*)::int AS open FROM webhook_endpoint WHERE drain_token IS NOT NULL OR next_due_at IS NOT NULL',
      );
      return rows[0].open;
    },
    (open) => open === 0,
    { limitMs: 120_000 },
  );
  expect(receiver.received).toHaveLength(ENDPOINTS);
  expect(await countWakes(stack.urls.temporalAddress ?? '')).toBeLessThanOrEqual(ENDPOINTS);
  expect(await countTakeOvers(stack.urls.metrics.worker ?? '')).toBe(0);
});

function fateOf(number: number): Response {
  if (HANGING.includes(number)) return 'hang';
  return FATES[number % 20] ?? { status: 200, delayMs: 30 };
}

function isFailure(fate: Response): boolean {
  return fate === 'hang' || fate.status >= 300;
}

test('no event is lost or told wrongly when the receiver fails and the worker is killed', async () => {
  await using receiver = await startReceiver();
  const numberOf = (request: Received) => (messageOf(request).data as { n: number }).n;
  receiver.respond = (request, nth) => (nth === 1 ? fateOf(numberOf(request)) : { status: 200, delayMs: 30 });
  const partner = await createPartner();
  const { id, secret } = await createWebhook(partner, { url: receiver.url });

  const numbers = new Map<string, number>();
  let next = 0;
  const publishing = Array.from({ length: PUBLISHERS }, async () => {
    while (next < EVENTS) {
      const n = next;
      next += 1;
      numbers.set(await publish(partner, 'cosell.updated', { n }), n);
    }
  });
  await waitUntil(
    'requests',
    async () => receiver.received.length,
    (count) => count >= KILL_AFTER,
    { limitMs: 120_000 },
  );
  await stack.kill('worker', 'SIGKILL');
  await Promise.all(publishing);
  expect(numbers.size).toBe(EVENTS);
  await waitUntil(
    'all deliveries',
    async () => (await pageOf(partner, id, { status: 'pending', per_page: 100 })).data.map((delivery) => delivery.id),
    (pending) => pending.length === 0,
    { limitMs: 200_000 },
  );

  // Received equals published, with valid signatures.
  const requests = Map.groupBy(receiver.received, (request) => request.id);
  expect([...requests.keys()].sort()).toEqual([...numbers.keys()].sort());
  for (const request of receiver.received) {
    expect(isSigned(request, secret)).toBe(true);
    expect(messageOf(request)).toMatchObject({ id: request.id, type: 'cosell.updated' });
    expect(numbers.get(request.id)).toBe(numberOf(request));
  }
  const deliveries = await deliveriesOf(partner, id);
  expect(deliveries.map((delivery) => delivery.id).sort()).toEqual([...numbers.keys()].sort());
  expect(new Set(deliveries.map(({ attributes }) => attributes.status))).toEqual(new Set(['delivered']));

  // Every request has its attempt. Requests in flight at the kill are recorded as interrupted, and only those come twice.
  let interruptions = 0;
  for (const [evt, n] of numbers) {
    const attempts = await attemptsOf(partner, id, evt);
    expect(attempts.map(({ number }) => number)).toEqual(attempts.map((_, index) => index + 1));
    expect(attempts.at(-1)).toMatchObject({ outcome: 'succeeded', response_code: 200 });
    expect(attempts.filter(({ outcome }) => outcome === 'succeeded')).toHaveLength(1);
    const interrupted = attempts.filter(({ outcome }) => outcome === 'interrupted').length;
    interruptions += interrupted;
    expect(interrupted).toBeLessThanOrEqual(1);
    const got = requests.get(evt)?.length ?? 0;
    expect(got).toBeGreaterThanOrEqual(attempts.length - interrupted);
    expect(got).toBeLessThanOrEqual(attempts.length);
    if (interrupted > 0) continue;
    const fate = fateOf(n);
    const failures = attempts.filter(({ outcome }) => outcome === 'failed');
    expect({ n, got, failures: failures.length }).toEqual({
      n,
      got: attempts.length,
      failures: isFailure(fate) ? 1 : 0,
    });
    if (!isFailure(fate)) continue;
    expect(failures[0]).toMatchObject(
      fate === 'hang'
        ? { response_code: null, error_class: 'timeout' }
        : { response_code: fate.status, error_class: 'http' },
    );
  }
  expect(interruptions).toBeGreaterThan(0);
  expect(await webhookOf(partner, id)).toMatchObject({ active: true, failure_count: 0, disabled_reason: null });
});

test('workers that share the queues do together what one that serves all does', async () => {
  await using receiver = await startReceiver();
  const others = QUEUES.filter((queue) => queue !== MAIN_QUEUE);
  const kinds = { 'worker-main': [MAIN_QUEUE], 'worker-others': others };
  const metrics: string[] = [];
  for (const [name, queues] of Object.entries(kinds)) {
    const port = String(await freePort());
    await stack.add('worker', name, { WORKER_QUEUES: queues.join(', '), METRICS_PORT: port });
    metrics.push(`http://127.0.0.1:${port}`);
  }
  await stack.pause('worker');
  const partner = await createPartner();
  await createWebhook(partner, { url: receiver.url, events: ['cosell.updated'] });
  const event = await publish(partner, 'cosell.updated', {});
  await waitUntil('the delivery', () => receiver.received.some(({ id }) => id === event));
  await complete(partner, 'blog_post', { settings: { topic: 'Workers of two kinds' } });

  const [ofMain = '', ofOthers = ''] = await Promise.all(
    metrics.map(async (url) => (await fetch(`${url}/metrics`)).text()),
  );
  for (const queue of QUEUES) {
    const servedBy = [ofMain, ofOthers].map((text) => text.includes(`marketwright_queue_served{queue="${queue}"} 1`));
    expect([queue, servedBy]).toEqual([queue, [queue === MAIN_QUEUE, queue !== MAIN_QUEUE]]);
  }
  expect(ofMain).toContain('marketwright_outbox_oldest_seconds');
  expect(ofOthers).not.toContain('marketwright_outbox_oldest_seconds');
  expect(ofOthers).toContain('marketwright_webhook_oldest_due_seconds');
});
