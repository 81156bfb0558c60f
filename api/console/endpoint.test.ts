import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { startTestEdge, type TestEdge } from '../../test/environment/edge.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { ownConsoleSettings } from '../oauth/console-client.ts';
import { createConsole } from './endpoint.ts';

jest.setTimeout(60_000);

const PUBLIC_URL = 'https://api.example';
const PAGE = `<meta name="marketwright" content="__SETTINGS__"><meta property="csp-nonce" nonce="__NONCE__">`;

let service: TestService;
let edge: TestEdge;
let folder: string;
beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(path.join(tmpdir(), 'marketwright-console-'));
  edge = await startTestEdge(service, [], { console: createConsole(ownConsoleSettings(PUBLIC_URL), folder) });
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function build(): Promise<void> {
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'index.html'), PAGE);
  await writeFile(path.join(folder, 'assets/index-abc.js'), 'export {};');
}

test('says what to do while the console has not been built, and serves it once it has', async () => {
  const before = await edge.request('/console');
  expect(before).toMatchObject({ status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } });
  expect(before.text).toContain('npm run build:console');
  await build();
  expect(await edge.request('/console')).toMatchObject({ status: 200 });
});

test('each of its addresses leads to the page, whose nonce is new each time and in its policy', async () => {
  await build();
  const nonces = new Set<string>();
  for (const address of ['/console', '/console/', '/console/executions/1?page=2', '/console/callback']) {
    const page = await edge.request(address);
    const nonce = /nonce="([\w-]{22})"/.exec(page.text)?.[1] ?? '';
    nonces.add(nonce);
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
  }
  expect(nonces.size).toBe(4);
});

test('a page that the browser has kept stays with its own policy', async () => {
  await build();
  const page = await edge.request('/console');
  const again = await edge.request('/console/board', { headers: { 'If-None-Match': page.headers.get('ETag') ?? '' } });
  expect(again.status).toBe(304);
  expect(again.headers.get('Content-Security-Policy')).toBeNull();
});

test('the page says where people sign in', async () => {
  await build();
  const { text } = await edge.request('/console');
  const settings = JSON.parse((/content="([^"]+)"/.exec(text)?.[1] ?? '').replaceAll('&quot;', '"'));
  expect(settings).toEqual({
    origin: PUBLIC_URL,
    oauth: {
      issuer: `${PUBLIC_URL}/oauth`,
      clientId: 'marketwright-console',
      scope: 'openid api',
      resource: `${PUBLIC_URL}/api/v1`,
    },
  });
});

test('files are for ever, and none is made up', async () => {
  await build();
  const file = await edge.request('/console/assets/index-abc.js');
  expect(file).toMatchObject({ status: 200, text: 'export {};' });
  expect(file.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  for (const name of ['index-old.js', '../index.html', '%2e%2e%2findex.html', '']) {
    expect((await edge.request(`/console/assets/${name}`)).text).not.toContain('export');
  }
  expect(await edge.request('/console/assets/index-old.js')).toMatchObject({ status: 404 });
  expect(await edge.request('/console', { method: 'POST' })).toMatchObject({ status: 405 });
});

test('an issuer elsewhere is the only other origin that the page may ask', async () => {
  await build();
  const settings = ownConsoleSettings(PUBLIC_URL);
  const oauth = { ...settings.oauth, issuer: 'https://issuer.example/tenant' };
  const other = await startTestEdge(service, [], { console: createConsole({ ...settings, oauth }, folder) });
  try {
    const policy = (await other.request('/console')).headers.get('Content-Security-Policy');
    expect(policy).toContain("connect-src 'self' https://issuer.example;");
  } finally {
    await other.close();
  }
});
