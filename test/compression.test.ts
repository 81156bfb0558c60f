import { get, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { AREAS } from '../api/areas.ts';
import { isCompressible } from '../api/compression.ts';
import type { JsonRoute } from '../api/route.ts';
import { type FullLists, nameOf, startFullLists } from './environment/largest-rows/full-lists.ts';

jest.setTimeout(300_000);

const ROUTES = AREAS.flatMap(({ routes }) => routes);
const JSON_ROUTES = ROUTES.filter((route): route is JsonRoute => route.kind === 'json');

test('what changes something or shows a secret is never compressed', () => {
  const compressed = JSON_ROUTES.filter(isCompressible).map(nameOf);
  expect(compressed.filter((name) => !name.startsWith('GET '))).toEqual([]);
  const secretive = JSON_ROUTES.filter((route) => route.secrets.length > 0).map(nameOf);
  expect(compressed.filter((name) => secretive.includes(name))).toEqual([]);
  expect(compressed.filter((name) => /keys|oauth|consents|sessions?\b|subscription|token|secret/.test(name))).toEqual(
    [],
  );
  // And most reads are, or the rule would be of no use.
  const reads = JSON_ROUTES.filter(({ method }) => method === 'GET');
  expect(compressed.length).toBeGreaterThan(0.7 * reads.length);
});

test('the reads that are not compressed', () => {
  const left = JSON_ROUTES.filter((route) => route.method === 'GET' && !isCompressible(route)).map(nameOf);
  expect(left.sort()).toEqual([
    'GET /3pi-partners/{partner_id}/keys',
    'GET /3pi-partners/{partner_id}/oauth-clients',
    'GET /app/consents',
    'GET /app/keys',
    'GET /app/keys/{id}',
    'GET /app/me/security',
    'GET /app/me/sessions',
    'GET /app/overview',
    'GET /dry-run/sessions',
    'GET /dry-run/sessions/{token}',
    'GET /partners/webhooks',
    'GET /partners/webhooks/{id}',
  ]);
});

describe('a list', () => {
  let lists: FullLists;
  beforeAll(async () => {
    lists = await startFullLists(ROUTES);
  });
  afterAll(() => lists?.stop());

  /** fetch would unpack it. */
  async function read(route: JsonRoute, encoding: string, perPage = 50) {
    const { path, key } = lists.requestFor(route, { per_page: String(perPage) });
    return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const headers = { 'Accept-Encoding': encoding, Authorization: `Bearer ${key}` };
      get(lists.edge.origin + path, { headers }, async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) });
      }).on('error', reject);
    });
  }

  const route = (name: string) => JSON_ROUTES.find((one) => nameOf(one) === name) as JsonRoute;
  const LISTS = ['GET /content-workflow/executions', 'GET /content-workflow/agents', 'GET /3pi-partners/invoices'];

  test.each(LISTS)('%s is compressed for those who take it, the same bytes', async (name) => {
    const plain = await read(route(name), 'identity');
    const packed = await read(route(name), 'gzip, deflate, br');
    expect([plain.status, packed.status]).toEqual([200, 200]);
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    for (const { headers } of [plain, packed]) {
      expect(headers.vary).toContain('Accept-Encoding');
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
    expect(JSON.parse(gunzipSync(packed.body).toString())).toEqual(JSON.parse(plain.body.toString()));
    expect(packed.body.length).toBeLessThan(0.5 * plain.body.length);
    const none = await read(route(name), 'gzip;q=0, identity');
    expect(none.headers['content-encoding']).toBeUndefined();
  });

  test('of a few bytes, or of keys, goes as it is', async () => {
    const small = await read(route('GET /content-workflow/executions'), 'gzip', 1);
    if (gunzipIfPacked(small).length < 1_400) expect(small.headers['content-encoding']).toBeUndefined();
    const keys = JSON_ROUTES.find(({ method, path }) => method === 'GET' && path.endsWith('/keys')) as JsonRoute;
    const answer = await read(keys, 'gzip');
    expect(answer.headers['content-encoding']).toBeUndefined();
  });
});

function gunzipIfPacked({ headers, body }: { headers: IncomingHttpHeaders; body: Buffer }): Buffer {
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}
