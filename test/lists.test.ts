import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { toolsOf } from '../api/area.ts';
import { AREAS } from '../api/areas.ts';
import type { McpContext } from '../api/mcp/context.ts';
import { shapeOf } from '../api/read-input.ts';
import type { JsonRoute } from '../api/route.ts';
import { MAX_LIST_BYTES, MAX_LISTED_TEXT } from '../domain/kernel/page.ts';
import { type FullLists, nameOf, startFullLists } from './environment/largest-rows/full-lists.ts';
import { resultOf } from './environment/mcp-result.ts';
import { expectByOutputSchema } from './environment/tool-results.ts';

jest.setTimeout(300_000);

const TOOLS = toolsOf(AREAS);
const ROUTES = AREAS.flatMap(({ routes }) => routes);
const LISTS = ROUTES.filter((route): route is JsonRoute => route.kind === 'json' && route.list !== undefined);

/** Lists without rows here, and why. */
const LEFT_OUT: Record<string, string> = {
  'GET /app/audit-log': 'for people at the console; its entries are those of GET /3pi-partners/{partner_id}/audit-log',
  'GET /app/consents': 'of a signed-in user; an entry has the name of a client and its scopes',
  'GET /app/notifications': 'for people at the console; an entry has a title of at most 300 characters',
  'GET /app/me/sessions': 'of a signed-in user; an entry has a device and an address',
  'GET /app/saved-filters': 'for people at the console; an entry has at most 20 values of 200 characters',
  'GET /app/users': 'for signed-in users; an entry has a name and an address',
};

const SHOWN = LISTS.filter((route) => !Object.hasOwn(LEFT_OUT, nameOf(route))).map(
  (route) => [nameOf(route), route] as const,
);

/** A letter, and a character that is six in JSON. */
const CHARACTERS = { letters: 'a', 'control characters': '\u0001' };

describe.each(Object.entries(CHARACTERS))('lists of rows of the greatest size, of %s', (_what, character) => {
  let lists: FullLists;
  let bytesRead = 0;
  beforeAll(async () => {
    lists = await startFullLists(ROUTES, {
      character,
      through: (db) =>
        ({
          query: async (text: string, values?: unknown[]) => {
            const rows: unknown = await db.query(text, values);
            bytesRead += bytesOf(rows);
            return rows;
          },
        }) as typeof db,
    });
  });
  afterAll(() => lists?.stop());

  async function read(route: JsonRoute, query: Record<string, string>) {
    const { path, key } = lists.requestFor(route, query);
    bytesRead = 0;
    const reply = await lists.edge.request(path, { key });
    return { reply, size: Buffer.byteLength(reply.text), read: bytesRead };
  }

  test.each(SHOWN)('%s', async (name, route) => {
    if (!lists.has(route))
      throw new Error(`It has no rows: fill ${name} in test/environment/largest-rows, or give the reason in LEFT_OUT.`);
    const asked: Record<string, string>[] = [{}, { per_page: '100' }, { per_page: '1' }];
    const includes =
      'include' in shapeOf(route.operation.input) ? asked.map((query) => ({ ...query, include: 'body' })) : [];
    for (const query of [...asked, ...includes]) {
      const { reply, size, read: fromDatabase } = await read(route, query);
      // What cannot be sent is not read either.
      expect(fromDatabase).toBeLessThan(2 * MAX_LIST_BYTES);
      if (reply.status === 422) {
        expect(reply.body.error.details).toEqual({ per_page: [expect.stringContaining('1 MiB')] });
        expect(query).not.toEqual({ per_page: '1' });
        continue;
      }
      expect(reply.status).toBe(200);
      expect(size).toBeLessThanOrEqual(MAX_LIST_BYTES);
      if (route.tool) await expectToolAnswer(route, reply.body);
      // The messages of a session are a page of a single record, which is shown whole.
      const long = Array.isArray(reply.body.data) ? longTexts(reply.body.data, '') : [];
      if ('include' in query) expect(reply.body.meta?.truncated).toBeUndefined();
      else expect(long.filter((name) => !route.list?.neverCut.has(name))).toEqual([]);
    }
  });
});

test('every list that has no rows here says why', () => {
  expect(LISTS.map(nameOf)).toEqual(expect.arrayContaining(Object.keys(LEFT_OUT)));
});

/** Expects of a body that the tool of its route makes a result of it that is as its outputSchema has it. */
async function expectToolAnswer(route: JsonRoute, body: unknown): Promise<void> {
  const tool = TOOLS.find((candidate) => candidate.route === route);
  if (tool) expectByOutputSchema(tool.name, resultOf(await tool.resultOf(body, {} as McpContext)));
}

/** Size of the texts in rows of the database, as they are sent. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Buffer.isBuffer(value)) return value.length;
  if (typeof value !== 'object' || value === null) return 8;
  return Object.values(value).reduce((sum: number, part) => sum + bytesOf(part), 0);
}

/** Dotted names of the texts that are longer than lists show. */
function longTexts(value: unknown, name: string): string[] {
  if (typeof value === 'string') return value.length > MAX_LISTED_TEXT ? [name] : [];
  if (Array.isArray(value)) return value.flatMap((part) => longTexts(part?.attributes ?? part, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => longTexts(part, name === '' ? key : `${name}.${key}`));
}
