import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Db } from '../kernel/deps.ts';
import { claim } from './keys.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a take-over sees what the slow process created in the meantime', async () => {
  const { deps } = service;
  const scope = { owner: 'partner:1', method: 'POST', path: '/things', key: 'one' };
  const body = Buffer.from('{}');
  await claim(deps, scope, body);
  await deps.db.query(`UPDATE idempotency_key SET locked_until = clock_timestamp() - interval '1 s'`);
  // The first process, whose lock has expired, commits between the read of the row and the take-over.
  const db = {
    query: async (text: string, values: unknown[]) => {
      const rows = await deps.db.query(text, values);
      if (text.startsWith('SELECT'))
        await deps.db.query(`UPDATE idempotency_key SET made_type = 'thing', made_id = '5'`);
      return rows;
    },
  } as unknown as Db;
  expect(await claim({ ...deps, db }, scope, body)).toMatchObject({ kind: 'run', held: { madeId: '5' } });
});
