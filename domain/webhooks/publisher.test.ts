import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { answer } from '../../test/environment/send-results.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import {
  addEndpoint,
  createSubscriber,
  deliveriesOf,
  drain,
  endpointOf,
  LINGER_MS,
  publish,
  startInstance,
} from '../../test/environment/webhook-operations.ts';
import { beginDrain, leaveEndpoint, lockAgainstPublishers, nextDue } from './drain-store.ts';
import { toggleWebhook } from './operations/update-webhook.ts';
import { insertDeliveries } from './publish-store.ts';
import { webhookEndpointTable } from './table.ts';

jest.setTimeout(120_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** As if the requested drains had run and ended. */
async function forgetWakes(ids: readonly number[]): Promise<void> {
  await service.deps.db.query('UPDATE webhook_endpoint SET woken_at = NULL, next_due_at = NULL WHERE id = ANY ($1)', [
    ids,
  ]);
}

/** Three events in a transaction; returns the outcome of each endpoint. */
function publishThree(partnerId: number) {
  return service.deps.transaction(service.admin, (tx) => {
    const events = [1, 2, 3].map(() => ({
      id: `evt_${service.deps.ids.ulid(tx.now)}`,
      partnerId,
      type: 'cosell.updated',
    }));
    return insertDeliveries(tx.em, tx.now, events);
  });
}

test('each active endpoint that subscribes gets a delivery, with the business change', async () => {
  const { call, partner, id } = await createSubscriber(service);
  const deaf = await addEndpoint(service, call, { events: ['listing.created'] });
  const off = await addEndpoint(service, call, { active: false });
  const foreign = await createSubscriber(service);
  const [evt] = await publish(service, partner.id);
  expect(await deliveriesOf(service, id)).toMatchObject([
    { event_id: evt, event_type: 'cosell.updated', status: 'pending', attempts: 0, failures: 0, lease_token: null },
  ]);
  expect(await deliveriesOf(service, off.id)).toMatchObject([{ event_id: evt, status: 'skipped' }]);
  expect(await deliveriesOf(service, deaf.id)).toEqual([]);
  expect(await deliveriesOf(service, foreign.id)).toEqual([]);
  expect(await endpointOf(service, id)).toMatchObject({ woken_at: expect.any(Date), next_due_at: expect.any(Date) });
  for (const quiet of [deaf.id, off.id, foreign.id]) {
    expect(await endpointOf(service, quiet)).toMatchObject({ woken_at: null, next_due_at: null });
  }
});

test('nothing is left of a change that is rolled back', async () => {
  const { partner, id } = await createSubscriber(service);
  const work = service.deps.transaction(service.admin, async (tx) => {
    tx.publish({ partnerId: partner.id, type: 'cosell.updated', data: {} });
    // Fails in the last statement, after the fan-out.
    tx.publish({ partnerId: -1, type: 'cosell.updated', data: {} });
  });
  await expect(work).rejects.toThrow(/foreign key/);
  expect(await deliveriesOf(service, id)).toEqual([]);
  expect(await endpointOf(service, id)).toMatchObject({ woken_at: null, next_due_at: null });
});

test('publishers at once never wait for each other in a circle, and wake each endpoint once', async () => {
  const { call, partner, id } = await createSubscriber(service);
  const ids = [id];
  for (let index = 0; index < 4; index += 1) ids.push((await addEndpoint(service, call, {})).id);
  for (let round = 1; round <= 20; round += 1) {
    const published = await Promise.all(Array.from({ length: 8 }, () => publishThree(partner.id)));
    const woken = published.flat().filter((endpoint) => endpoint.woken);
    expect(woken.map((endpoint) => endpoint.id).sort((a, b) => a - b)).toEqual(ids);
    await forgetWakes(ids);
  }
  for (const endpoint of ids) expect(await deliveriesOf(service, endpoint)).toHaveLength(20 * 8 * 3);
});

test('what is published as a drain is about to leave is sent by it', async () => {
  const instance = await startInstance(service);
  const { partner, id } = await createSubscriber(service);
  let published = false;
  const transaction: typeof service.deps.transaction = (call, work) =>
    service.deps.transaction(call, async (tx) => {
      if (!published) {
        published = true;
        while (service.deps.clock.now() <= tx.now) await nextTurn();
        await publish(service, partner.id);
      }
      return work(tx);
    });
  const fairShare = () => ({ db: service.deps.db, transaction });
  const ended = await drain(service, id, { instance, send: async () => answer(200), deps: { fairShare } });
  expect([published, ended.waitMs]).toEqual([true, null]);
  expect(await deliveriesOf(service, id)).toMatchObject([{ status: 'delivered' }]);
  await instance.die();
});

test('a drain that goes idle while events are published leaves none without somebody to send it', async () => {
  const instance = await startInstance(service);
  const subscribers = await Promise.all(Array.from({ length: 60 }, () => createSubscriber(service)));
  const send = async () => answer(200);
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(
      subscribers.map(async ({ id, partner }) => {
        const ended = drain(service, id, { instance, send }).then(() => 'idle' as const);
        // Around the moment when the drain becomes idle, held open for a while.
        await new Promise((resolve) => setTimeout(resolve, LINGER_MS + Math.random() * 400 - 50));
        await service.deps.transaction(service.admin, async (tx) => {
          tx.publish({ partnerId: partner.id, type: 'cosell.updated', data: {} });
          await tx.em.query('SELECT pg_sleep($1)', [Math.random() * 0.01]);
        });
        await ended;
        const waiting = (await deliveriesOf(service, id)).filter(({ status }) => status === 'pending');
        if (waiting.length === 0) return;
        // Left for the next drain: exactly one must have been requested.
        expect(await endpointOf(service, id)).toMatchObject({ drain_token: null, woken_at: expect.any(Date) });
        await drain(service, id, { instance, send, answers: waiting.length });
        await forgetWakes([id]);
      }),
    );
  }
  for (const { id } of subscribers) {
    const statuses = (await deliveriesOf(service, id)).map(({ status }) => status);
    expect(statuses).toEqual(Array(5).fill('delivered'));
  }
  await instance.die();
});

test('what was published while the endpoint was switched off is skipped by the drain', async () => {
  const instance = await startInstance(service);
  const { call, partner, id } = await createSubscriber(service);
  await service.deps.transaction(service.admin, async (tx) => {
    tx.publish({ partnerId: partner.id, type: 'cosell.updated', data: {} });
    // The endpoint is active when it is read here, and switched off before the commit.
    const fanOut = tx.em.query(
      `INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at)
       VALUES ($1, 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS', 'cosell.updated', 'pending', now(), now())`,
      [id],
    );
    await fanOut;
    await service.run(call, toggleWebhook, { params: { id: id } });
  });
  await drain(service, id, { instance, send: async () => answer(200) });
  expect((await deliveriesOf(service, id)).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  expect(await endpointOf(service, id)).toMatchObject({ active: false, drain_token: null, next_due_at: null });
  await instance.die();
});

test('whichever comes first, the publisher sees the idle endpoint or the drain sees the delivery', async () => {
  const { partner, id } = await createSubscriber(service);
  const mark = { endpointId: id, token: service.deps.ids.uuid(), instance: 1 };
  const goIdle = () =>
    service.deps.transaction(service.admin, async ({ em }) => {
      if (!(await lockAgainstPublishers(em, id)) || (await nextDue(em, mark)).due) return false;
      return leaveEndpoint(em, mark, null);
    });
  const outcomes = { idle: 0, kept: 0 };
  for (let round = 0; round < 300; round += 1) {
    await beginDrain(service.deps.db, mark);
    const [idle] = await Promise.all([goIdle(), publish(service, partner.id)]);
    outcomes[idle ? 'idle' : 'kept'] += 1;
    // An idle endpoint with a pending delivery is only right if the publisher has requested another drain.
    expect(await endpointOf(service, id)).toMatchObject(
      idle ? { drain_token: null, woken_at: expect.any(Date) } : { drain_token: mark.token, woken_at: null },
    );
    await service.deps.db.query(
      `UPDATE webhook_delivery SET status = 'delivered' WHERE endpoint_id = $1 AND status = 'pending'`,
      [id],
    );
  }
  expect(outcomes.idle).toBeGreaterThan(0);
  expect(outcomes.kept).toBeGreaterThan(0);
});

test('an event for each of a hundred partners with a hundred endpoints is published within the time of a statement', async () => {
  const { id } = await createSubscriber(service);
  const partners: number[] = [];
  while (partners.length < 100) partners.push((await service.createPartner()).id);
  const { db } = service.deps;
  const own = ['id', 'partner_id', 'row_key'];
  const others = Object.keys(webhookEndpointTable.columns).filter((name) => !own.includes(name));
  await db.query(
    `INSERT INTO webhook_endpoint (partner_id, row_key, ${others})
     SELECT partner, gen_random_uuid(), ${others} FROM webhook_endpoint, unnest($2::bigint[]) AS partner, generate_series(1, 100)
     WHERE id = $1`,
    [id, partners],
  );
  await service.deps.transaction(service.admin, async (tx) => {
    for (const partnerId of partners) tx.publish({ partnerId, type: 'cosell.updated', data: {} });
  });
  const rows = await db.query(
    `SELECT count(*)::int AS deliveries, count(*) FILTER (WHERE w.woken_at IS NOT NULL)::int AS woken
     FROM webhook_delivery d JOIN webhook_endpoint w ON w.id = d.endpoint_id WHERE w.partner_id = ANY ($1)`,
    [partners],
  );
  expect(rows).toEqual([{ deliveries: 10_000, woken: 10_000 }]);
});
