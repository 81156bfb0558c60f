import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { isSigned, messageOf, standardSigners, startReceiver } from '../../../test/environment/receiver.ts';
import { answer } from '../../../test/environment/send-results.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import {
  attemptsOf,
  createSubscriber,
  deliveriesOf,
  drain,
  endpointOf,
  hookedDatabase,
  publish,
  type Send,
  startInstance,
  type TestInstance,
} from '../../../test/environment/webhook-operations.ts';
import type { DeliveryAttempt, Deps } from '../../kernel/deps.ts';
import { perform } from '../../kernel/step.ts';
import { pauseWebhook, resumeWebhook } from '../operations/pause-webhook.ts';
import { resendDelivery } from '../operations/recover-deliveries.ts';
import { rotateSecret } from '../operations/rotate-secret.ts';
import { toggleWebhook, updateWebhook } from '../operations/update-webhook.ts';
import { FIRST_PROBE_PAUSE_MS, RETRY_PAUSES_MS } from '../rules.ts';
import { drainEndpoint } from './drain-endpoint.ts';

jest.setTimeout(120_000);

const NOON = new Date('2026-05-10T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let service: TestService;
let instance: TestInstance;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  instance = await startInstance(service);
  // Pauses as long as the schedule has them.
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
});
afterEach(async () => {
  jest.restoreAllMocks();
  service.setClock(undefined);
  await instance.die();
});
afterAll(() => service.stop());

const later = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
const always =
  (...of: Parameters<typeof answer>): Send =>
  async () =>
    answer(...of);

/** A promise with its resolver. */
function gate(): { open: () => void; opened: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}

describe('a delivery', () => {
  test('goes to a real server, signed, and is recorded', async () => {
    await using receiver = await startReceiver();
    const { id, secret, partner } = await createSubscriber(service, receiver.url);
    const evts = await publish(service, partner.id, 30);
    const end = await drain(service, id, { instance });
    expect(end).toMatchObject({
      waitMs: null,
      health: { backlog: 0, failures: 0, lastResponseCode: 200, active: true },
    });
    expect(receiver.received.map((got) => got.id).sort()).toEqual([...evts].sort());
    for (const got of receiver.received) {
      expect(isSigned(got, secret)).toBe(true);
      expect(messageOf(got)).toMatchObject({ id: got.id, type: 'cosell.updated' });
    }
    for (const delivery of await deliveriesOf(service, id)) {
      expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, lease_token: null, last_response_code: 200 });
      expect(delivery.finished_at).not.toBeNull();
    }
    const attempts = await attemptsOf(service, id);
    expect(attempts).toHaveLength(30);
    expect(new Set(attempts.map(({ outcome }) => outcome))).toEqual(new Set(['succeeded']));
    expect(await endpointOf(service, id)).toMatchObject({ drain_token: null, next_due_at: null, failure_count: 0 });
  });

  test('for whose host there is no slot free is sent later, as if nothing had been tried', async () => {
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id);
    const send = jest.fn(always(200)).mockResolvedValueOnce(answer(null, { errorClass: 'busy' }));
    await drain(service, id, { instance, send });
    expect(send).toHaveBeenCalledTimes(2);
    expect(await attemptsOf(service, id)).toMatchObject([{ number: 1, outcome: 'succeeded' }]);
    expect(await endpointOf(service, id)).toMatchObject({ failure_count: 0 });
  });

  test('whose host is full for long is asked for rarely, and its drain shows that it lives', async () => {
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id, 50);
    let asked = 0;
    const send: Send = async () => {
      asked += 1;
      return asked <= 7 ? answer(null, { errorClass: 'busy' }) : answer(200);
    };
    const drained = drain(service, id, { instance, send });
    const { drain_seen_at: begun } = await waitUntil(
      'a drain',
      () => endpointOf(service, id),
      ({ drain_token }) => drain_token !== null,
    );
    await waitUntil(
      'a sign of life',
      async () => (await endpointOf(service, id)).drain_seen_at?.getTime() !== begun?.getTime(),
    );
    await drained;
    // Five at first, then one after each pause.
    expect(asked).toBe(57);
    expect(
      (await deliveriesOf(service, id)).every(({ status, attempts }) => status === 'delivered' && attempts === 1),
    ).toBe(true);
  });

  test('that failed waits for its next attempt and then succeeds', async () => {
    service.setClock(NOON);
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id);
    const first = await drain(service, id, { instance, send: always(500) });
    expect(first).toMatchObject({ waitMs: RETRY_PAUSES_MS[0], health: { backlog: 1, failures: 1 } });
    expect(await endpointOf(service, id)).toMatchObject({
      drain_token: null,
      failure_count: 1,
      last_response_code: 500,
    });
    const sent = jest.fn(always(200));
    expect(await drain(service, id, { instance, send: sent })).toMatchObject({ waitMs: RETRY_PAUSES_MS[0] });
    expect(sent).not.toHaveBeenCalled();
    service.setClock(later(NOON, RETRY_PAUSES_MS[0] ?? 0));
    expect(await drain(service, id, { instance, send: sent })).toMatchObject({ waitMs: null });
    expect(await attemptsOf(service, id)).toMatchObject([
      { number: 1, outcome: 'failed', response_code: 500, error_class: 'http' },
      { number: 2, outcome: 'succeeded', response_code: 200, error_class: null },
    ]);
    expect(await endpointOf(service, id)).toMatchObject({ failure_count: 0 });
  });

  /** Lets a delivery fail until its attempts are used up; returns the times of the attempts. */
  async function exhaust(id: number): Promise<Date[]> {
    const moments: Date[] = [];
    for (;;) {
      const delivery = (await deliveriesOf(service, id)).find(({ status }) => status === 'pending');
      if (!delivery || moments.length > 12) return moments;
      service.setClock(delivery.due_at);
      moments.push(delivery.due_at);
      await drain(service, id, { instance, send: always(500), answers: 1 });
    }
  }

  test('is given up after eleven attempts; its endpoint lives on', async () => {
    service.setClock(NOON);
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id);
    const moments = await exhaust(id);
    const pauses = moments.slice(1).map((moment, index) => moment.getTime() - (moments[index]?.getTime() ?? 0));
    expect(pauses).toEqual(RETRY_PAUSES_MS);
    expect(await deliveriesOf(service, id)).toMatchObject([{ status: 'failed', failures: 11, attempts: 11 }]);
    expect((await attemptsOf(service, id)).map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(await endpointOf(service, id)).toMatchObject({ active: true, failure_count: 11 });
  });

  test('that is given up after five days without a success switches the endpoint off', async () => {
    service.setClock(NOON);
    const { id, call, partner } = await createSubscriber(service);
    service.setClock(later(NOON, 2 * DAY_MS));
    await publish(service, partner.id);
    const moments = await exhaust(id);
    expect(moments).toHaveLength(11);
    const off = await endpointOf(service, id);
    expect(off).toMatchObject({ active: false, disabled_reason: expect.stringContaining('five days') });
    await publish(service, partner.id);
    expect((await deliveriesOf(service, id)).map(({ status }) => status)).toEqual(['failed', 'skipped']);
    await service.run(call, toggleWebhook, { params: { id: id } });
    expect(await endpointOf(service, id)).toMatchObject({ active: true, disabled_reason: null, failure_count: 0 });
  });

  test('has all its attempts again when it is sent once more', async () => {
    service.setClock(NOON);
    const { id, call, partner } = await createSubscriber(service);
    const [evt] = await publish(service, partner.id);
    await exhaust(id);
    await service.run(call, resendDelivery, { params: { id: id, evt: evt ?? '' } });
    expect(await exhaust(id)).toHaveLength(11);
    expect(await deliveriesOf(service, id)).toMatchObject([{ status: 'failed', failures: 11, attempts: 22 }]);
  });

  test('waits as long as the endpoint asks for, up to a day', async () => {
    service.setClock(NOON);
    for (const [asked, kept] of [
      [HOUR_MS, HOUR_MS],
      [3 * DAY_MS, DAY_MS],
    ] as const) {
      const { id, partner } = await createSubscriber(service);
      await publish(service, partner.id);
      await drain(service, id, { instance, send: always(429, { retryAfterMs: asked }), answers: 1 });
      expect(await deliveriesOf(service, id)).toMatchObject([{ status: 'pending', due_at: later(NOON, kept) }]);
    }
  });

  test('follows no redirect and shows what was answered', async () => {
    await using target = await startReceiver();
    await using receiver = await startReceiver();
    receiver.respond = () => ({ status: 308, headers: { Location: target.url }, body: 'over there' });
    const { id, partner } = await createSubscriber(service, receiver.url);
    await publish(service, partner.id);
    await drain(service, id, { instance, answers: 1 });
    expect(await attemptsOf(service, id)).toMatchObject([
      { outcome: 'failed', response_code: 308, response_excerpt: 'over there' },
    ]);
    expect(target.received).toEqual([]);
  });
});

describe('410', () => {
  test('switches the endpoint off at once and skips what waits, but not what is under way', async () => {
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id, 20);
    let sent = 0;
    const others = gate();
    const send: Send = async () => {
      sent += 1;
      if (sent === 1) return answer(410);
      await others.opened;
      return answer(sent % 2 === 0 ? 200 : 500);
    };
    const drained = drain(service, id, { instance, send });
    await waitUntil('the endpoint to be switched off', async () => !(await endpointOf(service, id)).active);
    others.open();
    await drained;
    expect(await endpointOf(service, id)).toMatchObject({
      drain_token: null,
      disabled_reason: expect.stringContaining('410'),
    });
    const deliveries = await deliveriesOf(service, id);
    const attempts = await attemptsOf(service, id);
    expect(attempts).toHaveLength(sent);
    const succeeded = attempts.filter(({ outcome }) => outcome === 'succeeded').length;
    expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(succeeded);
    expect(deliveries.filter(({ status }) => status === 'skipped')).toHaveLength(20 - succeeded);
  });
});

describe('an endpoint that only times out', () => {
  test('is left alone but for a probe now and then, and served again when one succeeds', async () => {
    service.setClock(NOON);
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id, 20);
    const dead = jest.fn(always(null));
    expect(await drain(service, id, { instance, send: dead })).toMatchObject({
      waitMs: FIRST_PROBE_PAUSE_MS,
      health: { timeouts: 5, backlog: 20 },
    });
    expect(dead).toHaveBeenCalledTimes(5);
    expect(await drain(service, id, { instance, send: dead })).toMatchObject({ waitMs: FIRST_PROBE_PAUSE_MS });
    expect(dead).toHaveBeenCalledTimes(5);

    service.setClock(later(NOON, FIRST_PROBE_PAUSE_MS));
    expect(await drain(service, id, { instance, send: dead })).toMatchObject({ waitMs: 2 * FIRST_PROBE_PAUSE_MS });
    expect(dead).toHaveBeenCalledTimes(6);
    expect(await endpointOf(service, id)).toMatchObject({ timeout_count: 6, failure_count: 6 });

    service.setClock(later(NOON, 10 * FIRST_PROBE_PAUSE_MS));
    let inFlight = 0;
    const together: number[] = [];
    const healed: Send = async () => {
      inFlight += 1;
      together.push(inFlight);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inFlight -= 1;
      return answer(200);
    };
    expect(await drain(service, id, { instance, send: healed })).toMatchObject({ waitMs: null });
    expect(together.slice(0, 2)).toEqual([1, 1]);
    expect(Math.max(...together)).toBeGreaterThan(1);
    expect((await deliveriesOf(service, id)).map(({ status }) => status)).toEqual(Array(20).fill('delivered'));
    expect(await endpointOf(service, id)).toMatchObject({ timeout_count: 0, failure_count: 0 });
  });
});

test('a drain with nothing to do waits two seconds for more', async () => {
  const { id } = await createSubscriber(service);
  const startedAt = performance.now();
  await drain(service, id, { instance, deps: { drainLingerMs: undefined } });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_990);
});

describe('a lease', () => {
  test('of an instance that died is taken over at once; its attempt counts as interrupted', async () => {
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id, 3);
    const lost = await startInstance(service);
    const begunAt = Date.now();
    const [reached, late] = [gate(), gate()];
    let begun = 0;
    const first = drain(service, id, {
      instance: lost,
      answers: 3,
      send: async () => {
        begun += 1;
        if (begun === 3) reached.open();
        await late.opened;
        return answer(200);
      },
    });
    await reached.opened;
    const reachedAt = Date.now();
    await waitUntil('a later moment', () => Date.now() > reachedAt);
    const diedAt = Date.now();
    await lost.die();
    await drain(service, id, { instance, send: always(500), answers: 3 });
    // Late responses do not overwrite the others.
    late.open();
    await first;
    for (const attempt of await attemptsOf(service, id)) {
      expect(attempt.started_at.getTime()).toBeGreaterThanOrEqual(begunAt - 1_000);
      if (attempt.number === 1) expect(attempt.started_at.getTime()).toBeLessThan(diedAt);
      else expect(attempt.started_at.getTime()).toBeGreaterThanOrEqual(diedAt);
    }
    expect(await deliveriesOf(service, id)).toMatchObject(
      Array(3).fill({ status: 'pending', failures: 1, attempts: 2, lease_token: null }),
    );
    expect(await attemptsOf(service, id)).toMatchObject(
      Array(3)
        .fill([
          { number: 1, outcome: 'interrupted', response_code: null, duration_ms: null },
          { number: 2, outcome: 'failed', response_code: 500 },
        ])
        .flat(),
    );
  });

  test('of an instance that lives is left alone until it lapses, without asking all the time', async () => {
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id);
    const slow = await startInstance(service);
    const [reached, late] = [gate(), gate()];
    const first = drain(service, id, {
      instance: slow,
      send: async () => {
        reached.open();
        await late.opened;
        return answer(410);
      },
      answers: 1,
    });
    await reached.opened;
    const send = jest.fn(always(201));
    let statements = 0;
    const claimedAt: number[] = [];
    const counted = hookedDatabase(service, (text) => {
      statements += 1;
      if (text.includes('lease_token = $4')) claimedAt.push(performance.now());
    });
    const second = drain(service, id, { instance, send, answers: 1, deps: counted });
    await waitUntil('four looks', () => claimedAt.length >= 4);
    expect(send).not.toHaveBeenCalled();
    expect(statements).toBeLessThan(30);
    const [firstLook = 0, , , fourthLook = 0] = claimedAt;
    expect(fourthLook - firstLook).toBeGreaterThan(3 * 240);
    await service.deps.db.query(
      `UPDATE webhook_delivery SET lease_until = clock_timestamp() - interval '1 s' WHERE endpoint_id = $1`,
      [id],
    );
    await second;
    expect(send).toHaveBeenCalledTimes(1);
    // The late response does not overwrite the other one and does not switch anything off.
    late.open();
    await first;
    expect(await endpointOf(service, id)).toMatchObject({ active: true, failure_count: 0, last_response_code: 201 });
    expect(await attemptsOf(service, id)).toMatchObject([
      { number: 1, outcome: 'interrupted' },
      { number: 2, outcome: 'succeeded', response_code: 201 },
    ]);
    expect(await deliveriesOf(service, id)).toMatchObject([{ status: 'delivered', attempts: 2 }]);
    await slow.die();
  });

  test('keeps two drains of one endpoint from sending a delivery twice', async () => {
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id, 300);
    const sent: string[] = [];
    const send: Send = async ({ headers }) => {
      sent.push(String(headers['X-Service-Delivery']));
      await new Promise((resolve) => setTimeout(resolve, randomInt(20)));
      return answer(200);
    };
    await Promise.all([
      drain(service, id, { instance, send }),
      drain(service, id, { instance, send }),
      drain(service, id, { instance, send }),
    ]);
    expect(sent).toHaveLength(300);
    expect(new Set(sent).size).toBe(300);
    expect(await attemptsOf(service, id)).toHaveLength(300);
    expect(await endpointOf(service, id)).toMatchObject({ drain_token: null, next_due_at: null });
  });

  test('is not taken while the instance’s own lock is away', async () => {
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id);
    let asked = 0;
    const send = jest.fn(always(200));
    const lock = () => {
      asked += 1;
      return asked > 1 && asked < 5 ? null : instance.number;
    };
    await drain(service, id, { instance: lock, send, answers: 1 });
    expect(asked).toBeGreaterThanOrEqual(5);
    expect(send).toHaveBeenCalledTimes(1);
  });
});

describe('a drain', () => {
  test('that is to stop ends what is under way and gives the rest back unused', async () => {
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id, 50);
    const stop = new AbortController();
    const [reached, late] = [gate(), gate()];
    let begun = 0;
    const ended = drain(service, id, {
      instance,
      deps: { stopping: stop.signal },
      send: async () => {
        begun += 1;
        if (begun === 5) reached.open();
        await late.opened;
        return answer(200);
      },
    });
    await reached.opened;
    stop.abort();
    late.open();
    expect(await ended).toMatchObject({ waitMs: 0 });
    const deliveries = await deliveriesOf(service, id);
    expect(deliveries.filter(({ status }) => status === 'delivered')).toHaveLength(begun);
    for (const delivery of deliveries.filter(({ status }) => status === 'pending')) {
      expect(delivery).toMatchObject({ attempts: 0, lease_token: null });
    }
    expect(await attemptsOf(service, id)).toHaveLength(begun);
  });

  test('keeps what it sent when the database fails for a moment', async () => {
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id, 5);
    let failures = 3;
    const restarting = hookedDatabase(service, (text) => {
      if (!text.includes('INSERT INTO webhook_attempt') || !text.includes('jsonb_to_recordset') || failures === 0)
        return;
      failures -= 1;
      throw new Error('The database restarts.');
    });
    const send = jest.fn(always(200));
    await drain(service, id, { instance, send, answers: 5, deps: restarting });
    expect(failures).toBe(0);
    expect(send).toHaveBeenCalledTimes(5);
    expect((await deliveriesOf(service, id)).map(({ status }) => status)).toEqual(Array(5).fill('delivered'));
  });

  test('holds back while the endpoint is paused', async () => {
    const { id, call, partner } = await createSubscriber(service);
    const params = { id: id };
    await service.run(call, pauseWebhook, { params });
    await publish(service, partner.id, 3);
    const send = jest.fn(always(200));
    expect(await drain(service, id, { instance, send })).toMatchObject({ waitMs: null, health: { backlog: 3 } });
    expect(send).not.toHaveBeenCalled();
    expect(await endpointOf(service, id)).toMatchObject({ drain_token: null, next_due_at: null });
    await service.run(call, resumeWebhook, { params });
    expect(await endpointOf(service, id)).toMatchObject({ woken_at: expect.any(Date) });
    await drain(service, id, { instance, send });
    expect(send).toHaveBeenCalledTimes(3);
  });

  test('stops sending soon after the endpoint is paused', async () => {
    const { id, call, partner } = await createSubscriber(service);
    await publish(service, partner.id, 100);
    let sent = 0;
    const send: Send = async () => {
      sent += 1;
      if (sent === 10) await service.run(call, pauseWebhook, { params: { id: id } });
      await new Promise((resolve) => setTimeout(resolve, 100));
      return answer(200, { durationMs: 100 });
    };
    await drain(service, id, { instance, send });
    expect(sent).toBeLessThan(40);
    expect((await deliveriesOf(service, id)).filter(({ status }) => status === 'pending')).toHaveLength(100 - sent);
  });

  test('signs with the new secret and the old one as soon as there is one', async () => {
    await using receiver = await startReceiver();
    const { id, call, secret, partner } = await createSubscriber(service, receiver.url);
    const rotated = gate();
    receiver.respond = () => ({ status: 200, delayMs: 20 });
    await publish(service, partner.id, 5);
    const drained = drain(service, id, { instance, answers: 10 });
    await waitUntil('five requests', () => receiver.received.length >= 5);
    const { secret: fresh } = await service.run(call, rotateSecret, { params: { id: id }, input: {} });
    rotated.open();
    await publish(service, partner.id, 5);
    await drained;
    const secrets = [fresh ?? '', secret];
    for (const got of receiver.received.slice(0, 5)) expect(isSigned(got, secret)).toBe(true);
    for (const got of receiver.received.slice(5)) {
      expect(isSigned(got, fresh ?? '')).toBe(true);
      expect(standardSigners(got, secrets)).toEqual(secrets);
    }
    expect(receiver.received).toHaveLength(10);
  });

  test('signs with the old secret no longer than the overlap', async () => {
    service.setClock(NOON);
    const { id, call, partner } = await createSubscriber(service);
    const input = { overlap_hours: 24 };
    await service.run(call, rotateSecret, { params: { id: id }, input });
    const signatures: number[] = [];
    const send: Send = async ({ headers }) => {
      signatures.push(String(headers['webhook-signature']).split(' ').length);
      return answer(200);
    };
    for (const moment of [later(NOON, DAY_MS - 1), later(NOON, DAY_MS)]) {
      service.setClock(moment);
      await publish(service, partner.id);
      await drain(service, id, { instance, send, answers: 1 });
    }
    expect(signatures).toEqual([2, 1]);
  });

  test('sends to a new URL as soon as there is one', async () => {
    const { id, call, partner } = await createSubscriber(service);
    await publish(service, partner.id);
    const urls: string[] = [];
    const url = 'http://127.0.0.1:10/new';
    const send: Send = async (message) => {
      urls.push(message.url);
      if (urls.length === 1) {
        await service.run(call, updateWebhook, { params: { id: id }, input: { url } });
        await publish(service, partner.id);
      }
      return answer(200);
    };
    await drain(service, id, { instance, send });
    expect(urls).toEqual(['http://127.0.0.1:9/hook', url]);
  });

  test('gives up what has lost its payload, sends the rest and goes idle', async () => {
    const { id, partner } = await createSubscriber(service);
    const evts = await publish(service, partner.id, 30);
    const lost = evts.slice(0, 20);
    await service.deps.db.query('DELETE FROM platform_event WHERE id = ANY ($1)', [lost]);
    const send = jest.fn(always(200));
    expect(await drain(service, id, { instance, send })).toMatchObject({ waitMs: null, health: { failures: 0 } });
    expect(send).toHaveBeenCalledTimes(10);
    for (const delivery of await deliveriesOf(service, id)) {
      const status = lost.includes(delivery.event_id) ? 'failed' : 'delivered';
      expect(delivery).toMatchObject({ status, lease_token: null, attempts: 1 });
    }
  });

  test('reports each answer to staff and to operators, and ends when it is cancelled', async () => {
    service.setClock(NOON);
    const { id, partner } = await createSubscriber(service);
    await publish(service, partner.id, 2);
    const [counted, reported]: [DeliveryAttempt[], unknown[]] = [[], []];
    const cancelled = new AbortController();
    const answers = [answer(200, { durationMs: 3 }), answer(500, { durationMs: 4 })];
    const deps: Deps = {
      ...service.deps,
      instance: () => instance.number,
      sender: { ...service.deps.sender, send: async () => answers.shift() ?? answer(418) },
      meters: {
        ...service.deps.meters,
        deliveryAttempted(attempt) {
          counted.push(attempt);
          if (counted.length >= 2) cancelled.abort();
        },
      },
    };
    const report = (progress: unknown) => reported.push(progress);
    service.setClock(later(NOON, 1_500));
    const end = await perform(deps, drainEndpoint, { endpointId: id }, { signal: cancelled.signal, report });
    expect(end).toMatchObject({ waitMs: 0 });
    expect(counted).toEqual([
      { outcome: 'succeeded', durationMs: 3, firstWaitMs: 1_500 },
      { outcome: 'http', durationMs: 4, firstWaitMs: 1_500 },
    ]);
    const none = { delivered: 0, failed: 0, last_response_code: null, last_error: null };
    expect(reported[0]).toEqual(none);
    expect(reported.at(-1)).toEqual({ delivered: 1, failed: 1, last_response_code: 500, last_error: 'It failed.' });

    // A later attempt does not measure the wait for the first.
    service.setClock(later(NOON, HOUR_MS));
    await drain(service, id, { instance, send: always(null), answers: 1, deps: { meters: deps.meters } });
    expect(counted.at(-1)).toEqual({ outcome: 'timeout', durationMs: 1, firstWaitMs: null });
  });

  test('has nothing to do for an endpoint that is gone', async () => {
    expect(await drain(service, 999_999_999, { instance })).toEqual({ waitMs: null });
  });
});
