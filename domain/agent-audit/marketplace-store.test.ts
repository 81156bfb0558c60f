import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Db } from '../kernel/deps.ts';
import { countDeliveries, countEvents } from './marketplace-store.ts';

jest.setTimeout(120_000);

const SCOPE = { period: { from: '2030-03-01', to: '2030-03-31' }, sandbox: false };
const NAMES = ['listing.updated', 'cosell.created'];

let service: TestService;
let partnerId: number;
beforeAll(async () => {
  service = await startTestService();
  partnerId = (await service.createPartner()).id;
  const other = (await service.createPartner()).id;
  for (const id of [partnerId, other]) await published(id);
  await service.dataSource.query('VACUUM ANALYZE platform_event, webhook_delivery');
});
afterAll(() => service.stop());

/** Inserts 3,000 events of three kinds over 60 days, each with a delivery; of ten, one failed and one is pending. */
async function published(id: number): Promise<void> {
  await service.dataSource.query(
    `WITH endpoint AS (
       INSERT INTO webhook_endpoint (row_key, partner_id, url, events, secret, active, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, 'https://example.com', '{}', '', true, now(), now()) RETURNING id
     ), event AS (
       INSERT INTO platform_event (id, partner_id, type, data, occurred_at)
       SELECT 'evt_' || $1 || '_' || n, $1, (ARRAY['listing.updated', 'cosell.created', 'content.generated'])[n % 3 + 1], '{}',
              timestamptz '2030-03-01 00:00Z' + (n % 60) * interval '1 day' FROM generate_series(0, 2999) AS n
       RETURNING id, type, occurred_at, split_part(id, '_', 3)::int AS n
     )
     INSERT INTO webhook_delivery (endpoint_id, event_id, event_type, status, due_at, created_at)
     SELECT w.id, e.id, e.type, (ARRAY['failed', 'pending'])[n / 60 % 10 + 1], occurred_at, occurred_at FROM endpoint w, event e
     WHERE n / 60 % 10 < 2
     UNION ALL
     SELECT w.id, e.id, e.type, 'delivered', occurred_at, occurred_at FROM endpoint w, event e WHERE n / 60 % 10 >= 2`,
    [id],
  );
}

/** Counts rows that the work reads from the table itself (not index-only), with generic plans as in a long-running process. */
function rowsRead(table: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  return service.dataSource.transaction(async (em) => {
    await em.query('SET LOCAL plan_cache_mode = force_generic_plan');
    const read = async (): Promise<number> => {
      const [row] = await em.query(
        'SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::int AS n FROM pg_stat_xact_user_tables WHERE relname = $1',
        [table],
      );
      return row.n;
    };
    const before = await read();
    await work(em);
    return (await read()) - before;
  });
}

test('deliveries of a period are counted in an index, without a row of the table', async () => {
  const count = (db: Db) => countDeliveries(db, partnerId, SCOPE, NAMES);
  const counted = await count(service.deps.db);
  const [expected] = await service.dataSource.query(
    `SELECT count(*) FILTER (WHERE status = 'delivered')::int AS delivered, count(*) FILTER (WHERE status = 'failed')::int AS failed
     FROM webhook_delivery WHERE event_id LIKE 'evt\\_' || $1 || '\\_%' AND created_at < '2030-04-01' AND event_type <> 'content.generated'`,
    [partnerId],
  );
  expect(counted).toEqual(expected);
  expect(counted.failed).toBeGreaterThan(50);
  expect(await rowsRead('webhook_delivery', count)).toBe(0);
});

test('events of a period are counted in an index, without a row of the table', async () => {
  const count = (db: Db) => countEvents(db, partnerId, SCOPE, NAMES);
  const counted = await count(service.deps.db);
  expect(counted.map(({ event }) => event)).toEqual(['cosell.created', 'listing.updated']);
  expect(await rowsRead('platform_event', count)).toBe(0);
});
