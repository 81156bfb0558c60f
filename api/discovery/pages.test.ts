import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { SUPPORTED_VERSIONS } from '../../domain/mcp/rules.ts';
import { startTestEdge, type TestEdge } from '../../test/environment/edge.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';

let service: TestService;
let edge: TestEdge;
beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, [], {
    http: { publicUrl: 'https://api.example.com', securityContact: 'security@example.com' },
  });
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

test.each([
  ['/api/v1/mcp/server-card', 'application/mcp-server-card+json'],
  ['/.well-known/mcp/server-card.json', 'application/json; charset=utf-8'],
  ['/.well-known/ai-catalog.json', 'application/ai-catalog+json'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
])('%s is for everybody, cached and validated', async (path, type) => {
  const { status, headers } = await edge.request(path);
  expect([status, headers.get('Content-Type')]).toEqual([200, type]);
  expect(headers.get('Cache-Control')).toBe('public, max-age=300');
  expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
  const again = await edge.request(path, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
  expect(again.status).toBe(304);
  expect((await edge.request(path, { method: 'POST' })).status).toBe(405);
});

describe('the card of the MCP server', () => {
  test('names the server and its endpoint', async () => {
    const card = JSON.parse((await edge.request('/api/v1/mcp/server-card')).text);
    expect(card).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      name: 'com.example.api/marketwright',
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://api.example.com/api/v1/mcp',
          supportedProtocolVersions: SUPPORTED_VERSIONS,
        },
      ],
    });
    expect(card.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(card.description.length).toBeLessThanOrEqual(100);
    const former = await edge.request('/.well-known/mcp/server-card.json');
    expect(former.body).toEqual(card);
  });

  test('is where the catalogue says', async () => {
    const { entries } = JSON.parse((await edge.request('/.well-known/ai-catalog.json')).text);
    expect(entries).toEqual([
      {
        identifier: 'urn:air:api.example.com:mcp:marketwright',
        type: 'application/mcp-server-card+json',
        url: 'https://api.example.com/api/v1/mcp/server-card',
      },
    ]);
  });

  test.each([
    ['http://127.0.0.1:8080', '127.0.0.1/marketwright'],
    ['http://[::1]:8080', '---1-/marketwright'],
    ['http://localhost:8080', 'localhost/marketwright'],
  ])('has a valid name at %s', async (publicUrl, name) => {
    const other = await startTestEdge(service, [], { http: { publicUrl } });
    try {
      const { body } = await other.request('/.well-known/mcp/server-card.json');
      expect(body.name).toBe(name);
      expect(body.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    } finally {
      await other.close();
    }
  });
});

test('llms.txt links to pages that are there', async () => {
  const { text } = await edge.request('/llms.txt');
  expect(text).toMatch(/^# Marketwright\n\n> /);
  const links = [...text.matchAll(/\]\(https:\/\/api\.example\.com([^)]+)\)/g)].map(([, path]) => path ?? '');
  expect(links).toContain('/docs/guides/mcp.md');
  for (const path of links) expect([path, (await edge.request(path, { method: 'HEAD' })).status]).toEqual([path, 200]);
});

describe('security.txt', () => {
  const PATH = '/.well-known/security.txt';

  test('has a contact, and expires half a year from now', async () => {
    service.setClock(new Date('2026-11-24T12:34:56Z'));
    const { headers, text } = await edge.request(PATH);
    service.setClock(undefined);
    expect([headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([
      'text/plain; charset=utf-8',
      'public, max-age=300',
    ]);
    expect(text.split('\n')).toEqual([
      'Contact: mailto:security@example.com',
      'Expires: 2027-05-23T00:00:00.000Z',
      'Preferred-Languages: en, de, es',
      `Canonical: https://api.example.com${PATH}`,
      '',
    ]);
  });

  test('is not served without a contact', async () => {
    const other = await startTestEdge(service, []);
    try {
      expect((await other.request(PATH)).status).toBe(404);
    } finally {
      await other.close();
    }
  });
});
