import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { type AuditLogPlace, type OwnAuditLogFilter, selectAuditLogAfter } from './store.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());

test.each<OwnAuditLogFilter>([{ action: 'rare.one' }, { actor_kind: 'client' }, { resource_type: 'rarity' }])(
  'what is rare is found over short pages, each of which reads a bounded part of the log: %o',
  async (rare) => {
    const { id } = await service.createPartner();
    const { db } = service.deps;
    await db.query(
      `INSERT INTO audit_log (partner_id, actor_kind, actor_id, action, resource_type, resource_id, request_id, created_at)
     SELECT $1, CASE WHEN is_rare THEN 'client' ELSE 'user' END, 1, CASE WHEN is_rare THEN 'rare.one' ELSE 'often.one' END,
            CASE WHEN is_rare THEN 'rarity' ELSE 'thing' END, n::text, 'test', timestamptz '2030-01-01' + n * interval '1 ms'
     FROM generate_series(1, 25000) AS n, LATERAL (SELECT n IN (1, 24000) AS is_rare)`,
      [id],
    );
    const sizes: number[] = [];
    let after: AuditLogPlace | undefined;
    do {
      const { rows, next } = await selectAuditLogAfter(db, id, rare, { after, limit: 20 });
      sizes.push(rows.length);
      after = next;
    } while (after);
    expect(sizes).toEqual([1, 0, 1]);
  },
);
