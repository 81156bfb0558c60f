import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { createSubscriber } from '../../test/environment/webhook-operations.ts';
import type { Query } from '../../test/invariants/database.ts';
import { comeToRest } from './run-drill.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a webhook that is due is not at rest, though no drain has begun', async () => {
  const { id } = await createSubscriber(service);
  const setDue = (due: string) =>
    service.dataSource.query(`UPDATE webhook_endpoint SET next_due_at = ${due} WHERE id = $1`, [id]);
  await setDue('clock_timestamp()');
  let looks = 0;
  const query: Query = async (text, values) => {
    looks += 1;
    // Its drain has ended meanwhile.
    if (looks === 2) await setDue('NULL');
    return service.dataSource.query(text, values);
  };
  await comeToRest(query);
  expect(looks).toBe(2);
});
