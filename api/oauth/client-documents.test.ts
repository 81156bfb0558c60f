import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type OAuthTokens,
  type StoredOAuthClientInformation,
} from '@modelcontextprotocol/client';
import { createUser } from '../../domain/users/operations/create-user.ts';
import { certificate } from '../../test/environment/certificate.ts';
import type { TestAnswer, TestEdge } from '../../test/environment/edge.ts';
import { testClient } from '../../test/environment/guarded-client.ts';
import { CookieJar, startOauthEdge } from '../../test/environment/oauth-edge.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';

jest.setTimeout(60_000);

const ORIGIN = 'https://api.example';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const REDIRECT_URI = 'https://program.example/cb';
const PERSON = { email: 'ada@example.com', password: 'correct horse battery' };
/** RFC 7636, appendix B. */
const PKCE = {
  challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};

type Answer = (request: IncomingMessage, response: ServerResponse, url: string) => void;

let service: TestService;
let edge: TestEdge;
let site: Server;
let answer: Answer;
let asked: string[] = [];
let documents = 0;
const sites = testClient({ allowHttp: false, ca: certificate.cert, resolve: async () => ['127.0.0.1'] });

beforeAll(async () => {
  service = await startTestService();
  edge = await startOauthEdge(service, { sites });
  site = createServer(certificate, (request, response) => {
    const url = `https://${request.headers.host}${request.url}`;
    asked.push(url);
    answer(request, response, url);
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { id } = await service.createPartner();
  const input = { ...PERSON, name: 'Ada', role: 'owner' };
  await service.run(service.admin, createUser, { params: { partner_id: id }, input });
});
beforeEach(() => {
  asked = [];
  answer = sends();
  service.setClock(undefined);
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
  sites.close();
  site?.closeAllConnections();
  site?.close();
});

/** The address of a new document. */
function newUrl(host = 'receiver.test', rest = ''): string {
  documents += 1;
  return `https://${host}:${(site.address() as AddressInfo).port}/clients/${documents}.json${rest}`;
}

function sends(changes: object = {}, headers: Record<string, string> = {}): Answer {
  return (_request, response, url) => {
    const document = { client_id: url, client_name: 'Document reader', redirect_uris: [REDIRECT_URI], ...changes };
    response.writeHead(200, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(document));
  };
}

class TestBrowser {
  readonly #jar = new CookieJar();
  readonly #address = `198.51.100.${(documents % 250) + 1}`;

  open(clientId: string, query: Record<string, string> = {}): Promise<TestAnswer> {
    const all = { client_id: clientId, response_type: 'code', redirect_uri: REDIRECT_URI, state: 'xyz', scope: 'api' };
    const pkce = { code_challenge: PKCE.challenge, code_challenge_method: 'S256' };
    return this.#go(`/oauth/auth?${new URLSearchParams({ ...all, ...pkce, ...query })}`);
  }

  openAt(search: string): Promise<TestAnswer> {
    return this.#go(`/oauth/auth${search}`);
  }

  submit(page: TestAnswer, fields: Record<string, string>): Promise<TestAnswer> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return this.#go(action, { method: 'POST', body: new URLSearchParams(fields).toString() });
  }

  async #go(path: string, options: { method?: string; body?: string } = {}): Promise<TestAnswer> {
    const headers = {
      ...FORM,
      Accept: 'text/html',
      Origin: ORIGIN,
      Cookie: this.#jar.header(),
      'X-Forwarded-For': this.#address,
    };
    const reply = await edge.request(path, { ...options, headers });
    this.#jar.keep(reply);
    const next = new URL(reply.headers.get('Location') ?? 'none:', ORIGIN);
    return next.origin === ORIGIN ? this.#go(next.pathname + next.search) : reply;
  }
}

function token(form: Record<string, string>): Promise<TestAnswer> {
  const body = new URLSearchParams(form).toString();
  return edge.request('/oauth/token', { method: 'POST', headers: FORM, body });
}

/** Asks for authorization as a new client that was never seen before. */
function open(url = newUrl(), query: Record<string, string> = {}): Promise<TestAnswer> {
  return new TestBrowser().open(url, query);
}

test('the metadata say that such clients may come', async () => {
  const { body } = await edge.request('/.well-known/oauth-authorization-server/oauth');
  expect(body.client_id_metadata_document_supported).toBe(true);
});

test('a client is known by its document: sign-in, consent, tokens, and a call', async () => {
  const url = newUrl();
  const browser = new TestBrowser();
  const login = await browser.open(url);
  expect(login.text).toContain('Document reader');
  const consent = await browser.submit(login, PERSON);
  const { host } = new URL(url);
  for (const page of [login, consent]) expect(page.text).toContain(`known by its site, <strong>${host}</strong>`);
  expect(consent.text).toContain(`<code>${REDIRECT_URI}</code>`);
  const target = new URL((await browser.submit(consent, {})).headers.get('Location') ?? '');
  expect(target.searchParams.get('iss')).toBe(`${ORIGIN}/oauth`);
  const tokens = await token({
    grant_type: 'authorization_code',
    client_id: url,
    code: target.searchParams.get('code') ?? '',
    redirect_uri: REDIRECT_URI,
    code_verifier: PKCE.verifier,
  });
  expect([tokens.status, tokens.body.token_type]).toEqual([200, 'Bearer']);
  const refresh = await token({
    grant_type: 'refresh_token',
    client_id: url,
    refresh_token: tokens.body.refresh_token,
  });
  expect(refresh.status).toBe(200);
  expect(asked).toEqual([url]);
  const own = await token({ grant_type: 'client_credentials', client_id: url });
  expect(own.status).toBe(400);
});

test('the official MCP client gets a token without registration', async () => {
  const url = newUrl();
  const fetchFn = (to: string | URL, init?: RequestInit) => fetch(String(to).replace(ORIGIN, edge.origin), init);
  const options = { serverUrl: `${ORIGIN}/api/v1/mcp`, fetchFn };
  let asksAt: URL | undefined;
  let verifier = '';
  let saved: OAuthTokens | undefined;
  let known: StoredOAuthClientInformation | undefined;
  let found: OAuthDiscoveryState | undefined;
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT_URI,
    clientMetadataUrl: url,
    clientMetadata: { client_name: 'Document reader', redirect_uris: [REDIRECT_URI] },
    clientInformation: () => known,
    saveClientInformation(information) {
      known = information;
    },
    tokens: () => saved,
    saveTokens(tokens) {
      saved = tokens;
    },
    redirectToAuthorization(to) {
      asksAt = to;
    },
    saveCodeVerifier(given) {
      verifier = given;
    },
    discoveryState: () => found,
    saveDiscoveryState(state) {
      found = state;
    },
    codeVerifier: () => verifier,
  };
  expect(await auth(provider, options)).toBe('REDIRECT');
  expect(known?.client_id).toBe(url);
  const browser = new TestBrowser();
  const consent = await browser.submit(await browser.openAt(asksAt?.search ?? ''), PERSON);
  const { searchParams } = new URL((await browser.submit(consent, {})).headers.get('Location') ?? '');
  const answer = { authorizationCode: searchParams.get('code') ?? '', iss: searchParams.get('iss') ?? '' };
  expect(await auth(provider, { ...options, ...answer })).toBe('AUTHORIZED');
  expect(saved?.access_token).toMatch(/^eyJ/);
});

test('a program of the person’s machine may listen on any port, and the page says what that means', async () => {
  answer = sends({ redirect_uris: ['http://127.0.0.1/cb', REDIRECT_URI] });
  const page = await open(newUrl(), { redirect_uri: 'http://127.0.0.1:49152/cb' });
  expect(page.text).toContain('a program of your own machine');
  expect((await open(newUrl(), { redirect_uri: REDIRECT_URI })).text).not.toContain('a program of your own machine');
  answer = sends({ redirect_uris: ['https://localhost:3000/cb'] });
  const secure = await open(newUrl(), { redirect_uri: 'https://localhost:3000/cb' });
  expect(secure.text).toContain('a program of your own machine');
});

test.each([['https://evil.example/cb'], [`${REDIRECT_URI}/more`], ['http://127.0.0.1/cb']])(
  'the redirect URI %s, which the document does not have, is refused on a page',
  async (redirect_uri) => {
    const page = await open(newUrl(), { redirect_uri });
    expect([page.status, page.headers.get('Location')]).toEqual([400, null]);
    expect(page.text).toContain('invalid_redirect_uri');
  },
);

describe('is refused, on a page and at the token endpoint,', () => {
  test.each<[string, Answer]>([
    ['a document of another client', sends({ client_id: 'https://receiver.test/other.json' })],
    ['one without client_id', sends({ client_id: undefined })],
    ['one without name', sends({ client_name: undefined })],
    ['one whose name turns the direction of text', sends({ client_name: 'Bank\u202ekcatta' })],
    ['one without redirect URIs', sends({ redirect_uris: [] })],
    ['one with a script as redirect URI', sends({ redirect_uris: ['javascript:alert(1)'] })],
    ['one with plain http to another machine', sends({ redirect_uris: ['http://program.example/cb'] })],
    [
      'one with https of this machine beside a native program',
      sends({ redirect_uris: ['https://localhost/cb', 'http://127.0.0.1/cb'] }),
    ],
    ['one with a redirect URI that no database keeps', sends({ redirect_uris: [`${REDIRECT_URI}\u0000`] })],
    ['one with half a character in its name', sends({ client_name: 'Reader \ud800' })],
    ['one with a secret', sends({ client_secret: 'hush' })],
    ['one with the end of a secret', sends({ client_secret_expires_at: 0 })],
    ['one that authenticates by a secret', sends({ token_endpoint_auth_method: 'client_secret_basic' })],
    ['one that acts for itself', sends({ grant_types: ['client_credentials'] })],
    ['one that wants tokens at once', sends({ response_types: ['token'] })],
    ['one that is too long', sends({ more: 'x'.repeat(20_000) })],
    ['one that is HTML', sends({}, { 'Content-Type': 'text/html' })],
    ['a list', (_request, response) => response.setHeader('Content-Type', 'application/json').end('[]')],
    ['no JSON', (_request, response) => response.setHeader('Content-Type', 'application/json').end('{')],
    ['a redirect', (_request, response, url) => response.writeHead(302, { Location: `${url}?again` }).end()],
    ['an answer 404', (_request, response) => response.writeHead(404).end()],
    ['an answer 500', (_request, response) => response.writeHead(500).end()],
    ['a connection that breaks', (request) => request.destroy()],
  ])('%s', async (_what, given) => {
    answer = given;
    const url = newUrl();
    const page = await open(url);
    expect([page.status, page.headers.get('Location')]).toEqual([400, null]);
    expect(page.text).toContain('invalid_client');
    const reply = await token({ grant_type: 'authorization_code', client_id: url, code: 'x' });
    expect([reply.status, reply.body.error]).toEqual([400, 'invalid_client']);
    // The failure is remembered, though the provider looks several times.
    expect(asked).toEqual([url]);
  });

  test.each([
    ['plain http', 'http://receiver.test/a.json'],
    ['no path', 'https://receiver.test'],
    ['the root', 'https://receiver.test/'],
    ['a fragment', 'https://receiver.test/a.json#b'],
    ['a user', 'https://ada@receiver.test/a.json'],
    ['dots', 'https://receiver.test/a/../b.json'],
    ['encoded dots', 'https://receiver.test/a/%2e%2e/b.json'],
    ['the default port', 'https://receiver.test:443/a.json'],
    ['capital letters', 'https://RECEIVER.test/a.json'],
    ['an address in octal', 'https://0177.0.0.1/a.json'],
    ['too many characters', `https://receiver.test/${'a'.repeat(255)}`],
  ])('an address with %s, without a call', async (_what, url) => {
    const page = await open(url);
    expect([page.status, page.headers.get('Location')]).toEqual([400, null]);
    expect(page.text).toContain('invalid_client');
    expect(asked).toEqual([]);
  });

  test('an address that is not public', async () => {
    using closed = testClient({ allowHttp: false, allowedNetworks: [], ca: certificate.cert });
    const guarded = await startOauthEdge(service, { sites: closed });
    try {
      const query = { client_id: newUrl('127.0.0.1'), response_type: 'code', redirect_uri: REDIRECT_URI };
      const page = await guarded.request(`/oauth/auth?${new URLSearchParams(query)}`, {
        headers: { Accept: 'text/html' },
      });
      expect([page.status, asked]).toEqual([400, []]);
      expect(page.text).toContain('its address cannot be reached');
    } finally {
      await guarded.close();
    }
  });
});

describe('a document', () => {
  const later = (seconds: number) => service.setClock(new Date(Date.now() + seconds * 1000));

  test.each([
    ['without headers', {}, 3_600],
    ['with max-age', { 'Cache-Control': 'public, max-age=7200' }, 7_200],
    ['with an age', { 'Cache-Control': 'max-age=7200', Age: '1200' }, 6_000],
    ['with no-store', { 'Cache-Control': 'no-store' }, 300],
    ['with max-age=0', { 'Cache-Control': 'max-age=0' }, 300],
    ['for a year', { 'Cache-Control': 'max-age=31536000' }, 86_400],
    ['that expired', { Expires: '0' }, 300],
    ['with Expires', { Date: new Date(0).toUTCString(), Expires: new Date(1_800_000).toUTCString() }, 1_800],
  ])('%s is read again after its time', async (_what, headers, seconds) => {
    answer = sends({}, headers);
    const url = newUrl();
    await open(url);
    later(seconds - 30);
    await open(url);
    expect(asked).toHaveLength(1);
    later(seconds + 30);
    answer = sends({ client_name: 'Another name' }, headers);
    expect((await open(url)).text).toContain('Another name');
    expect(asked).toHaveLength(2);
  });

  test('is read once by all who wait for it', async () => {
    const url = newUrl();
    const pages = await Promise.all([open(url), open(url), open(url)]);
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(asked).toEqual([url]);
  });

  test('serves for a week while its site is away, and not when the site has none any more', async () => {
    const url = newUrl();
    expect((await open(url)).status).toBe(200);
    answer = (_request, response) => response.writeHead(503).end();
    later(6 * 86_400);
    expect((await open(url)).status).toBe(200);
    later(8 * 86_400);
    expect((await open(url)).status).toBe(400);
    answer = (_request, response) => response.writeHead(410).end();
    const other = newUrl();
    answer = sends();
    service.setClock(undefined);
    await open(other);
    answer = (_request, response) => response.writeHead(410).end();
    later(86_400);
    expect((await open(other)).status).toBe(400);
  });

  test('that is mended is read a minute later', async () => {
    const url = newUrl();
    answer = (_request, response) => response.writeHead(404).end();
    await open(url);
    answer = sends();
    expect((await open(url)).status).toBe(400);
    later(61);
    expect((await open(url)).status).toBe(200);
  });

  test('of a host that never answers holds up no other', async () => {
    const held: ServerResponse[] = [];
    answer = (_request, response) => void held.push(response);
    const hanging = Promise.all([open(newUrl('localhost')), open(newUrl('localhost')), open(newUrl('localhost'))]);
    while (held.length < 3) await once(site, 'request');
    answer = sends();
    expect((await open(newUrl('receiver.test'))).status).toBe(200);
    for (const response of held) response.writeHead(500).end();
    expect((await hanging).map(({ status }) => status)).toEqual([400, 400, 400]);
  });
});

test('nobody has others called without end', async () => {
  const headers = { Accept: 'text/html', 'X-Forwarded-For': '203.0.113.77' };
  const query = () =>
    new URLSearchParams({ client_id: newUrl('localhost'), response_type: 'code', redirect_uri: REDIRECT_URI });
  const statuses: string[] = [];
  for (let calls = 0; calls < 12; calls += 1) {
    const { text } = await edge.request(`/oauth/auth?${query()}`, { headers });
    statuses.push(text.includes('temporarily_unavailable') ? 'refused' : 'read');
  }
  expect(statuses).toEqual([...Array(10).fill('read'), 'refused', 'refused']);
  expect(asked).toHaveLength(10);
});
