import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import Koa from 'koa';
import { sampleRoutes } from '../../test/environment/sample-routes.ts';
import type { HttpState } from '../context.ts';
import { servePages } from '../middleware/pages.ts';
import { securityHeaders } from '../middleware/security-headers.ts';
import { documentPages } from './pages.ts';

const PUBLIC_URL = 'https://api.marketwright.test';

let server: Server;
let origin: string;

beforeAll(async () => {
  const koa = new Koa<HttpState>();
  koa.use(await securityHeaders({ https: false }));
  koa.use(servePages(documentPages({ routes: sampleRoutes, publicUrl: PUBLIC_URL })));
  server = createServer(koa.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  const closed = new Promise((resolve) => server.close(resolve));
  // Unread responses keep their connections open.
  server.closeAllConnections();
  await closed;
});

function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return fetch(origin + path, { method, headers, redirect: 'manual' });
}

/** The scripts of the page. */
async function scripts(): Promise<string[]> {
  const html = await (await read('/docs')).text();
  return [...html.matchAll(/<script src="([^"]+)"/g)].map(([, path]) => path as string);
}

/** The directives of a Content-Security-Policy by name. */
function policyOf(response: Response): Record<string, string> {
  const directives = (response.headers.get('Content-Security-Policy') ?? '').split(/; ?/);
  return Object.fromEntries(directives.map((directive) => directive.split(/ (.*)/).slice(0, 2)));
}

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8', '/console'],
  ['text/html', '/console'],
  ['application/json;q=0.5, text/html;q=0.6', '/console'],
  ['application/json, text/html;q=0.9', '/docs'],
  ['text/html;q=0, */*', '/docs'],
  ['*/*', '/docs'],
  ['application/json', '/docs'],
])('who accepts %s is led from / to %s', async (accept, place) => {
  const response = await read('/', { Accept: accept });
  expect([response.status, response.headers.get('Location')]).toEqual([302, place]);
  expect(response.headers.get('Vary')).toContain('Accept');
});

test('the page answers itself and says what it is without scripts', async () => {
  const response = await read('/docs');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  const html = await response.text();
  expect(html).toContain('<title>Marketwright API</title>');
  expect(html).toMatch(/<noscript>\s*<h1>Marketwright API<\/h1>/);
  expect(html).toContain('href="/openapi.json"');
});

test('the page allows inline styles, no inline scripts, and no other origin', async () => {
  const policy = policyOf(await read('/docs'));
  expect(policy).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'connect-src': "'self'",
    'font-src': "'self'",
    'frame-ancestors': "'none'",
  });
  expect(Object.values(policy).join(' ')).not.toMatch(/https?:|\*|unsafe-eval/);
  expect(policyOf(await read('/openapi.json'))['style-src']).toBe("'self'");
});

test('neither the page nor its settings name another origin', async () => {
  const html = await (await read('/docs')).text();
  expect(html).not.toMatch(/(https?:)?\/\/[a-z]/i);
  expect(html).not.toMatch(/<script(?! src="\/)/);
  const [start = '', scalar = ''] = await scripts();
  expect(scalar).toMatch(/^\/docs\/scalar\.[0-9a-f]{16}\.js$/);
  const text = await (await read(start)).text();
  expect(text).not.toMatch(/(https?:)?\/\/[a-z]/i);
  expect(text).toContain('"url":"/openapi.json"');
  for (const off of ['"withDefaultFonts":false', '"telemetry":false', '"proxyUrl":""', '"persistAuth":false']) {
    expect(text).toContain(off);
  }
});

test('its scripts are kept for ever under the hash in their names', async () => {
  const paths = await scripts();
  expect(paths).toHaveLength(2);
  for (const path of paths) {
    const response = await read(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8');
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
  }
});

test('the second script is the bundle, whole', async () => {
  const [, path = ''] = await scripts();
  const text = await (await read(path)).text();
  expect(text.length).toBeGreaterThan(3_000_000);
  expect(text.includes('createApiReference')).toBe(true);
  expect(() => new Script(text)).not.toThrow();
});

/** What a client accepts, and what it gets; browsers name gzip first. */
const ACCEPTED = [
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.4, gzip;q=0.8', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip', 'gzip'],
] as const;

test.each(['/openapi.json', '/docs', 'scripts'])('%s is compressed, or not, and validated', async (name) => {
  for (const path of name === 'scripts' ? await scripts() : [name]) {
    const plain = await read(path, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    for (const [accepted, encoding] of ACCEPTED) {
      const { headers } = await read(path, { 'Accept-Encoding': accepted });
      expect([accepted, headers.get('Content-Encoding')]).toEqual([accepted, encoding]);
    }
    const packed = await read(path, { 'Accept-Encoding': 'gzip, br' });
    expect(packed.headers.get('Vary')).toBe('Accept-Encoding');
    expect((await packed.text()) === (await plain.text())).toBe(true);

    const etag = packed.headers.get('ETag') ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(plain.headers.get('ETag')).toBe(etag);
    const again = await read(path, { 'If-None-Match': etag });
    expect([again.status, (await again.text()).length]).toEqual([304, 0]);
    expect(policyOf(again)).toEqual(policyOf(packed));
    expect((await read(path, { 'If-None-Match': 'W/"another"' })).status).toBe(200);

    const head = await read(path, {}, 'HEAD');
    expect([head.status, head.headers.get('ETag')]).toEqual([200, etag]);
  }
});

test('the document is OpenAPI 3.1', async () => {
  const response = await read('/openapi.json');
  expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: `${PUBLIC_URL}/api/v1` }] });
});
