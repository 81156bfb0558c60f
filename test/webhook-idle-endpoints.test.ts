import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import pg from 'pg';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { copyWebhook } from './environment/many-endpoints.ts';
import { createPartner } from './environment/partners.ts';
import { startReceiver } from './environment/receiver.ts';
import { publishRunningStack } from './environment/running-stack.ts';
import { waitUntil } from './environment/wait-until.ts';
import { countTakeOvers, countWakes } from './environment/webhook-signals.ts';
import { createWebhook, publish } from './environment/webhooks.ts';

jest.setTimeout(300_000);

const PARTNERS = 3;
const ENDPOINTS_EACH = 100;
const ENDPOINTS = PARTNERS * ENDPOINTS_EACH;

let stack: Stack;
let database: pg.Pool;
beforeAll(async () => {
  stack = await startStack({ sandboxAiLatencyMs: 0, serviceEnvironment: { LOG_LEVEL: 'warn' } });
  publishRunningStack(stack);
  database = new pg.Pool({ connectionString: stack.urls.databaseUrl, max: 1 });
});
afterAll(async () => {
  await database.end();
  await stack.stop();
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
