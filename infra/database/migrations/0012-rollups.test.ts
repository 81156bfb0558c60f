import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import { Rollups1700000012000 } from './0012-rollups.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('what was there before is counted, and what comes after is added to it', async () => {
  const { dataSource } = service;
  const partner = await service.createPartner();
  const runner = dataSource.createQueryRunner();
  const migration = new Rollups1700000012000();
  await migration.down(runner);
  const addItems = (status: string, settled: boolean) =>
    dataSource.query(
      `INSERT INTO content_item (partner_id, title, content_type, kanban_status, body, preview, word_count, sandbox, settled_at,
                                 created_at, updated_at)
       SELECT $1, 'x', 'blog_post', $2, 'x', 'x', 1, false, CASE WHEN $3 THEN now() END, '2030-05-01T23:30:00Z', now()
       FROM generate_series(1, 3)`,
      [partner.id, status, settled],
    );
  const capture = (reference: string, day: string) =>
    dataSource.query(
      `INSERT INTO credit_entry (partner_id, kind, amount, reference, capability, day, created_at)
       VALUES ($1, 'capture', 7, $2, 'blog_post', $3, now())`,
      [partner.id, reference, day],
    );
  await addItems('review', true);
  await addItems('ready', false);
  await capture('a', '2030-05-01');
  await migration.up(runner);
  await addItems('review', true);
  await capture('b', '2030-05-01');
  await capture('c', '2030-05-02');
  await dataSource.query(`DELETE FROM content_item WHERE id = (SELECT max(id) FROM content_item)`);
  expect(
    await dataSource.query('SELECT day, kanban_status, sum(n)::int AS n FROM content_item_count GROUP BY 1, 2'),
  ).toEqual([{ day: '2030-05-01', kanban_status: 'review', n: 5 }]);
  expect(await dataSource.query('SELECT day, capability, used FROM credit_capability_day ORDER BY day')).toEqual([
    { day: '2030-05-01', capability: 'blog_post', used: 14 },
    { day: '2030-05-02', capability: 'blog_post', used: 7 },
  ]);
  await runner.release();
});
