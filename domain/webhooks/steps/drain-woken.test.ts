import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { createSecretBox } from '../../../infra/secrets/secret-box.ts';
import { answer } from '../../../test/environment/send-results.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import {
  createSubscriber,
  deliveriesOf,
  drain,
  endpointOf,
  hookedDatabase,
  LINGER_MS,
  publish,
  type Send,
  startInstance,
  type TestInstance,
  wakesOf,
} from '../../../test/environment/webhook-operations.ts';
import type { Deps } from '../../kernel/deps.ts';
import { perform } from '../../kernel/step.ts';
import { rotateSecret } from '../operations/rotate-secret.ts';
import { testWebhook } from '../operations/test-webhook.ts';
import { UNREADABLE_PAUSE_MS } from '../signature.ts';
import { claimWokenEndpoints, drainWoken } from './drain-woken.ts';

jest.setTimeout(60_000);

let service: TestService;
let instance: TestInstance;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  instance = await startInstance(service);
});
afterEach(() => instance.die());
afterAll(() => service.stop());

/** Takes woken endpoints and drains them, as a worker does. */
async function drainAll(send: Send, more: Partial<Deps> = {}): Promise<void> {
  const deps: Deps = {
    ...service.deps,
    drainLingerMs: LINGER_MS,
    instance: () => instance.number,
    sender: { send, objection: async () => null },
    ...more,
  };
  const { drains } = await perform(deps, claimWokenEndpoints, { limit: 100 });
  await Promise.all(drains.map((mark) => perform(deps, drainWoken, mark)));
}

test('what can be sent at once is sent without the engine', async () => {
  const { id, partner } = await createSubscriber(service);
  await publish(service, partner.id, 10);
  await drainAll(async () => answer(200));
  expect((await deliveriesOf(service, id)).map(({ status }) => status)).toEqual(Array(10).fill('delivered'));
  expect(await endpointOf(service, id)).toMatchObject({ drain_token: null, next_due_at: null, woken_at: null });
  expect(await wakesOf(service, id)).toBe(0);
});

test('what is left for later is left to the engine, asked once', async () => {
  const { id, partner } = await createSubscriber(service);
  await publish(service, partner.id, 3);
  await drainAll(async () => answer(500));
  const { next_due_at } = await endpointOf(service, id);
  const due = (await deliveriesOf(service, id)).map(({ due_at }) => due_at.getTime());
  expect(next_due_at?.getTime()).toBe(Math.min(...due));
  expect(await wakesOf(service, id)).toBe(1);
});

test('a drain that is to stop, or fails, leaves the rest to the engine', async () => {
  const { id, partner } = await createSubscriber(service);
  await publish(service, partner.id);
  await drainAll(async () => answer(200), { stopping: AbortSignal.abort() });
  expect(await wakesOf(service, id)).toBe(1);
  expect(await endpointOf(service, id)).toMatchObject({ drain_token: null, next_due_at: expect.any(Date) });

  await publish(service, partner.id);
  const failing = hookedDatabase(service, (text) => {
    if (text.includes('lease_token = $4')) throw new Error('No.');
  });
  await expect(drainAll(async () => answer(200), failing)).rejects.toThrow('No.');
  expect(await wakesOf(service, id)).toBe(2);
  expect(await endpointOf(service, id)).toMatchObject({ drain_token: null, next_due_at: expect.any(Date) });
});

test('by a clock that is set a year ahead meanwhile, neither the next attempt nor the endpoint waits for a year', async () => {
  const { id, partner } = await createSubscriber(service);
  await publish(service, partner.id);
  const stopping = new AbortController();
  const inAWeek = new Date(Date.now() + 7 * 86_400_000);
  const send = async () => {
    service.setClock(new Date(Date.now() + 365 * 86_400_000));
    stopping.abort();
    return answer(500);
  };
  try {
    await drainAll(send, { stopping: stopping.signal });
  } finally {
    service.setClock(undefined);
  }
  const [delivery] = await deliveriesOf(service, id);
  expect(delivery).toMatchObject({ status: 'pending', failures: 1 });
  expect(delivery?.due_at.getTime()).toBeLessThan(inAWeek.getTime());
  expect((await endpointOf(service, id)).next_due_at?.getTime()).toBeLessThan(inAWeek.getTime());
});

test('a drain that fails leaves the endpoint even where the database is away for long', async () => {
  const { id, partner } = await createSubscriber(service);
  await publish(service, partner.id);
  const realNow = performance.now.bind(performance);
  let awayMs = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => realNow() + awayMs);
  const failing = hookedDatabase(service, (text) => {
    if (text.includes('lease_token = $4')) throw new Error('No.');
  });
  const { transaction } = service.deps;
  const away: Deps['transaction'] = async (...given) => {
    if (awayMs > 60_000) return transaction(...given);
    awayMs += 40_000;
    throw new Error('The database is away.');
  };
  const fairShare = () => ({ ...failing.fairShare(''), transaction: away });
  try {
    await expect(drainAll(async () => answer(200), { ...failing, fairShare })).rejects.toThrow('No.');
  } finally {
    clock.mockRestore();
  }
  expect(await endpointOf(service, id)).toMatchObject({ drain_token: null, next_due_at: expect.any(Date) });
  expect(await wakesOf(service, id)).toBe(1);
});

test('a drain that was replaced begins nothing more, and leaves the endpoint to the other', async () => {
  const { id, partner } = await createSubscriber(service);
  await publish(service, partner.id, 300);
  const [first, second]: [string[], string[]] = [[], []];
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const into =
    (list: string[]): Send =>
    async ({ headers }) => {
      list.push(String(headers['X-Service-Delivery']));
      resolve();
      await new Promise((done) => setTimeout(done, 20));
      return answer(200, { durationMs: 100 });
    };
  const one = drainAll(into(first));
  await begun;
  await drain(service, id, { instance, send: into(second) });
  await one;
  expect(second.length).toBeGreaterThan(0);
  expect(first.length).toBeLessThan(100);
  expect(new Set([...first, ...second]).size).toBe(300);
  expect(first.length + second.length).toBe(300);
  expect(await wakesOf(service, id)).toBe(0);
});

test('a secret that cannot be read is a state of its endpoint, which others do not feel and a rotation mends', async () => {
  const [lost, kept] = [await createSubscriber(service), await createSubscriber(service)];
  const other = createSecretBox([randomBytes(32)]);
  await service.deps.db.query('UPDATE webhook_endpoint SET secret = $2 WHERE id = $1', [lost.id, other.seal('x')]);
  for (const { partner } of [lost, kept]) await publish(service, partner.id);
  const sent = jest.fn<Send>(async () => answer(200));
  await drainAll(sent);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(await deliveriesOf(service, kept.id)).toMatchObject([{ status: 'delivered' }]);
  expect(await deliveriesOf(service, lost.id)).toMatchObject([{ status: 'pending', attempts: 0 }]);
  const waiting = await endpointOf(service, lost.id);
  expect(waiting).toMatchObject({ active: true, secret_unreadable_at: expect.any(Date), drain_token: null });
  expect((waiting.next_due_at?.getTime() ?? 0) - Date.now()).toBeGreaterThan(UNREADABLE_PAUSE_MS / 2);
  await expect(service.run(lost.call, testWebhook, { input: { webhook_id: lost.id } })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(await drain(service, lost.id, { instance })).toMatchObject({ waitMs: UNREADABLE_PAUSE_MS });

  await service.run(lost.call, rotateSecret, { params: { id: lost.id }, input: {} });
  await drainAll(sent);
  expect(await deliveriesOf(service, lost.id)).toMatchObject([{ status: 'delivered' }]);
  expect(await endpointOf(service, lost.id)).toMatchObject({ secret_unreadable_at: null });
});

test('a secret that can be read again is no longer said to be lost', async () => {
  const { id, partner } = await createSubscriber(service);
  await service.deps.db.query('UPDATE webhook_endpoint SET secret_unreadable_at = now() WHERE id = $1', [id]);
  await publish(service, partner.id);
  await drainAll(async () => answer(200));
  expect(await endpointOf(service, id)).toMatchObject({ secret_unreadable_at: null });
});
