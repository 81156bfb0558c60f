import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { sequentialScans } from '../../test/environment/sequential-scans.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Db } from '../kernel/deps.ts';
import { findWatched, selectWatched } from './listings-store.ts';
import { selectCompleted } from './store.ts';

jest.setTimeout(60_000);

const LISTING = 'prod-listing-0001';
const PAGE = { page: 1, per_page: 20 };

let service: TestService;
let partnerId: number;
beforeAll(async () => {
  service = await startTestService();
  partnerId = (await service.createPartner()).id;
  const { dataSource } = service;
  await dataSource.query(
    `INSERT INTO listing_snapshot (listing_id, content, fetched_at, changed_at)
     SELECT 'prod-listing-' || lpad(n::text, 4, '0'), '{}', now(), now() FROM generate_series(1, 2000) n`,
  );
  await dataSource.query(
    `INSERT INTO listing_watch (listing_id, partner_id, created_at)
     SELECT listing_id, $1, now() - random() * interval '1 day' FROM listing_snapshot`,
    [partnerId],
  );
  await dataSource.query(
    `INSERT INTO seo_job (row_key, partner_id, listing_id, category, brand_keyword, partner_domain, use_realtime_data,
                          include_content_analysis, sandbox, status, result, created_at, completed_at, updated_at)
     SELECT gen_random_uuid(), $1, 'prod-listing-' || lpad((1 + n % 2000)::text, 4, '0'), 'default', '', '', false, false, false, 'completed',
            jsonb_build_object('score', jsonb_build_object('overall_score', n / 2000, 'grade', 'B', 'rubric_version', '1',
              'breakdown', jsonb_build_object('title', 1, 'description', 2, 'highlights', 3, 'keywords', 4, 'images', 5))),
            now(), now() - (20000 - n) * interval '1 minute', now()
     FROM generate_series(0, 19999) n`,
    [partnerId],
  );
  await dataSource.query('ANALYZE');
});
afterAll(() => service.stop());

test('the latest score of each listing, and its history, newest first', async () => {
  expect(await findWatched(service.deps.db, partnerId, LISTING)).toMatchObject({ overall_score: 9, grade: 'B' });
  const { rows, total } = await selectCompleted(service.deps.db, partnerId, LISTING, PAGE);
  expect([total, rows.map(({ overall_score }) => overall_score)]).toEqual([10, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0]]);
  const listed = await selectWatched(service.deps.db, partnerId, PAGE);
  expect(new Set(listed.rows.map(({ overall_score }) => overall_score))).toEqual(new Set([9]));
});

test.each([
  ['the list', (em: Db) => selectWatched(em, partnerId, PAGE)],
  ['one listing', (em: Db) => findWatched(em, partnerId, LISTING)],
  ['the history', (em: Db) => selectCompleted(em, partnerId, LISTING, PAGE)],
])('%s reads no whole table of analyses, however many there are', async (_what, read) => {
  const scans = await service.dataSource.transaction((em) => sequentialScans(em, 'seo_job', () => read(em)));
  expect(scans).toBe(0);
});

test('the history reads the rows of its page alone', async () => {
  await service.dataSource.transaction(async (em) => {
    const plan: { 'QUERY PLAN': string }[] = await em.query(
      `EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off)
       SELECT id FROM seo_job WHERE partner_id = $1 AND listing_id = $2 AND status = 'completed'
       ORDER BY completed_at DESC, id DESC LIMIT 3`,
      [partnerId, LISTING],
    );
    const text = plan.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toContain('seo_job_by_listing');
    expect(text).not.toContain('Sort');
  });
});
