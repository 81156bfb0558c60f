import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import {
  addEndpoint,
  createSubscriber,
  endpointOf,
  publish,
  startInstance,
  type TestInstance,
  wakesOf,
} from '../../../test/environment/webhook-operations.ts';
import { perform } from '../../kernel/step.ts';
import { beginDrain, leaveEndpoint } from '../drain-store.ts';
import { pauseWebhook } from '../operations/pause-webhook.ts';
import { wakeUnattended } from '../sweep-store.ts';
import { claimWokenEndpoints } from './drain-woken.ts';
import { readFigures, restoreDueTimes, sweepEndpoints } from './housekeeping.ts';

jest.setTimeout(60_000);

const PUBLISHED = new Date('2026-05-10T12:00:00Z');
const SECOND_MS = 1_000;
const NOTHING = { nudged: 0, woken: 0, takenOver: 0 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const sweep = () => perform(service.deps, sweepEndpoints, {});
const after = (ms: number) => service.setClock(new Date(PUBLISHED.getTime() + ms));

/** An endpoint with a due delivery, for which a drain was requested. */
async function published(): Promise<{ id: number; drop(): Promise<void> }> {
  after(0);
  const { call, partner, id } = await createSubscriber(service);
  await publish(service, partner.id);
  return { id, drop: async () => void (await service.run(call, pauseWebhook, { params: { id } })) };
}

/** Moves the last request for a drain into the past, by the database's clock. */
async function wait(id: number, seconds: number): Promise<void> {
  await service.deps.db.query(
    `UPDATE webhook_endpoint SET woken_at = woken_at - $2 * interval '1 second',
       drain_seen_at = drain_seen_at - $2 * interval '1 second' WHERE id = $1`,
    [id, seconds],
  );
}

async function begin(endpointId: number, { number: instance }: TestInstance) {
  const mark = { endpointId, token: service.deps.ids.uuid(), instance };
  await beginDrain(service.deps.db, mark);
  return mark;
}

/** Leases the delivery to a process until a time. */
async function lease(id: number, holder: TestInstance, until: string): Promise<void> {
  await service.deps.db.query(
    `UPDATE webhook_delivery SET lease_token = gen_random_uuid(), lease_instance = $2,
       lease_until = clock_timestamp() + $3::interval WHERE endpoint_id = $1`,
    [id, holder.number, until],
  );
}

test('an endpoint without a drain is reported to workers after a second; a workflow is requested later, with growing pauses', async () => {
  const { id, drop } = await published();
  after(SECOND_MS);
  await wait(id, 2);
  expect(await sweep()).toEqual(NOTHING);
  after(SECOND_MS + 1);
  expect(await sweep()).toEqual({ nudged: 1, woken: 0, takenOver: 0 });
  expect(await wakesOf(service, id)).toBe(0);
  let wakes = 0;
  for (const pause of [5, 10, 20, 40, 80, 160, 300, 300]) {
    await wait(id, pause - 1);
    expect(await sweep()).toEqual(NOTHING);
    await wait(id, 1);
    expect(await sweep()).toEqual({ nudged: 1, woken: 1, takenOver: 0 });
    wakes += 1;
    expect(await wakesOf(service, id)).toBe(wakes);
  }
  await drop();
});

test('the engine is not asked while workers take what waits, however slowly', async () => {
  const { id, drop } = await published();
  after(60 * SECOND_MS);
  await wait(id, 60);
  expect(await sweep()).toEqual({ nudged: 1, woken: 0, takenOver: 0 });
  const worker = await startInstance(service);
  const mark = await begin((await createSubscriber(service)).id, worker);
  await wait(id, 60);
  expect(await sweep()).toEqual({ nudged: 1, woken: 0, takenOver: 0 });
  await leaveEndpoint(service.deps.db, mark, null);
  await wait(id, 60);
  expect(await sweep()).toEqual({ nudged: 1, woken: 1, takenOver: 0 });
  await drop();
  await worker.die();
});

test('sweeps at once ask once', async () => {
  const { id, drop } = await published();
  after(2 * SECOND_MS);
  await wait(id, 5);
  const nudged = (await Promise.all([sweep(), sweep(), sweep()])).map((each) => each.nudged);
  expect(nudged.reduce((sum, each) => sum + each)).toBe(1);
  await drop();
});

test('a drain that is only queued in a process that lives is left there', async () => {
  const { id, drop } = await published();
  const queue = await startInstance(service);
  const deps = { ...service.deps, instance: () => queue.number };
  const { drains } = await perform(deps, claimWokenEndpoints, { limit: 10 });
  expect(drains).toMatchObject([{ endpointId: id, instance: queue.number }]);
  expect((await perform(deps, claimWokenEndpoints, { limit: 10 })).drains).toEqual([]);
  after(50 * SECOND_MS);
  await wait(id, 50);
  expect(await sweep()).toEqual(NOTHING);
  expect(await endpointOf(service, id)).toMatchObject({ drain_token: drains[0]?.token });
  await queue.die();
  expect(await sweep()).toEqual({ nudged: 1, woken: 0, takenOver: 1 });
  expect(await endpointOf(service, id)).toMatchObject({ drain_token: null, woken_at: expect.any(Date) });
  await drop();
});

test('a drain that lives is taken over only where it stands still', async () => {
  const { id, drop } = await published();
  const [draining, other] = [await startInstance(service), await startInstance(service)];
  await begin(id, draining);
  after(50 * SECOND_MS);
  await lease(id, draining, '20 s');
  expect(await sweep()).toEqual(NOTHING);
  // The lease of another process, which may still be working on it.
  await lease(id, other, '-1 s');
  expect(await sweep()).toEqual(NOTHING);
  await lease(id, draining, '-1 s');
  expect(await sweep()).toEqual({ nudged: 1, woken: 0, takenOver: 1 });

  // Without a lease, the drain must have been inactive for a minute.
  await begin(id, draining);
  await service.deps.db.query(
    'UPDATE webhook_delivery SET lease_token = NULL, lease_until = NULL, lease_instance = NULL WHERE endpoint_id = $1',
    [id],
  );
  after(120 * SECOND_MS);
  await wait(id, 59);
  expect(await sweep()).toEqual(NOTHING);
  await wait(id, 1);
  await service.deps.db.query('UPDATE webhook_endpoint SET last_triggered_at = $2 WHERE id = $1', [
    id,
    new Date(PUBLISHED.getTime() + 61 * SECOND_MS),
  ]);
  expect(await sweep()).toEqual(NOTHING);
  after(122 * SECOND_MS);
  expect(await sweep()).toEqual({ nudged: 1, woken: 0, takenOver: 1 });
  await drop();
  await draining.die();
  await other.die();
});

test('an endpoint that is left until later is nobody’s business before', async () => {
  const { id, drop } = await published();
  const draining = await startInstance(service);
  const mark = await begin(id, draining);
  expect(await leaveEndpoint(service.deps.db, mark, new Date(PUBLISHED.getTime() + 60 * SECOND_MS))).toBe(true);
  after(60 * SECOND_MS);
  expect(await sweep()).toEqual(NOTHING);
  after(61 * SECOND_MS + 1);
  expect(await sweep()).toEqual({ nudged: 1, woken: 0, takenOver: 0 });
  await drop();
  await draining.die();
});

test('partners take turns in a batch, and a row that somebody holds stops no other', async () => {
  after(0);
  const many = await createSubscriber(service);
  for (let made = 0; made < 4; made += 1) await addEndpoint(service, many.call, {});
  const few = await createSubscriber(service);
  await publish(service, many.partner.id);
  await publish(service, few.partner.id);
  await service.deps.db.query(`UPDATE webhook_endpoint SET woken_at = woken_at - interval '1 minute'`);
  const found = await service.deps.transaction(service.admin, async (holder) => {
    await holder.em.query('SELECT FROM webhook_endpoint WHERE id = $1 FOR UPDATE', [many.id]);
    return service.deps.transaction(service.admin, (tx) =>
      wakeUnattended(tx.em, { now: new Date(PUBLISHED.getTime() + 2 * SECOND_MS), lateAfterMs: SECOND_MS, limit: 3 }),
    );
  });
  expect(found.map(({ partner_id }) => partner_id).sort()).toEqual([many.partner.id, few.partner.id].sort());
  await service.deps.db.query('UPDATE webhook_endpoint SET paused = true');
});

test('a due time that is missing is restored', async () => {
  const { id, drop } = await published();
  await service.deps.db.query('UPDATE webhook_endpoint SET next_due_at = NULL, woken_at = NULL WHERE id = $1', [id]);
  expect(await perform(service.deps, restoreDueTimes, {})).toEqual({ restored: 1 });
  expect(await endpointOf(service, id)).toMatchObject({ next_due_at: PUBLISHED });
  expect(await perform(service.deps, restoreDueTimes, {})).toEqual({ restored: 0 });
  await drop();
});

test('the figures show how late the latest is, how many were switched off for failing, and how many secrets are lost', async () => {
  const { id, drop } = await published();
  after(2_500);
  const figures = () => perform(service.deps, readFigures, {});
  expect(await figures()).toEqual({ oldestDueSeconds: 2.5, disabled: 0, unreadable: 0 });
  await drop();
  await service.deps.db.query(
    `UPDATE webhook_endpoint SET disabled_reason = 'gone', secret_unreadable_at = now() WHERE id = $1`,
    [id],
  );
  expect(await figures()).toEqual({ oldestDueSeconds: 0, disabled: 1, unreadable: 1 });
});
