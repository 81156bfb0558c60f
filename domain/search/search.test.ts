import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sequentialScans } from '../../test/environment/sequential-scans.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import type { Db } from '../kernel/deps.ts';
import { selectFound } from './store.ts';
import { FOUND_TYPES } from './types.ts';

jest.setTimeout(60_000);

let service: TestService;
let small: number;
let large: number;
beforeAll(async () => {
  service = await startTestService();
  small = (await service.createPartner()).id;
  large = (await service.createPartner()).id;
  await addItems(large, 20_000, "'Cloud launch number ' || n");
  await addItems(small, 300, "'Cloud note number ' || n");
  await addItems(small, 1, '\'Über die Größe: "Müller & Söhne" – naïve Straße nach Łódź\'');
  await service.dataSource.query('ANALYZE');
});
afterAll(() => service.stop());

function addItems(partnerId: number, count: number, title: string): Promise<unknown> {
  return service.fill(
    `INSERT INTO content_item (partner_id, kanban_status, sandbox, title, content_type, body, preview, word_count, settled_at, created_at, updated_at)
     SELECT $1, 'ready', false, ${title}, 'blog_post', '', '', 0, now(), now(), now() FROM generate_series(1, $2::int) n`,
    [partnerId, count],
  );
}

const find = (q: string, partnerId = small, db: Db = service.deps.db) =>
  selectFound(db, { partnerId, q, number: null, types: FOUND_TYPES, names: [] });
const titles = async (q: string) => (await find(q)).map(({ title }) => title);

test.each([
  'über',
  'UBER',
  'ueber',
  'muller',
  'Mueller',
  'müller sohne',
  'grosse',
  'groesse',
  'naive str',
  'lodz',
  'straße',
  "'); DROP TABLE content_item; -- über",
])('%s finds a title with accents', async (q) => {
  const found = await titles(q);
  if (q.includes('DROP')) expect(found).toEqual([]);
  else expect(found).toEqual([expect.stringContaining('Müller')]);
});

test.each(['ber', 'muller note', 'übrig', '!!!', '% _', "' \\ :*", 'a | b & !c'])('%s finds nothing', async (q) => {
  expect(await titles(q)).toEqual([]);
});

test('the words of a title in any order, the last one by its beginning', async () => {
  expect(await titles('299 cloud')).toEqual(['Cloud note number 299']);
  expect((await titles('note clo')).length).toBe(20);
});

test('old records are found beside newer ones, exact titles first', async () => {
  expect((await titles('cloud note number 1'))[0]).toBe('Cloud note number 1');
});

describe('beside a partner with many records', () => {
  test.each(['cloud', 'launch', 'number 77'])('%s reads no whole table', async (q) => {
    const scans = await service.dataSource.transaction((em) =>
      sequentialScans(em, 'content_item', () => find(q, small, em)),
    );
    expect(scans).toBe(0);
    expect((await find(q)).every(({ title }) => !title.includes('launch'))).toBe(true);
  });

  test('what others have is neither found nor read', async () => {
    const empty = (await service.createPartner()).id;
    const plan = async (partnerId: number) => {
      let read = 0;
      const explain = {
        async query(text: string, values: unknown[]) {
          const [{ 'QUERY PLAN': lines = [] } = {}]: { 'QUERY PLAN'?: object[] }[] = await service.dataSource.query(
            `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
            values,
          );
          const [plan] = lines as { Plan: Record<string, number> }[];
          read = (plan?.Plan['Shared Hit Blocks'] ?? 0) + (plan?.Plan['Shared Read Blocks'] ?? 0);
          return [];
        },
      };
      await selectFound(explain as unknown as Db, {
        partnerId,
        q: 'cloud launch',
        number: null,
        types: ['content_item'],
        names: [],
      });
      return read;
    };
    expect(await find('launch', empty)).toEqual([]);
    expect(await plan(empty)).toBeLessThan(60);
    expect(await plan(small)).toBeLessThan(200);
  });
});
