import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { createSubscriber, publish, startInstance } from '../../test/environment/webhook-operations.ts';
import { beginDrain, endDrain } from './drain-store.ts';
import { takeUnattended } from './sweep-store.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('the sweep finds what nobody takes, once in a while and one caller at a time', async () => {
  const { partner, id } = await createSubscriber(service);
  await publish(service, partner.id, 3);
  const forgetWake = () => service.deps.db.query('UPDATE webhook_endpoint SET woken_at = NULL WHERE id = $1', [id]);
  const sweep = async () => {
    const found = await service.deps.transaction(service.admin, (tx) =>
      takeUnattended(tx.em, {
        now: tx.now,
        unattendedAfterMs: -1_000,
        probeSlackMs: 0,
        againAfterSeconds: 5,
        limit: 1_000,
      }),
    );
    return found.filter((endpoint) => endpoint.id === id).length;
  };
  // The publisher has just asked for a drain.
  expect(await sweep()).toBe(0);
  await forgetWake();
  expect((await Promise.all([sweep(), sweep(), sweep()])).reduce((sum, count) => sum + count)).toBe(1);
  expect(await sweep()).toBe(0);
  await forgetWake();

  // A live drain may take its time; one that died may not.
  const draining = await startInstance(service);
  const mark = { endpointId: id, token: service.deps.ids.uuid(), instance: draining.number };
  await beginDrain(service.deps.db, mark);
  expect(await sweep()).toBe(0);
  await draining.die();
  expect(await sweep()).toBe(1);
  await endDrain(service.deps.db, mark);
  await forgetWake();

  // A lease that holds is somebody's; one that lapsed, or whose holder died, is nobody's.
  const sending = await startInstance(service);
  const lease = (until: string) =>
    service.deps.db.query(
      `UPDATE webhook_delivery SET lease_token = gen_random_uuid(), lease_instance = $2,
         lease_until = clock_timestamp() + $3::interval WHERE endpoint_id = $1`,
      [id, sending.number, until],
    );
  await lease('20 s');
  expect(await sweep()).toBe(0);
  await lease('-1 s');
  expect(await sweep()).toBe(1);
  await forgetWake();

  // A drain whose own lease lapsed stands still; of a lease that another one left behind it may take its time.
  const frozen = await startInstance(service);
  await beginDrain(service.deps.db, { ...mark, instance: frozen.number });
  await lease('-1 s');
  expect(await sweep()).toBe(0);
  await beginDrain(service.deps.db, { ...mark, instance: sending.number });
  expect(await sweep()).toBe(1);
  await forgetWake();
  await endDrain(service.deps.db, mark);
  await frozen.die();

  await lease('20 s');
  await sending.die();
  expect(await sweep()).toBe(1);
});
