import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { type AuditLogPlace, selectAuditLogAfter } from './store.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

test('a rare action is found over short pages, each of which reads a bounded part of the log', async () => {
  const { id } = await service.createPartner();
  const { db } = service.deps;
  await db.query(
    `INSERT INTO audit_log (partner_id, actor_kind, actor_id, action, resource_type, resource_id, request_id, created_at)
     SELECT $1, 'user', 1, CASE WHEN n IN (1, 24000) THEN 'rare.one' ELSE 'often.one' END, 'thing', n::text, 'test',
            timestamptz '2030-01-01' + n * interval '1 ms'
     FROM generate_series(1, 25000) AS n`,
    [id],
  );
  const sizes: number[] = [];
  let after: AuditLogPlace | undefined;
  do {
    const { rows, next } = await selectAuditLogAfter(db, id, { action: 'rare.one' }, { after, limit: 20 });
    sizes.push(rows.length);
    after = next;
  } while (after);
  expect(sizes).toEqual([1, 0, 1]);
});
