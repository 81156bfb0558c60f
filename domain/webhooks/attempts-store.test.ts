import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { answer } from '../../test/environment/send-results.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import {
  attemptsOf,
  createSubscriber,
  deliveriesOf,
  endpointOf,
  publish,
  startInstance,
  type TestInstance,
} from '../../test/environment/webhook-operations.ts';
import { recordAttempts } from './attempts-store.ts';
import { type ClaimedDelivery, claimDeliveries } from './claim-store.ts';
import { failWithoutPayload } from './deliveries-store.ts';
import { beginDrain } from './drain-store.ts';
import { attemptRecord } from './outcome.ts';

jest.setTimeout(60_000);

const BEFORE = new Date('2026-05-10T11:00:00Z');
const NOON = new Date('2026-05-10T12:00:00Z');
/** Later than any real clock: every delivery of these tests is due. */
const LATER = new Date('2126-01-01T00:00:00Z');

let service: TestService;
let instance: TestInstance;
beforeAll(async () => {
  service = await startTestService();
  instance = await startInstance(service);
});
afterAll(async () => {
  await instance.die();
  await service.stop();
});

/** An endpoint with claimed deliveries after three failures, two of them time-outs. */
async function claimed(count: number): Promise<{ id: number; deliveries: ClaimedDelivery[] }> {
  const { id, partner } = await createSubscriber(service);
  await publish(service, partner.id, count);
  const claim = {
    endpointId: id,
    now: LATER,
    limit: count,
    leaseToken: service.deps.ids.uuid(),
    instance: instance.number,
    drainToken: await beginDrainOf(id),
  };
  const { deliveries } = await claimDeliveries(service.deps.db, claim);
  expect(deliveries).toHaveLength(count);
  await service.deps.db.query(
    `UPDATE webhook_endpoint SET failure_count = 3, timeout_count = 2, last_success_at = $2, last_triggered_at = $2,
       last_response_code = 418 WHERE id = $1`,
    [id, BEFORE],
  );
  return { id, deliveries };
}

/** Marks the endpoint with a drain; returns its token. */
async function beginDrainOf(endpointId: number): Promise<string> {
  const token = service.deps.ids.uuid();
  await beginDrain(service.deps.db, { endpointId, token, instance: instance.number });
  return token;
}

/** Another holder takes over a delivery, as after an expired lease. */
async function takeOver({ id }: ClaimedDelivery): Promise<void> {
  await service.deps.db.query('UPDATE webhook_delivery SET lease_token = gen_random_uuid() WHERE id = $1', [id]);
}

/** Records one response for each delivery, in this order; null: a time-out. */
function record(
  endpointId: number,
  deliveries: readonly ClaimedDelivery[],
  codes: readonly (number | null | 'refused')[],
) {
  const records = deliveries.map((delivery, index) => {
    const code = codes[index] ?? null;
    const result = code === 'refused' ? answer(null, { errorClass: 'connect' }) : answer(code);
    return attemptRecord({ delivery, result, startedAt: NOON, probe: false }, NOON, 0.5);
  });
  return recordAttempts(service.deps.db, NOON, endpointId, records);
}

describe('what a batch of answers says of the endpoint', () => {
  test.each([
    ['failures add up', [500, 500], { failure_count: 5, last_response_code: 500, last_success_at: BEFORE }],
    ['a success ends the count', [500, 500, 200], { failure_count: 0, last_response_code: 200, last_success_at: NOON }],
    ['failures after a success begin anew', [500, 200, 500, 404], { failure_count: 2, last_response_code: 404 }],
    ['time-outs count as failures', [null, 200, null], { failure_count: 1, timeout_count: 1, last_response_code: 200 }],
    ['time-outs add up', [null, null], { failure_count: 5, timeout_count: 4, last_response_code: 418 }],
    ['an answer of any kind ends the time-outs', [null, null, 500], { failure_count: 6, timeout_count: 0 }],
    ['time-outs after an answer begin anew', [null, 500, null], { failure_count: 6, timeout_count: 1 }],
    [
      'a connection that was refused is no time-out',
      [null, 'refused' as const],
      { failure_count: 5, timeout_count: 0 },
    ],
  ])('%s', async (_what, codes, expected) => {
    const { id, deliveries } = await claimed(codes.length);
    expect(await record(id, deliveries, codes)).toEqual(new Set(deliveries.map((delivery) => delivery.id)));
    expect(await endpointOf(service, id)).toMatchObject({ last_triggered_at: NOON, ...expected });
    expect(await attemptsOf(service, id)).toHaveLength(codes.length);
  });

  test.each([
    ['a failure', [500, 500, 500]],
    ['a success', [200, 200, 200]],
    ['a time-out', [null, null, null]],
  ])('%s whose lease was taken over counts for nothing', async (_what, codes) => {
    const { id, deliveries } = await claimed(3);
    const before = await endpointOf(service, id);
    for (const delivery of deliveries) await takeOver(delivery);
    expect(await record(id, deliveries, codes)).toEqual(new Set());
    expect(await endpointOf(service, id)).toEqual(before);
    expect(await attemptsOf(service, id)).toEqual([]);
  });

  test('of a batch only what was written counts', async () => {
    const { id, deliveries } = await claimed(4);
    const [first, second, third, fourth] = deliveries;
    if (!first || !second || !third || !fourth) throw new Error('There are four.');
    await takeOver(second);
    await takeOver(fourth);
    // The success and the last time-out belong to lost leases and must not be recorded.
    expect(await record(id, deliveries, [null, 200, 500, null])).toEqual(new Set([first.id, third.id]));
    expect(await endpointOf(service, id)).toMatchObject({
      failure_count: 5,
      timeout_count: 0,
      last_success_at: BEFORE,
      last_response_code: 500,
    });
    expect((await attemptsOf(service, id)).map((attempt) => attempt.delivery_id)).toEqual([first.id, third.id]);
  });
});

test('a delivery whose event was deleted is distinguished, and fails with the reason', async () => {
  const { id, partner } = await createSubscriber(service);
  const [lost, kept] = await publish(service, partner.id, 2);
  await service.deps.db.query('DELETE FROM platform_event WHERE id = $1', [lost]);
  const drainToken = await beginDrainOf(id);
  const before = await endpointOf(service, id);
  const leaseToken = service.deps.ids.uuid();
  const claim = { endpointId: id, now: LATER, limit: 10, leaseToken, instance: instance.number, drainToken };
  const { deliveries, withoutPayload } = await claimDeliveries(service.deps.db, claim);
  expect(deliveries.map(({ eventId }) => eventId)).toEqual([kept]);
  const [row] = await deliveriesOf(service, id);
  expect(withoutPayload).toEqual([row?.id]);

  await failWithoutPayload(service.deps.db, NOON, withoutPayload, service.deps.ids.uuid());
  expect((await deliveriesOf(service, id))[0]).toEqual(row);
  await failWithoutPayload(service.deps.db, NOON, withoutPayload, leaseToken);
  expect((await deliveriesOf(service, id))[0]).toMatchObject({
    status: 'failed',
    finished_at: NOON,
    lease_token: null,
  });
  expect(await attemptsOf(service, id)).toMatchObject([
    { number: 1, outcome: 'failed', error_class: 'payload_gone', error: expect.stringContaining('no longer kept') },
  ]);
  expect(await endpointOf(service, id)).toEqual(before);
});
