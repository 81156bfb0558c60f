import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createOauthClient } from '../../domain/oauth/operations/create-client.ts';
import { loginLimits } from '../../domain/rate-limits/rules.ts';
import { createUser } from '../../domain/users/operations/create-user.ts';
import type { TestAnswer, TestEdge } from '../../test/environment/edge.ts';
import { CookieJar, startOauthEdge } from '../../test/environment/oauth-edge.ts';
import { sampleRoutes } from '../../test/environment/sample-routes.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';

jest.setTimeout(60_000);

const ORIGIN = 'https://api.example';
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const REDIRECT_URI = 'https://program.example/cb';
const PERSON = { email: 'ada@example.com', password: 'correct horse battery' };

let service: TestService;
let edge: TestEdge;
let partnerId: number;
let logged: string[] = [];
beforeAll(async () => {
  service = await startTestService();
  edge = await startOauthEdge(service, { routes: sampleRoutes, onLog: (line) => logged.push(line) });
  partnerId = (await service.createPartner()).id;
  const params = { partner_id: partnerId };
  await service.run(service.admin, createUser, { params, input: { ...PERSON, name: 'Ada', role: 'owner' } });
});
beforeEach(() => {
  logged = [];
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

async function newClient(settings: object = {}): Promise<{ id: string; basic: string }> {
  const { client, secret } = await service.run(service.admin, createOauthClient, {
    params: { partner_id: partnerId },
    input: { name: 'Program', role: 'owner', redirect_uris: [REDIRECT_URI], ...settings },
  });
  return { id: client.client_id, basic: `Basic ${Buffer.from(`${client.client_id}:${secret}`).toString('base64')}` };
}

function askToken(basic: string, form: Record<string, string>): Promise<TestAnswer> {
  const body = new URLSearchParams(form).toString();
  return edge.request('/oauth/token', { method: 'POST', headers: { ...FORM, Authorization: basic }, body });
}

function claimsOf(answer: TestAnswer): Record<string, unknown> {
  return JSON.parse(Buffer.from(String(answer.body.access_token).split('.')[1] ?? '', 'base64url').toString());
}

function authorizationQuery(id: string, query: Record<string, string> = {}): string {
  const all = { client_id: id, response_type: 'code', redirect_uri: REDIRECT_URI, code_challenge_method: 'S256' };
  return String(new URLSearchParams({ ...all, code_challenge: CHALLENGE, ...query }));
}
/** S256 of the verifier (RFC 7636, appendix B). */
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

/** A browser that follows redirects within the service and keeps cookies. */
class TestBrowser {
  readonly #jar = new CookieJar();

  open(query: string): Promise<TestAnswer> {
    return this.#go(`/oauth/auth?${query}`);
  }

  submit(page: TestAnswer, fields: Record<string, string>): Promise<TestAnswer> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return this.#go(action, { method: 'POST', body: new URLSearchParams(fields).toString() });
  }

  async #go(path: string, options: { method?: string; body?: string } = {}): Promise<TestAnswer> {
    const headers = { ...FORM, Accept: 'text/html', Origin: ORIGIN, Cookie: this.#jar.header() };
    const answer = await edge.request(path, { ...options, headers });
    this.#jar.keep(answer);
    const next = new URL(answer.headers.get('Location') ?? REDIRECT_URI, ORIGIN);
    return next.origin === ORIGIN ? this.#go(next.pathname + next.search) : answer;
  }
}

async function consentPageOf(id: string, query: Record<string, string> = {}): Promise<TestAnswer> {
  const browser = new TestBrowser();
  return browser.submit(await browser.open(authorizationQuery(id, query)), PERSON);
}

/** Signs the person in, consents to everything and exchanges the code. */
async function tokenOfPerson(
  client: { id: string; basic: string },
  query: Record<string, string> = {},
): Promise<TestAnswer> {
  const browser = new TestBrowser();
  const consent = await browser.submit(await browser.open(authorizationQuery(client.id, query)), PERSON);
  const target = new URL((await browser.submit(consent, {})).headers.get('Location') ?? '');
  const code = target.searchParams.get('code') ?? '';
  const form = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, code_verifier: VERIFIER };
  return askToken(client.basic, form);
}

async function register(metadata: object): Promise<TestAnswer> {
  const headers = { 'X-Forwarded-For': `198.51.100.${++registrations}` };
  return edge.request('/oauth/reg', {
    method: 'POST',
    headers,
    body: { token_endpoint_auth_method: 'none', ...metadata },
  });
}
let registrations = 0;

describe('the response mode form_post', () => {
  test('is not offered', async () => {
    const { body } = await edge.request('/.well-known/oauth-authorization-server/oauth');
    expect(body.response_modes_supported).toEqual(['query', 'fragment']);
  });

  test('is refused by way of the query', async () => {
    const { id } = await newClient();
    const answer = await new TestBrowser().open(authorizationQuery(id, { response_mode: 'form_post' }));
    expect(answer.headers.get('Location')).toMatch(/^https:\/\/program\.example\/cb\?error=unsupported_response_mode/);
  });
});

test.each<[string, boolean, Record<string, string>, string]>([
  ['nobody is signed in', false, {}, 'login_required'],
  ['the person has not consented', true, {}, 'consent_required'],
  ['another scope was asked for', true, { scope: 'bogus' }, 'invalid_scope'],
])('prompt=none where %s sends the program an error with state and issuer', async (_why, isSignedIn, query, error) => {
  const [first, second] = await Promise.all([newClient(), newClient()]);
  const browser = new TestBrowser();
  if (isSignedIn) {
    await browser.submit(await browser.submit(await browser.open(authorizationQuery(first.id)), PERSON), {});
  }
  const { headers } = await browser.open(authorizationQuery(second.id, { prompt: 'none', state: 'a b', ...query }));
  const target = new URL(headers.get('Location') ?? 'none:');
  expect(target.origin + target.pathname).toBe(REDIRECT_URI);
  expect(Object.fromEntries(target.searchParams)).toMatchObject({ error, state: 'a b', iss: `${ORIGIN}/oauth` });
});

test.each<[string, Record<string, string>, string]>([
  ['no response type', { response_type: '' }, 'invalid_request'],
  ['another response type', { response_type: 'id_token' }, 'unsupported_response_type'],
  ['an unknown response type', { response_type: 'cookie' }, 'unsupported_response_type'],
  ['an unknown response mode', { response_mode: 'pigeon' }, 'unsupported_response_mode'],
  ['no challenge', { code_challenge: '' }, 'invalid_request'],
  ['a challenge of the wrong form', { code_challenge: 'short' }, 'invalid_request'],
  ['an unknown challenge method', { code_challenge_method: 'S512' }, 'invalid_request'],
  ['an unknown prompt', { prompt: 'shout' }, 'invalid_request'],
  ['prompts that exclude each other', { prompt: 'none login' }, 'invalid_request'],
  ['a wrong age', { max_age: '-1' }, 'invalid_request'],
  ['a request object', { request: 'x.y.z' }, 'request_not_supported'],
  ['the address of a request', { request_uri: 'https://program.example/r' }, 'request_uri_not_supported'],
  ['a registration', { registration: '{}' }, 'registration_not_supported'],
  ['a hint that is no token', { id_token_hint: 'x', scope: 'openid' }, 'invalid_request'],
  ['an unknown resource', { resource: 'https://other.example/' }, 'invalid_target'],
])('a request with %s comes back with state and issuer', async (_what, query, error) => {
  const { id } = await newClient();
  const { headers } = await new TestBrowser().open(authorizationQuery(id, { state: 'a b', ...query }));
  const target = new URL(headers.get('Location') ?? 'none:');
  expect(target.origin + target.pathname).toBe(REDIRECT_URI);
  const answer = Object.fromEntries(new URLSearchParams(target.search || target.hash.slice(1)));
  expect(answer).toMatchObject({ error, state: 'a b', iss: `${ORIGIN}/oauth` });
});

test('a request with a parameter twice comes back as an error, unless it is the address that is doubtful', async () => {
  const { id } = await newClient();
  const query = authorizationQuery(id, { state: 's' });
  const { headers } = await new TestBrowser().open(`${query}&scope=api&scope=api`);
  const target = new URL(headers.get('Location') ?? 'none:');
  expect(Object.fromEntries(target.searchParams)).toMatchObject({ error: 'invalid_request', state: 's' });
  for (const twice of ['redirect_uri=https%3A%2F%2Fevil.example%2F', 'client_id=other']) {
    const page = await new TestBrowser().open(`${query}&${twice}`);
    expect([twice, page.status, page.headers.get('Location')]).toEqual([twice, 400, null]);
  }
});

test.each<[string, Record<string, string>]>([
  ['an unknown client', { client_id: 'nobody' }],
  ['no client', { client_id: '' }],
  ['another redirect URI', { redirect_uri: 'https://evil.example/' }],
])('prompt=none of %s sends nobody anywhere', async (_what, query) => {
  const { id } = await newClient();
  const answer = await new TestBrowser().open(authorizationQuery(id, { prompt: 'none', ...query }));
  expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
  expect(answer.text).not.toContain('href="https://evil.example');
});

describe('without scope and resource', () => {
  test.each([
    [['mcp:tools', 'mcp:prompts'], '/api/v1/mcp', 'mcp:tools mcp:prompts'],
    [['api'], '/api/v1', 'api'],
    [['api', 'mcp:tools'], '/api/v1', 'api'],
    [null, '/api/v1', 'api'],
  ])('a client with the scopes %j has a token for %s', async (scopes, path, scope) => {
    const { id, basic } = await newClient({ scopes });
    const own = await askToken(basic, { grant_type: 'client_credentials' });
    expect(own.body.scope).toBe(scope);
    expect(claimsOf(own)).toMatchObject({ aud: ORIGIN + path, scope });

    const forPerson = await tokenOfPerson({ id, basic });
    expect(forPerson.body.scope).toBe(scope);
    expect(claimsOf(forPerson)).toMatchObject({ aud: ORIGIN + path, scope });
  });
});

test('a form that is too large is answered with a page and is no failure of ours', async () => {
  const { id } = await newClient();
  const browser = new TestBrowser();
  const login = await browser.open(authorizationQuery(id));
  const answer = await browser.submit(login, { email: PERSON.email, password: 'x'.repeat(20_000) });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([413, 'text/html; charset=utf-8']);
  expect(answer.text).toContain('Something went wrong');
  expect(logged).toEqual([]);
});

describe('text that no database keeps is an error of its sender, not ours', () => {
  const form = (fields: Record<string, string>) => ({
    method: 'POST',
    headers: FORM,
    body: new URLSearchParams(fields).toString(),
  });

  test.each<[string, string, object, number]>([
    ['a sign-in', `/oauth/auth?${authorizationQuery('a\0b')}`, {}, 400],
    ['the end of a session', '/oauth/session/end?client_id=a%00b', {}, 400],
    ['a code', '/oauth/token', form({ grant_type: 'authorization_code', client_id: 'a\0b', code: '\0' }), 401],
    ['a token', '/oauth/token', form({ grant_type: 'client_credentials', client_id: 'a\0b', client_secret: 'x' }), 401],
    ['a revocation', '/oauth/token/revocation', form({ token: '\0', client_id: 'a\0b' }), 401],
  ])('in the client id of %s', async (_of, path, request, status) => {
    const answer = await edge.request(path, request);
    expect([answer.status, logged.filter((line) => line.includes('"level":50'))]).toEqual([status, []]);
  });

  test.each<[object, string]>([
    [{ redirect_uris: [`${REDIRECT_URI}\0`] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['com.example.app:/\ud800'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT_URI], client_name: 'Program \ud800' }, 'invalid_client_metadata'],
    [{ redirect_uris: [REDIRECT_URI], client_uri: 'https://program.example/\0' }, 'invalid_client_metadata'],
    [{ redirect_uris: [REDIRECT_URI], token_endpoint_auth_method: '\0' }, 'invalid_client_metadata'],
    [{ redirect_uris: [REDIRECT_URI], response_types: ['code', '\ud800'] }, 'invalid_client_metadata'],
  ])('in a registration: %j', async (metadata, error) => {
    const answer = await register(metadata);
    const failures = logged.filter((line) => line.includes('"level":50'));
    expect([answer.status, answer.body.error, failures]).toEqual([400, error, []]);
  });
});

describe('a program that registers itself', () => {
  test.each(['Bank\u202ekcatta', 'Bank\u2066', 'a\u0007b', 'a\nb', 'a\u0085b', 'a\u200fb'])(
    'may not have the name %j',
    async (name) => {
      const answer = await register({ redirect_uris: ['http://localhost/cb'], client_name: name });
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_client_metadata']);
      await expect(newClient({ name })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    },
  );

  test('is said to be unchecked on both pages, with the address that the browser will go to', async () => {
    const uri = 'https://аpple.example/cb';
    const { body } = await register({ redirect_uris: [uri], client_name: 'Apple' });
    const query = { redirect_uri: uri };
    const login = await new TestBrowser().open(authorizationQuery(body.client_id, query));
    expect(login.text).toContain('nobody has checked it');
    const consent = await consentPageOf(body.client_id, query);
    expect(consent.text).toContain('nobody has checked it');
    expect(consent.text).toContain(`<code>${new URL(uri).href}</code>`);
    expect(consent.text).not.toContain('аpple');
  });

  test.each<[string, Record<string, string>]>([
    ['no page may be shown', { prompt: 'none' }],
    ['the scope is unknown', { scope: 'bogus' }],
    ['the response type is unknown', { response_type: 'token' }],
    ['the error goes into the fragment', { prompt: 'none', response_mode: 'fragment' }],
  ])('has nobody sent to it unseen where %s', async (_why, query) => {
    const { body } = await register({ redirect_uris: ['https://evil.example/cb'], client_name: 'Evil' });
    const redirect_uri = 'https://evil.example/cb';
    const answer = await new TestBrowser().open(authorizationQuery(body.client_id, { redirect_uri, ...query }));
    expect([answer.status, answer.headers.get('Location')]).toEqual([400, null]);
    expect(answer.text).toContain('Something went wrong');
  });

  test('has the person decide whether to take the error to it', async () => {
    const redirect_uri = 'https://app.example/cb?a="><script>';
    const { body } = await register({ redirect_uris: [redirect_uri], client_name: 'App' });
    const query = { redirect_uri, prompt: 'none', state: 'x&y' };
    const { text } = await new TestBrowser().open(authorizationQuery(body.client_id, query));
    const [, href = ''] = /<a href="(https:[^"]+)" rel="noreferrer">https:\/\/app\.example<\/a>/.exec(text) ?? [];
    const target = new URL(href.replaceAll('&amp;', '&'));
    expect(Object.fromEntries(target.searchParams)).toMatchObject({
      error: 'login_required',
      state: 'x&y',
      iss: `${ORIGIN}/oauth`,
    });
    expect(text).not.toContain('<script');
  });

  test.each<[string, Record<string, string>, string]>([
    ['no page may be shown', { prompt: 'none' }, 'login_required'],
    ['the scope is unknown', { scope: 'bogus' }, 'invalid_scope'],
    ['PKCE is missing', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
  ])('on the own machine is told at once where %s', async (_why, query, error) => {
    const redirect_uri = 'http://127.0.0.1:7777/cb';
    const { body } = await register({ redirect_uris: [redirect_uri] });
    const { headers } = await new TestBrowser().open(
      authorizationQuery(body.client_id, { redirect_uri, state: 's', ...query }),
    );
    const target = new URL(headers.get('Location') ?? 'none:');
    expect(target.origin + target.pathname).toBe(redirect_uri);
    expect(Object.fromEntries(target.searchParams)).toMatchObject({ error, state: 's', iss: `${ORIGIN}/oauth` });
  });

  test('is told at once that nobody is signed in, once somebody has allowed it', async () => {
    const redirect_uri = 'https://app.example/cb';
    const { body } = await register({ redirect_uris: [redirect_uri], client_name: 'App' });
    const silent = authorizationQuery(body.client_id, { redirect_uri, prompt: 'none', state: 's' });
    expect((await new TestBrowser().open(silent)).headers.get('Location')).toBeNull();
    const browser = new TestBrowser();
    const login = await browser.open(authorizationQuery(body.client_id, { redirect_uri }));
    await browser.submit(await browser.submit(login, PERSON), {});
    expect((await browser.open(silent)).headers.get('Location')).toMatch(/[?&]code=/);
    const { headers } = await new TestBrowser().open(silent);
    expect(headers.get('Location')).toMatch(/^https:\/\/app\.example\/cb\?error=login_required&.*state=s&iss=/);
  });

  test('gets an error that the person has seen', async () => {
    const redirect_uri = 'https://app.example/cb';
    const { body } = await register({ redirect_uris: [redirect_uri], client_name: 'App' });
    const browser = new TestBrowser();
    const login = await browser.open(authorizationQuery(body.client_id, { redirect_uri }));
    const cancel = { ...login, text: login.text.replace(/action="([^"]+)\/login"/, 'action="$1/cancel"') };
    const answer = await browser.submit(cancel, {});
    expect(answer.headers.get('Location')).toMatch(/^https:\/\/app\.example\/cb\?error=access_denied/);
  });

  test('is said to keep its access where it gets a refresh token', async () => {
    const grants = async (...grant_types: string[]) => {
      const { id } = await newClient({ grant_types });
      return (await consentPageOf(id)).text;
    };
    expect(await grants('authorization_code', 'refresh_token')).toContain('30 days');
    expect(await grants('authorization_code')).not.toContain('30 days');
  });
});

const AWAY = Object.assign(new Error('terminating connection'), { code: '57P01' });

test.each([
  ['is away', 'FROM app_user', AWAY, 503, 'temporarily unavailable'],
  ['is away before the page is found', 'FROM oauth_record', AWAY, 503, 'temporarily unavailable'],
  ['refuses a statement', 'FROM app_user', new Error('No.'), 500, 'went wrong on our side'],
])('a person who signs in while the database %s sees a page about it', async (_what, part, failure, status, words) => {
  const { id } = await newClient();
  const browser = new TestBrowser();
  const login = await browser.open(authorizationQuery(id));
  const query = service.deps.db.query.bind(service.deps.db);
  const failing = jest
    .spyOn(service.deps.db, 'query')
    .mockImplementation(async (...given: Parameters<typeof query>) => {
      if (given[0].includes(part)) throw failure;
      return query(...given);
    });
  try {
    const answer = await browser.submit(login, PERSON);
    expect({ status: answer.status, page: answer.text }).toEqual({ status, page: expect.stringContaining(words) });
    expect(answer.text).toContain('<html');
  } finally {
    failing.mockRestore();
  }
});

describe('limits', () => {
  const asMany = (count: number, ask: () => Promise<TestAnswer>) => Promise.all(Array.from({ length: count }, ask));

  test('answer programs in the form of OAuth and people with a page', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.9' };
    await asMany(300, () => edge.request('/oauth/nowhere', { headers: from }));
    const answer = await edge.request('/oauth/token', { method: 'POST', headers: { ...FORM, ...from }, body: 'x=y' });
    expect([answer.status, answer.body]).toEqual([
      429,
      { error: 'temporarily_unavailable', error_description: expect.stringContaining('Too many requests') },
    ]);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(answer.headers.get('RateLimit')).toContain('"oauth-address";r=0');
    const page = await edge.request('/oauth/auth', { headers: { ...from, Accept: 'text/html' } });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('of callers without credentials are not for a valid token that lacks a scope', async () => {
    const client = await newClient({ scopes: ['api'] });
    const person = await tokenOfPerson(client, { scope: 'openid', resource: `${ORIGIN}/api/v1` });
    const token = person.body.access_token;
    expect(String(claimsOf(person)['scope'] ?? '')).not.toContain('api');
    const answer = await edge.request('/api/v1/samples/1', {
      key: token,
      headers: { 'X-Forwarded-For': '203.0.113.10' },
    });
    expect([answer.status, answer.body.error.code]).toEqual([403, 'FORBIDDEN']);
    expect(answer.headers.get('WWW-Authenticate')).toMatch(
      /^Bearer error="insufficient_scope", .*scope="api", resource_metadata=/,
    );
    expect(answer.headers.get('RateLimit-Policy')).toContain('"plan"');
  });

  test('of failed sign-ins by strangers keep nobody out from where they signed in before', async () => {
    const { id } = await newClient();
    const email = 'known@example.com';
    const params = { partner_id: partnerId };
    await service.run(service.admin, createUser, { params, input: { ...PERSON, email, name: 'Known', role: 'owner' } });
    const attempt = async (password: string) => {
      const browser = new TestBrowser();
      return browser.submit(await browser.open(authorizationQuery(id)), { email, password });
    };
    expect((await attempt(PERSON.password)).text).toContain('Allow access?');
    const strangers = loginLimits({
      account: hash('sha256', email, 'hex'),
      network: '203.0.113.9',
      isKnownNetwork: false,
      now: service.deps.clock.now().getTime(),
    });
    for (const { counter, max } of strangers.limits.slice(0, 2)) {
      await service.deps.db.query(
        `INSERT INTO rate_counter (key, count, window_ends_at) VALUES ($1, $2, now() + interval '1 day')
         ON CONFLICT (key) DO UPDATE SET count = excluded.count, window_ends_at = excluded.window_ends_at`,
        [counter, max],
      );
    }
    expect((await attempt(PERSON.password)).text).toContain('Allow access?');
  });

  test('of failed sign-ins on an account end when an operator forgets them', async () => {
    const { id } = await newClient();
    const email = 'lost@example.com';
    const params = { partner_id: partnerId };
    await service.run(service.admin, createUser, { params, input: { ...PERSON, email, name: 'Lost', role: 'owner' } });
    const browser = new TestBrowser();
    const login = await browser.open(authorizationQuery(id));
    for (let tries = 0; tries < 10; tries += 1) await browser.submit(login, { email, password: 'a guess' });
    expect((await browser.submit(login, { ...PERSON, email })).status).toBe(429);
    const operations = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const [, statement = ''] = /```sql\n(DELETE FROM rate_counter[\s\S]+?)```/.exec(operations) ?? [];
    await service.deps.db.query(statement.replace('ada@example.com', email));
    // Refusals are cached for a second.
    const now = performance.now.bind(performance);
    using _later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 1_000);
    expect((await browser.submit(login, { ...PERSON, email })).text).toContain('Allow access?');
  });
});
