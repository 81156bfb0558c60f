import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { createOauthClient } from '../../domain/oauth/operations/create-client.ts';
import type { TestEdge } from '../../test/environment/edge.ts';
import { oauthConfigOf, startOauthEdge } from '../../test/environment/oauth-edge.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { wwwAuthenticate } from './challenge.ts';

jest.setTimeout(60_000);

let service: TestService;
let edge: TestEdge | undefined;
beforeAll(async () => {
  service = await startTestService();
});
afterEach(async () => {
  await edge?.close();
  edge = undefined;
});
afterAll(() => service.stop());

function createKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

async function start(variables: Record<string, string>): Promise<TestEdge> {
  edge = await startOauthEdge(service, { variables });
  return edge;
}

async function newClient(): Promise<{ id: string; basic: string }> {
  const partner = await service.createPartner();
  const { client, secret } = await service.run(service.admin, createOauthClient, {
    params: { partner_id: partner.id },
    input: { name: 'Server', redirect_uris: ['https://program.example/cb'] },
  });
  return { id: client.client_id, basic: `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}` };
}

async function kidOfNewToken(running: TestEdge, basic: string): Promise<unknown> {
  const answer = await running.request('/oauth/token', {
    method: 'POST',
    headers: { Authorization: basic, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const [header = ''] = String(answer.body.access_token).split('.');
  return JSON.parse(Buffer.from(header, 'base64url').toString()).kid;
}

test('of several keys the first signs, and all are published', async () => {
  const [one, two] = [createKey(), createKey()];
  const { basic } = await newClient();
  const kids: unknown[] = [];
  for (const keys of [`${one},${two}`, `${two},${one}`]) {
    const running = await start({ OAUTH_KEYS: keys });
    const { keys: published } = JSON.parse((await running.request('/oauth/jwks')).text);
    const signer = await kidOfNewToken(running, basic);
    expect(published.map(({ kid }: { kid: string }) => kid)).toEqual([signer, expect.any(String)]);
    kids.push(signer);
    await running.close();
    edge = undefined;
  }
  expect(new Set(kids).size).toBe(2);
});

test('without keys of its own a service has one that stays', async () => {
  const { basic } = await newClient();
  const first = await kidOfNewToken(await start({}), basic);
  await edge?.close();
  expect(await kidOfNewToken(await start({}), basic)).toBe(first);
});

test('what is no key is named at the start', () => {
  for (const keys of ['nonsense', `${createKey()},AAAA`])
    expect(() => oauthConfigOf({ OAUTH_KEYS: keys })).toThrow('OAUTH_KEYS');
});

test('cookies of a service that is reached by https go by https only', async () => {
  const { id } = await newClient();
  const query = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: 'https://program.example/cb',
    scope: 'api',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const answer = await (await start({})).request(`/oauth/auth?${query}`);
  expect(answer.status).toBe(303);
  const cookies = answer.headers.getSetCookie();
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) expect(cookie).toMatch(/; path=\/oauth\/.*; secure; httponly$/i);
});

test('with an issuer elsewhere the service has none of its own, and says so', async () => {
  const running = await start({ OAUTH_ISSUER: 'https://login.example/realm' });
  for (const path of ['/oauth/token', '/oauth/jwks', '/.well-known/oauth-authorization-server']) {
    expect((await running.request(path)).status).toBe(404);
  }
  const { body } = await running.request('/.well-known/oauth-protected-resource/api/v1/mcp');
  expect(body).toMatchObject({
    resource: 'https://api.example/api/v1/mcp',
    authorization_servers: ['https://login.example/realm'],
  });
});

test('an unknown path below /oauth gets the envelope of all errors', async () => {
  const running = await start({});
  for (const path of [
    '',
    '/',
    '/nowhere',
    '/oauth/auth',
    '//evil.example',
    '/%E0%A4%A',
    '/interaction/%00',
    '/auth/%2e%2e',
  ]) {
    const answer = await running.request(`/oauth${path}`);
    expect([path, answer.status < 500 && answer.status >= 400]).toEqual([path, true]);
  }
  const answer = await running.request('/oauth/nowhere');
  expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
});

test('pages of other sites may register programs', async () => {
  const running = await start({});
  const asked = await running.request('/oauth/reg', { method: 'OPTIONS' });
  expect([asked.status, asked.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
});

test('a challenge holds no more than its parts', () => {
  const resourceMetadata = 'https://api.example/.well-known/oauth-protected-resource';
  expect(wwwAuthenticate({ resourceMetadata })).toBe(`Bearer resource_metadata="${resourceMetadata}"`);
  expect(wwwAuthenticate({ resourceMetadata, error: 'insufficient_scope', scope: ['a', 'b'] })).toBe(
    `Bearer error="insufficient_scope", scope="a b", resource_metadata="${resourceMetadata}"`,
  );
});
