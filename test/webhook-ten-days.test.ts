import { expect, jest, test } from '@jest/globals';
import { recoverDeliveries } from '../domain/webhooks/operations/recover-deliveries.ts';
import { toggleWebhook } from '../domain/webhooks/operations/update-webhook.ts';
import type { DeliveryStatus, WebhookAttemptRow } from '../domain/webhooks/table.ts';
import { AcceleratedClock } from './environment/accelerated-clock.ts';
import { type AcceleratedWorker, startAcceleratedWorker } from './environment/accelerated-worker.ts';
import { isSigned, startReceiver } from './environment/receiver.ts';
import { codeOf } from './environment/service.ts';
import { waitUntil } from './environment/wait-until.ts';
import { attemptsOf, createSubscriber, deliveriesOf, endpointOf, publish } from './environment/webhook-operations.ts';

jest.setTimeout(300_000);

const START = new Date('2026-05-10T12:00:00Z');
const DAY_MS = 86_400_000;
/** The documented pauses: 5 s, 1 min, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
const SCHEDULE_MS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
  (seconds) => seconds * 1_000,
);
/** Four days in a second. */
const SPEED = 4 * 86_400;
const LIMIT_MS = 120_000;
/** Real time that a drain needs to start after the due time. */
const BEGIN_MS = 15_000;

/** Milliseconds between attempts. */
function pausesOf(attempts: readonly WebhookAttemptRow[]): number[] {
  return attempts.slice(1).map((attempt, index) => {
    return attempt.started_at.getTime() - (attempts[index]?.started_at.getTime() ?? Number.NaN);
  });
}

/** Eleven attempts; each pause is within 20 % of the schedule, and at least one has jitter. */
function expectWholeSchedule(attempts: readonly WebhookAttemptRow[]): void {
  expect(attempts.map(({ number, outcome, response_code }) => [number, outcome, response_code])).toEqual(
    Array.from({ length: 11 }, (_, index) => [index + 1, 'failed', 500]),
  );
  const pauses = pausesOf(attempts);
  for (const [index, wanted] of SCHEDULE_MS.entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(wanted * 0.8);
    expect(pauses[index]).toBeLessThanOrEqual(wanted * 1.2 + BEGIN_MS);
  }
  // In short pauses the start of a drain outweighs the jitter.
  const shifts = pauses.map((pause, index) => pause / (SCHEDULE_MS[index] ?? Number.NaN) - 1).slice(5);
  expect(shifts.filter((shift) => Math.abs(shift) > 0.01)).not.toEqual([]);
}

test('ten days of an endpoint that fails: every retry, the end of its deliveries, its own, and its recovery', async () => {
  const clock = new AcceleratedClock(START, SPEED);
  await using service: AcceleratedWorker = await startAcceleratedWorker(clock);
  await using receiver = await startReceiver();
  receiver.respond = () => ({ status: 500, body: 'broken' });
  const { id, call, secret, partner } = await createSubscriber(service, receiver.url);
  const dayOf = (moment: Date) => (moment.getTime() - START.getTime()) / DAY_MS;

  /** Publishes an event; the clock advances until something waits again. */
  const publishOne = async (): Promise<string> => {
    clock.runNormally();
    const [evt] = await publish(service, partner.id);
    return evt ?? '';
  };
  const deliveryOf = async (evt: string) => {
    const found = (await deliveriesOf(service, id)).find((delivery) => delivery.event_id === evt);
    if (!found) throw new Error(`There is no delivery of ${evt}.`);
    return found;
  };
  const attemptsAt = async (evt: string) => {
    const { id: deliveryId } = await deliveryOf(evt);
    return (await attemptsOf(service, id)).filter((attempt) => attempt.delivery_id === deliveryId);
  };
  const ends = (evt: string, status: DeliveryStatus) =>
    waitUntil(
      `${evt} to be ${status}`,
      () => deliveryOf(evt),
      (delivery) => delivery.status === status,
      { limitMs: LIMIT_MS },
    );
  const reach = (day: number) =>
    waitUntil(
      `day ${day}`,
      async () => dayOf(clock.now()),
      (now) => now >= day,
      { limitMs: LIMIT_MS },
    );

  // The first delivery uses up its attempts in some three days. Its endpoint has been failing for less than five.
  const first = await publishOne();
  const firstEnd = await ends(first, 'failed');
  expect(firstEnd).toMatchObject({ failures: 11, attempts: 11 });
  expectWholeSchedule(await attemptsAt(first));
  expect(dayOf(firstEnd.finished_at ?? START)).toBeGreaterThan(2.5);
  expect(dayOf(firstEnd.finished_at ?? START)).toBeLessThan(4);
  expect(await endpointOf(service, id)).toMatchObject({ active: true, disabled_reason: null, failure_count: 11 });

  // So the next delivery is sent, too. While it has two attempts left, another one comes, for which the endpoint asks for a day of delay.
  const second = await publishOne();
  const third = await new Promise<string>((resolve) => {
    receiver.respond = ({ id: evt }, nth) => {
      if (evt !== second) return { status: 429, headers: { 'Retry-After': String(DAY_MS / 1000) } };
      if (nth === 9) resolve(publishOne());
      return { status: 500 };
    };
  });

  // The second fails for good after five days without a success: the endpoint is disabled and its waiting deliveries end.
  const secondEnd = await ends(second, 'failed');
  expectWholeSchedule(await attemptsAt(second));
  expect(dayOf(secondEnd.finished_at ?? START)).toBeGreaterThanOrEqual(5);
  const thirdEnd = await ends(third, 'skipped');
  const asked = await attemptsAt(third);
  expect(asked).toEqual(Array(thirdEnd.failures).fill(expect.objectContaining({ response_code: 429 })));
  expect(asked.length).toBeGreaterThan(0);
  for (const pause of pausesOf(asked)) expect(pause).toBeGreaterThanOrEqual(DAY_MS);
  expect(await endpointOf(service, id)).toMatchObject({
    active: false,
    disabled_reason: expect.stringContaining('five days'),
    failure_count: 22 + thirdEnd.failures,
  });

  // Events while the endpoint is disabled are skipped, not sent.
  const sent = receiver.received.length;
  expect(sent).toBe(22 + thirdEnd.failures);
  clock.accelerate(null);
  await reach(8);
  const fourth = await publishOne();
  expect(await deliveryOf(fourth)).toMatchObject({ status: 'skipped', attempts: 0 });
  clock.accelerate(null);
  await reach(10);
  clock.runNormally();
  expect(receiver.received).toHaveLength(sent);

  // Once repaired and enabled, it gets what it missed.
  receiver.respond = () => ({ status: 200 });
  const request = { params: { id: id }, input: { since: START.toISOString() } };
  expect(await codeOf(service.run(call, recoverDeliveries, request))).toBe('CONFLICT');
  await service.run(call, toggleWebhook, { params: { id: id } });
  expect(await endpointOf(service, id)).toMatchObject({ active: true, disabled_reason: null, failure_count: 0 });
  expect(await service.run(call, recoverDeliveries, request)).toEqual({ matched: 4, recovered: 4, dryRun: false });
  const evts = [first, second, third, fourth];
  for (const evt of evts) expect(dayOf((await ends(evt, 'delivered')).finished_at ?? START)).toBeGreaterThanOrEqual(10);
  const recovered = receiver.received.slice(sent);
  expect(recovered.map((got) => got.id).sort()).toEqual([...evts].sort());
  for (const got of receiver.received) expect(isSigned(got, secret)).toBe(true);
  expect(await endpointOf(service, id)).toMatchObject({ active: true, failure_count: 0, last_response_code: 200 });
});
