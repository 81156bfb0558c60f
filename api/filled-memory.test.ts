import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { createGateways } from '../infra/payments/gateways.ts';
import { startTestEdge, type TestEdge } from '../test/environment/edge.ts';
import { sampleRoutes } from '../test/environment/sample-routes.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { waitUntil } from '../test/environment/wait-until.ts';

jest.setTimeout(60_000);

/** Bodies of one MiB that fit, and one more. */
const BODIES = 129;
const RECORD = '/api/v1/samples/5';
const GATEWAY = '/webhooks/v1/generic';

let service: TestService;
let edge: TestEdge;
const clients: Socket[] = [];
beforeAll(async () => {
  service = await startTestService();
  const gateways = createGateways({ stripe: [], generic: ['a-secret-of-a-gateway'] });
  edge = await startTestEdge({ ...service, deps: { ...service.deps, gateways } }, sampleRoutes);
});
afterEach(() => leave());
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

async function newKey(): Promise<string> {
  const { partner, plaintext } = await service.createCaller({ rate_limit_per_minute: 10_000 });
  await service.deps.db.query(`UPDATE partner SET plan = 'enterprise' WHERE id = $1`, [partner.id]);
  return plaintext ?? '';
}

/** Begins requests whose bodies never come. */
async function fill(path: string, headers: string): Promise<void> {
  const { port } = new URL(edge.origin);
  for (let index = 0; index < BODIES; index += 1) {
    const client = connect(Number(port), '127.0.0.1');
    client.on('error', () => undefined);
    clients.push(client);
    await once(client, 'connect');
    client.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: 1048576\r\n\r\n{`);
  }
}

function leave(): void {
  for (const client of clients.splice(0)) client.destroy();
}

test('a partner whose requests have no end gets 503, others are served, and so is the partner once they have one', async () => {
  const [loud, quiet] = [await newKey(), await newKey()];
  const statusOf = async (key: string) => (await edge.request(RECORD, { key })).status;
  await fill('/api/v1/samples', `Authorization: Bearer ${loud}\r\n`);
  await waitUntil('a refusal', async () => (await statusOf(loud)) === 503);
  const refused = await edge.request(RECORD, { key: loud });
  expect(refused.body.error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retry_after: 5 });
  expect(refused.headers.get('Retry-After')).toBe('5');
  expect(await statusOf(quiet)).toBe(200);
  leave();
  await waitUntil('room', async () => (await statusOf(loud)) === 200);
});

test('an address that fills the path of a payment gateway is refused before its bodies are read', async () => {
  await fill(GATEWAY, '');
  const send = () => edge.request(GATEWAY, { method: 'POST', body: '{}' });
  await waitUntil('a refusal', async () => (await send()).status === 503);
  leave();
  // Its signature is missing.
  await waitUntil('room', async () => (await send()).status === 401);
});
