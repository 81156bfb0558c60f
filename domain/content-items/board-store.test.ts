import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { nodesOf, type PlanNode } from '../../test/environment/plans.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Db } from '../kernel/deps.ts';
import { selectItemPage } from './board-store.ts';

jest.setTimeout(60_000);

const ITEMS = 30_000;

let service: TestService;
let partnerId: number;
beforeAll(async () => {
  service = await startTestService();
  partnerId = (await service.createPartner()).id;
  await service.fill(
    `INSERT INTO content_item (partner_id, kanban_status, sandbox, title, content_type, body, preview, word_count, settled_at, created_at, updated_at)
     SELECT $1, CASE WHEN n % 5000 = 0 THEN 'review' ELSE 'ready' END, false, 'Cloud launch number ' || lpad(n::text, 5, '0'), 'blog_post', '', '', 0, now(), now(), now()
     FROM generate_series(1, $2::int) n`,
    [partnerId, ITEMS],
  );
  await service.dataSource.query('VACUUM ANALYZE content_item');
});
afterAll(() => service.stop());

/** Reads a page; `looked` is how many items PostgreSQL looks at for it, those that are counted aside. */
async function pageOf(filter: Omit<Parameters<typeof selectItemPage>[2], 'trash'>, per_page = 20) {
  let looked = 0;
  const db: Pick<Db, 'query'> = {
    async query(text: string, values: unknown[]) {
      if (!text.includes('count(*)'))
        for (const mode of ['force_custom_plan', 'force_generic_plan'])
          looked = Math.max(looked, await lookedAt(mode, text, values));
      return service.dataSource.query(text, values);
    },
  };
  const { rows, total } = await selectItemPage(db as Db, partnerId, { trash: false, ...filter }, { page: 1, per_page });
  return { titles: rows.map(({ title }) => title), total, looked };
}

type Explained = [{ 'QUERY PLAN': { Plan: PlanNode }[] }];

/** Items that a statement looks at, as it is planned for its values, or for any. */
function lookedAt(mode: string, text: string, values: readonly unknown[]): Promise<number> {
  return service.dataSource.transaction(async (em) => {
    await em.query(`SET LOCAL plan_cache_mode = ${mode}`);
    await em.query(`PREPARE listed AS ${text}`);
    try {
      const given = values.map((value) => `'${String(value)}'`).join(', ');
      const [{ 'QUERY PLAN': plans }]: Explained = await em.query(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE listed(${given})`,
      );
      const nodes = plans.flatMap(({ Plan }) => nodesOf(Plan));
      return nodes
        .filter((node) => node['Relation Name'] === 'content_item')
        .reduce(
          (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
          0,
        );
    } finally {
      await em.query('DEALLOCATE listed');
    }
  });
}

test('words that few titles have are not looked for in all of them', async () => {
  for (const per_page of [1, 20]) {
    const oldest = await pageOf({ q: 'launch 00005' }, per_page);
    expect(oldest).toMatchObject({ titles: ['Cloud launch number 00005'], total: 1 });
    const another = await pageOf({ q: 'cloud launch 0001', approved: false }, per_page);
    expect(another.titles[0]).toBe('Cloud launch number 00019');
    expect(Math.max(oldest.looked, another.looked)).toBeLessThanOrEqual(10);
  }
});

test('a page of words that most titles have ends where it is full', async () => {
  const { titles, total, looked } = await pageOf({ q: 'cloud launch' });
  expect({ total, first: titles[0], last: titles.at(-1) }).toEqual({
    total: ITEMS,
    first: 'Cloud launch number 30000',
    last: 'Cloud launch number 29981',
  });
  expect(looked).toBeLessThan(100);
});

test('other filters apply to what words find', async () => {
  expect(await pageOf({ q: 'number 25', status: 'review' })).toMatchObject({ titles: ['Cloud launch number 25000'] });
  expect(await pageOf({ q: 'number 2', status: 'review' })).toMatchObject({
    titles: ['Cloud launch number 25000', 'Cloud launch number 20000'],
  });
  expect((await pageOf({ q: 'number 25', status: 'generated' })).total).toBe(0);
});
