import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { AREAS } from '../api/areas.ts';
import { takesCursor } from '../api/cursors.ts';
import { shapeOf } from '../api/read-input.ts';
import type { JsonRoute } from '../api/route.ts';
import { selectExecutions } from '../domain/executions/list-store.ts';
import type { CursorPlace } from '../domain/kernel/page.ts';
import { startTestEdge, type TestEdge } from './environment/edge.ts';
import { type FullLists, nameOf, startFullLists } from './environment/largest-rows/full-lists.ts';
import { startTestService, type TestService } from './environment/service.ts';

jest.setTimeout(300_000);

const ROUTES = AREAS.flatMap(({ routes }) => routes);
const PAGED = ROUTES.filter((route): route is JsonRoute => route.kind === 'json' && route.list?.isPaged === true);

/** Paged lists without a cursor, and why. */
const WITHOUT_CURSOR: Record<string, string> = {
  'GET /content-workflow/kanban': 'a page of four columns at once',
  'GET /dry-run/sessions/{token}': 'a record, with a page of its at most 1,000 messages',
  'GET /partners/webhooks/{id}/deliveries/{evt}/attempts': 'the newest attempts of one delivery, at most 200',
};

/** Lists without rows here, and why. */
const WITHOUT_ROWS: Record<string, string> = {
  'GET /app/audit-log': 'for people at the console; has a test of its own',
  'GET /app/consents': 'of a signed-in user',
  'GET /app/notifications': 'for people at the console',
  'GET /app/me/sessions': 'of a signed-in user',
  'GET /app/saved-filters': 'for people at the console',
  'GET /app/users': 'for signed-in users',
};

const BY_CURSOR = PAGED.filter(({ operation }) => takesCursor(operation));
const SHOWN = BY_CURSOR.filter((route) => !Object.hasOwn(WITHOUT_ROWS, nameOf(route))).map(
  (route) => [nameOf(route), route] as const,
);

test('every paged list takes a cursor, or says why not', () => {
  const others = PAGED.filter((route) => !BY_CURSOR.includes(route)).map(nameOf);
  expect(others.sort()).toEqual(Object.keys(WITHOUT_CURSOR).sort());
});

describe('a list read by cursor', () => {
  let lists: FullLists;
  beforeAll(async () => {
    lists = await startFullLists(ROUTES);
  });
  afterAll(() => lists?.stop());

  function read(route: JsonRoute, query: Record<string, string>) {
    const { path, key } = lists.requestFor(route, query);
    return lists.edge.request(path, { key });
  }

  /** The first three pages; undefined where one of them is too large. */
  async function readThree(route: JsonRoute, perPage: number) {
    const byNumber = 'page' in shapeOf(route.operation.input);
    const seen: unknown[] = [];
    let cursor: string | null = 'begin';
    for (let page = 1; page <= 3 && cursor !== null; page += 1) {
      const query = { per_page: String(perPage) };
      const { status, body, headers } = await read(route, { ...query, cursor });
      if (status === 422 && body.error.details.per_page) return undefined;
      expect({ page, status }).toEqual({ page, status: 200 });
      if (byNumber) {
        const numbered = await read(route, { ...query, page: String(page) });
        expect(identities(body.data)).toEqual(identities(numbered.body.data));
        const { next_cursor: _next, ...meta } = body.meta;
        if (numbered.body.meta) expect(meta).toEqual(numbered.body.meta);
        expect(linksIn(numbered.headers.get('Link'))).toEqual(linksOf(numbered.body, page));
        const { total } = numbered.body.pagination ?? numbered.body.meta;
        expect({ page, isEnd: body.meta.next_cursor === null }).toEqual({ page, isEnd: page * perPage >= total });
      }
      seen.push(...identities(body.data));
      cursor = body.meta.next_cursor;
      const link = headers.get('Link') ?? '';
      expect(link.includes('rel="next"')).toBe(cursor !== null);
      expect(link).toContain(cursor === null ? '' : `cursor=${cursor}`);
      expect(link).not.toContain('rel="prev"');
    }
    return seen;
  }

  test.each(SHOWN)('%s has the pages of its numbers', async (_name, route) => {
    // A hundred rows or more; less where they are long.
    const seen = (await readThree(route, 34)) ?? (await readThree(route, 3)) ?? [];
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(seen.length);
  });

  const LIST = BY_CURSOR.find((route) => nameOf(route) === 'GET /content-workflow/executions') as JsonRoute;
  const problemOf = async (query: Record<string, string>, route = LIST) => {
    const { status, body } = await read(route, query);
    return { status, problem: body.error?.details?.cursor };
  };

  test('refuses what is no cursor of it, or of another question or partner', async () => {
    const { body } = await read(LIST, { cursor: 'begin', per_page: '2', from: '2020-01-01' });
    const cursor = body.meta.next_cursor ?? '';
    const other = BY_CURSOR.find((route) => nameOf(route) === 'GET /content-workflow/brand-voices') as JsonRoute;
    const noCursor = { status: 422, problem: ['Is no cursor of this list.'] };
    const otherFilters = { status: 422, problem: [expect.stringContaining('other filters')] };
    expect(await problemOf({ cursor, from: '2020-01-01' })).toEqual({ status: 200, problem: undefined });
    // A default may be given, and the size of pages may change.
    expect(await problemOf({ cursor, from: '2020-01-01', dir: 'desc', per_page: '9' })).toMatchObject({ status: 200 });
    expect(await problemOf({ cursor, from: '2020-01-02' })).toEqual(otherFilters);
    expect(await problemOf({ cursor })).toEqual(otherFilters);
    expect(await problemOf({ cursor, from: '2020-01-01', dir: 'asc' })).toEqual(otherFilters);
    expect(await problemOf({ cursor }, other)).toEqual(otherFilters);
    const stranger = await lists.service.createCaller();
    const { path } = lists.requestFor(LIST, { cursor, from: '2020-01-01' });
    const asked = await lists.edge.request(path, { key: stranger.plaintext ?? '' });
    expect({ status: asked.status, problem: asked.body.error?.details?.cursor }).toEqual(otherFilters);
    const changed = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(await problemOf({ cursor: changed, from: '2020-01-01' })).toEqual(noCursor);
    for (const broken of ['', 'x', '10', 'a'.repeat(5_000), '["a"]'])
      expect(await problemOf({ cursor: broken })).toEqual(noCursor);
    expect(await problemOf({ cursor: 'begin', page: '1' })).toEqual({
      status: 422,
      problem: ['Cannot be combined with `page`.'],
    });
    const sealed = lists.service.deps.secrets.seal('{"of":"another kind"}').toString('base64url');
    expect(await problemOf({ cursor: sealed })).toEqual(noCursor);
  });

  test('of deliveries goes on from a cursor of an earlier release', async () => {
    const route = BY_CURSOR.find(({ path }) => path.endsWith('/deliveries')) as JsonRoute;
    const { body } = await read(route, { per_page: '3' });
    const second = await read(route, { per_page: '3', cursor: body.meta.next_cursor });
    const [{ id }] = await lists.service.dataSource.query('SELECT id FROM webhook_delivery WHERE event_id = $1', [
      body.data.at(-1).id,
    ]);
    const former = await read(route, { per_page: '3', cursor: String(id) });
    expect(former.body.data).toEqual(second.body.data);
  });
});

describe('a long list that grows while it is read', () => {
  const ROWS = 20_000;
  let service: TestService;
  let edge: TestEdge;
  let key: string;
  let partnerId: number;
  let agentId: number;
  beforeAll(async () => {
    service = await startTestService();
    const partner = await service.createPartner();
    partnerId = partner.id;
    await service.dataSource.query(`UPDATE partner SET plan = 'enterprise' WHERE id = $1`, [partnerId]);
    key = (await service.createKey(partner, { rate_limit_per_minute: 10_000 })).plaintext ?? '';
    const [agent] = await service.dataSource.query('SELECT id FROM agent WHERE partner_id = $1 LIMIT 1', [partnerId]);
    agentId = agent.id;
    // In parts, since no statement may take long.
    for (let count = 0; count < ROWS; count += 2_000) await add(2_000);
    await service.dataSource.query('VACUUM ANALYZE execution');
    edge = await startTestEdge(service, ROUTES);
  });
  afterAll(async () => {
    await edge?.close();
    await service?.stop();
  });

  /** Adds executions, three of a moment, so that the id decides among them. */
  async function add(count: number): Promise<void> {
    await service.dataSource.query(
      `INSERT INTO execution (row_key, partner_id, agent_id, capability, status, priority, settings, context,
                              notify_on_complete, sandbox, created_at, updated_at)
       SELECT gen_random_uuid(), $1, $2, 'blog_post', 'cancelled', 'normal', '{}', '{}', false, false, at, at
       FROM (SELECT date_trunc('second', clock_timestamp()) + (n / 3) * interval '1 microsecond' AS at
             FROM generate_series(1, $3::int) AS n) AS moment`,
      [partnerId, agentId, count],
    );
  }

  const page = (query: Record<string, string>) =>
    edge.request(`/api/v1/content-workflow/executions?${new URLSearchParams(query)}`, { key });

  test('each entry that was there at the start comes exactly once', async () => {
    const there = await service.dataSource.query('SELECT id FROM execution WHERE partner_id = $1', [partnerId]);
    const seen = new Map<number, number>();
    let cursor: string | null = 'begin';
    for (let pages = 0; cursor !== null; pages += 1) {
      const { status, body } = await page({ cursor, per_page: '100' });
      expect(status).toBe(200);
      for (const { id } of body.data) seen.set(id, (seen.get(id) ?? 0) + 1);
      cursor = body.meta.next_cursor;
      if (pages % 20 === 0) await add(50);
    }
    expect(there).toHaveLength(ROWS);
    expect(there.filter(({ id }: { id: number }) => seen.get(Number(id)) !== 1)).toEqual([]);
  });

  test('page 10,000 reads as little as page 1', async () => {
    const costOf = async (cursor: CursorPlace) => {
      const statements: [string, unknown[]][] = [];
      const db = {
        query: async (text: string, values: unknown[] = []) => {
          statements.push([text, values]);
          return service.deps.db.query(text, values);
        },
      } as typeof service.deps.db;
      const found = await selectExecutions(db, partnerId, {}, { page: 1, per_page: 2, cursor });
      let blocks = 0;
      for (const [text, values] of statements) {
        const [row] = await service.deps.db.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`, values);
        const { Plan: plan } = row['QUERY PLAN'][0];
        blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      }
      return { blocks, found };
    };
    // As at the start, without the count: `total` is of when the cursor began.
    const first = await costOf({ total: ROWS, before: 0 });
    const [row] = await service.dataSource.query(
      `SELECT created_at::text AS at, id::text AS id FROM execution WHERE partner_id = $1
       ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET 19997`,
      [partnerId],
    );
    const last = await costOf({ total: ROWS, before: 19_998, key: [row.at, row.id] });
    expect(last.found).toMatchObject({ page: 10_000, rows: [expect.anything(), expect.anything()] });
    expect(last.blocks).toBeLessThanOrEqual(1.5 * first.blocks);
  });
});

/** What identifies entries. */
function identities(data: { id?: unknown; attributes?: unknown }[]): unknown[] {
  return data.map((entry) => entry.id ?? entry);
}

/** Relation and page of each link. */
function linksIn(header: string | null): string[] {
  return [...(header ?? '').matchAll(/[?&]page=(\d+)[^>]*>; rel="(\w+)"/g)].map(
    ([, page, relation]) => `${relation} ${page}`,
  );
}

/** The links that a page of a number should have. */
function linksOf({ meta, pagination }: { meta?: Meta; pagination?: Meta }, page: number): string[] {
  const { total_pages: last = 0, last_page = last } = pagination ?? meta ?? {};
  return [page < last_page ? `next ${page + 1}` : '', page > 1 && last_page > 0 ? `prev ${page - 1}` : ''].filter(
    Boolean,
  );
}

interface Meta {
  total_pages?: number;
  last_page?: number;
}
