import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { Deps } from '../domain/kernel/deps.ts';
import { WOKEN_TOPIC } from '../domain/webhooks/rules.ts';
import { ClocksDiffer } from '../infra/clock/comparison.ts';
import { AGREEING_CLOCKS } from '../test/environment/agreeing-clocks.ts';
import { copyWebhook } from '../test/environment/many-endpoints.ts';
import { answer } from '../test/environment/send-results.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { waitUntil } from '../test/environment/wait-until.ts';
import { createSubscriber, LINGER_MS, publish, startInstance } from '../test/environment/webhook-operations.ts';
import { startWebhookDrains } from './webhook-drains.ts';

jest.setTimeout(60_000);

const log = pino({ level: 'silent' });

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

let stop: () => Promise<void> = async () => undefined;
afterEach(() => stop());

/** A partner with so many idle endpoints; returns its id. */
async function subscriberWith(endpoints: number): Promise<number> {
  const { partner, id } = await createSubscriber(service);
  await copyWebhook((sql, values) => service.deps.db.query(sql, values), id, endpoints - 1);
  return partner.id;
}

/** Drains with room for so many, as a worker runs them; `wake` is the notification of woken endpoints. */
async function startDrains(
  maxDrains: number,
  drainLingerMs: number,
  { clocks = AGREEING_CLOCKS, warn = (_line: { err: unknown }): void => {} } = {},
) {
  const instance = await startInstance(service);
  let sent = 0;
  const send = async () => {
    sent += 1;
    return answer(200);
  };
  const subscribers = new Map<string, () => void>();
  const subscribe = (topic: string, onWake: () => void) => {
    subscribers.set(topic, onWake);
    return () => void subscribers.delete(topic);
  };
  const stopping = new AbortController();
  const deps: Deps = {
    ...service.deps,
    instance: () => instance.number,
    notifications: { ...service.deps.notifications, subscribe },
    drainLingerMs,
    sender: { send, objection: async () => null },
    stopping: stopping.signal,
  };
  const drains = startWebhookDrains({ deps, clocks, log: { ...log, warn } as never }, { maxDrains });
  stop = async () => {
    stopping.abort();
    await drains.stop();
    await instance.die();
  };
  return {
    wake: () => subscribers.get(WOKEN_TOPIC)?.(),
    async untilSent(count: number) {
      await waitUntil(
        `${count} deliveries`,
        () => sent,
        (seen) => seen === count,
        { limitMs: 15_000 },
      );
    },
  };
}

test('the last room of a process is used while its other drains wait for more', async () => {
  const [many, few] = [await subscriberWith(8), await subscriberWith(4)];
  const drains = await startDrains(12, 60_000);
  await publish(service, many);
  drains.wake();
  await drains.untilSent(8);
  await publish(service, few);
  drains.wake();
  await drains.untilSent(12);
});

test('no drain begins by a clock that differs, which would put the next attempts off for as long; all do once it is right', async () => {
  const warned: unknown[] = [];
  let isWrong = true;
  const requireAgreement = async () => {
    if (isWrong) throw new ClocksDiffer(365 * 86_400_000);
  };
  const partnerId = await subscriberWith(3);
  await publish(service, partnerId);
  const drains = await startDrains(12, LINGER_MS, {
    clocks: { requireAgreement },
    warn: ({ err }) => void warned.push(err),
  });
  await waitUntil('the refusal', () => warned.length > 0);
  expect(warned[0]).toBeInstanceOf(ClocksDiffer);
  await drains.untilSent(0);
  isWrong = false;
  await drains.untilSent(3);
});

test('endpoints without room are drained as soon as drains end', async () => {
  const [first, second] = [await subscriberWith(12), await subscriberWith(5)];
  const drains = await startDrains(12, LINGER_MS);
  await publish(service, first);
  await publish(service, second);
  drains.wake();
  await drains.untilSent(17);
});
