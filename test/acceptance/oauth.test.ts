import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { Browser } from '../environment/browser.ts';
import { expectError, request, send } from '../environment/http.ts';
import {
  authorizationRequest,
  authorize,
  baseUrl,
  claimsOf,
  createOauthClient,
  createUser,
  exchange,
  ownToken,
  type Person,
  type Program,
  post,
  register,
  registerClient,
  requestToken,
  signIn,
  tokensOf,
} from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';

const USAGE = 'GET /app/usage-data';
const ALL_MCP = 'mcp:full mcp:tools mcp:tools:read mcp:tools:write mcp:resources mcp:prompts';

let partner: Partner;
let person: Person;
let program: Program;
beforeAll(async () => {
  partner = await createPartner();
  [person, program] = await Promise.all([createUser(partner.id), createOauthClient(partner.id)]);
});

describe('metadata', () => {
  const issuer = () => `${runningStack().origins[0]}/oauth`;

  test.each([
    ['', '/mcp', ALL_MCP],
    ['/api/v1/mcp', '/mcp', ALL_MCP],
    ['/api/v1/mcp/x/webhooks', '/mcp', ALL_MCP],
    ['/api/v1', '', 'api'],
  ])('of the protected resource at …%s', async (path, resource, scopes) => {
    const reply = await send('GET', `/.well-known/oauth-protected-resource${path}`, { key: null });
    expect(reply.body).toMatchObject({
      resource: baseUrl() + resource,
      authorization_servers: [issuer()],
      scopes_supported: scopes.split(' '),
      bearer_methods_supported: ['header'],
    });
    expect(reply.headers.get('Access-Control-Allow-Origin')).toBe('*');
  });

  test.each([
    '/oauth/.well-known/oauth-authorization-server',
    '/oauth/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server/oauth',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration/oauth',
    '/.well-known/openid-configuration',
  ])('of the authorization server at %s, the same on every process', async (path) => {
    for (const process of [0, 1] as const) {
      expect((await send('GET', path, { key: null, process })).body).toMatchObject({
        issuer: issuer(),
        authorization_endpoint: `${issuer()}/auth`,
        token_endpoint: `${issuer()}/token`,
        registration_endpoint: `${issuer()}/reg`,
        revocation_endpoint: `${issuer()}/token/revocation`,
        jwks_uri: `${issuer()}/jwks`,
        grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
        scopes_supported: ['openid', 'offline_access', 'api', ...ALL_MCP.split(' ')],
      });
    }
  });

  test('of keys has public keys only', async () => {
    const { text } = await send('GET', '/oauth/jwks', { key: null });
    expect(JSON.parse(text)).toEqual({
      keys: [expect.objectContaining({ kty: 'EC', crv: 'P-256', use: 'sig', alg: 'ES256' })],
    });
    expect(text).not.toContain('"d"');
  });

  test('is where the challenge of the API points', async () => {
    const none = await request(USAGE, { key: null });
    const metadata = `${runningStack().origins[0]}/.well-known/oauth-protected-resource/api/v1`;
    expect(none.headers.get('WWW-Authenticate')).toBe(`Bearer scope="api", resource_metadata="${metadata}"`);
    const wrong = await request(USAGE, { key: 'a.b.c' });
    expect(wrong.headers.get('WWW-Authenticate')).toContain('error="invalid_token"');
  });
});

describe('a method that a path does not take', () => {
  test.each([
    ['GET', '/token', 'POST'],
    ['PUT', '/token/revocation', 'POST'],
    ['GET', '/reg', 'POST'],
    ['POST', '/auth', 'GET'],
    ['DELETE', '/forgotten', 'GET, POST'],
    ['POST', '/.well-known/openid-configuration', 'GET'],
  ])('%s %s is 405, with those that it takes', async (method, path, allowed) => {
    const reply = await send(method, `/oauth${path}`, { key: null });
    expect([reply.status, reply.headers.get('Allow')]).toEqual([405, allowed]);
    expect(reply.body).toMatchObject({ error: 'invalid_request' });
  });

  test('is not HEAD where it takes GET', async () => {
    expect((await send('HEAD', '/oauth/jwks', { key: null })).status).toBe(200);
  });
});

describe('client credentials', () => {
  test('without anything else give a token for the REST API, in the role of the client', async () => {
    const reply = await requestToken(program, { grant_type: 'client_credentials' });
    expect(tokensOf(reply)).toMatchObject({ expires_in: 900, scope: 'api' });
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    const token = tokensOf(reply).access_token;
    expect(claimsOf(token)).toMatchObject({ aud: baseUrl(), sub: program.clientId, client_id: program.clientId });
    for (const process of [0, 1] as const) expect((await request(USAGE, { key: token, process })).status).toBe(200);
  });

  test.each([
    [{ scope: 'mcp:tools mcp:prompts' }, '/mcp', 'mcp:tools mcp:prompts'],
    [{ resource: '/mcp' }, '/mcp', ALL_MCP],
    [{ resource: '/mcp', scope: 'mcp:full' }, '/mcp', 'mcp:full'],
    [{ resource: '' }, '', 'api'],
  ])('with %j', async ({ resource, ...form }: { resource?: string; scope?: string }, path, scope) => {
    const named = resource === undefined ? form : { ...form, resource: baseUrl() + resource };
    const claims = claimsOf(await ownToken(program, named));
    expect(claims).toMatchObject({ aud: baseUrl() + path, scope });
  });

  test.each(['openid', 'offline_access', 'api openid'])('without a user have no %s', async (scope) => {
    const reply = await requestToken(program, { grant_type: 'client_credentials', scope });
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ error: 'invalid_scope' });
  });

  test('may stand in the body', async () => {
    const form = { grant_type: 'client_credentials', client_id: program.clientId, client_secret: program.secret ?? '' };
    const body = new URLSearchParams(form).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    tokensOf(await send('POST', '/oauth/token', { key: null, body, headers }));
  });
});

describe('a person', () => {
  test('signs in, consents, and has a token that works', async () => {
    const { access_token: token, refresh_token: refresh } = await signIn(program, person);
    expect(refresh).toEqual(expect.any(String));
    expect(claimsOf(token)).toMatchObject({
      aud: baseUrl(),
      scope: 'api',
      sub: `user_${person.id}`,
      client_id: program.clientId,
    });
    expect((await request(USAGE, { key: token })).status).toBe(200);
  });

  test('is shown pages that need no script and stay in no cache', async () => {
    const browser = new Browser();
    const page = await browser.get(`/oauth/auth?${new URLSearchParams(authorizationRequest(program).query)}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    const policy = page.headers.get('Content-Security-Policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' https://program.example;");
    expect(page.text).toMatch(/<html lang="en">[\s\S]*<h1>Sign in<\/h1>/);
    for (const id of ['email', 'password']) {
      expect(page.text).toContain(`<label for="${id}">`);
      expect(page.text).toContain(`<input id="${id}"`);
    }
    // Passkeys need a script, and one keeps forms from being sent twice; all else works without.
    const ownScript = /<script src="\/oauth\/(once|passkey)\.js" defer><\/script>/g;
    expect(page.text.replaceAll(ownScript, '')).not.toMatch(/<script|style="|onclick/);
    const style = /href="([^"]+\.css)"/.exec(page.text)?.[1] ?? '';
    expect((await browser.get(style)).headers.get('Content-Type')).toBe('text/css; charset=utf-8');
  });

  test('who gave a wrong password is told so in words, and may try again', async () => {
    const browser = new Browser();
    const page = await browser.get(`/oauth/auth?${new URLSearchParams(authorizationRequest(program).query)}`);
    const again = await browser.submit(page, { email: person.email, password: 'not the password' });
    expect(again.status).toBe(401);
    expect(again.text).toMatch(/role="alert"[\s\S]*The e-mail address or password is incorrect/);
    expect(again.text).toContain(`value="${person.email}"`);
    expect(again.text).not.toContain('not the password');
    const consent = await browser.submit(again, { email: person.email, password: person.password });
    expect(consent.text).toContain('Allow access?');
  });

  test('is asked for consent once in a session', async () => {
    const browser = new Browser();
    await signIn(program, person, {}, browser);
    const request = authorizationRequest(program);
    const page = await browser.get(`/oauth/auth?${new URLSearchParams(request.query)}`);
    expect(page.target).toMatch(/^https:\/\/program\.example\/callback\?code=/);
    const more = authorizationRequest(program, { scope: 'mcp:tools' });
    const asked = await browser.get(`/oauth/auth?${new URLSearchParams(more.query)}`);
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('List tools and call them')]);
  });

  test('may refuse', async () => {
    const browser = new Browser();
    const request = authorizationRequest(program);
    const page = await browser.get(`/oauth/auth?${new URLSearchParams(request.query)}`);
    const cancel = /action="([^"]+\/cancel)"/.exec(page.text)?.[1] ?? '';
    const { target = '' } = await browser.post(cancel, {});
    const outcome = new URL(target).searchParams;
    expect([outcome.get('error'), outcome.get('state')]).toEqual(['access_denied', request.query['state']]);
  });

  test('another may sign in on the same browser', async () => {
    const browser = new Browser();
    await signIn(program, person, {}, browser);
    const other = await createUser(partner.id);
    const { access_token: token } = await signIn(program, other, { prompt: 'login' }, browser);
    expect(claimsOf(token)['sub']).toBe(`user_${other.id}`);
  });

  test('may give a token for the MCP server', async () => {
    const { access_token: token } = await signIn(program, person, {
      scope: 'mcp:tools mcp:resources',
      resource: `${baseUrl()}/mcp`,
    });
    expect(claimsOf(token)).toMatchObject({ aud: `${baseUrl()}/mcp`, scope: 'mcp:tools mcp:resources' });
    expectError(await request(USAGE, { key: token }), 'UNAUTHORIZED');
  });

  test('shows up in the audit log', async () => {
    await signIn(program, person);
    const { body } = await request('GET /3pi-partners/{partner_id}/audit-log', {
      key: runningStack().adminKey,
      params: { partner_id: partner.id },
    });
    const { data } = z.object({ data: z.array(z.object({ attributes: z.looseObject({}) })) }).parse(body);
    expect(data.map(({ attributes }) => attributes)).toContainEqual(
      expect.objectContaining({ action: 'users.sign_in', actor_kind: 'user', actor_id: person.id }),
    );
  });
});

describe('a refresh token', () => {
  const refresh = (token = '') => requestToken(program, { grant_type: 'refresh_token', refresh_token: token });

  test('gives new tokens and is replaced', async () => {
    const first = await signIn(program, person);
    const second = tokensOf(await refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await request(USAGE, { key: second.access_token })).status).toBe(200);
  });

  test('that comes a second time ends all that came of the consent', async () => {
    const first = await signIn(program, person);
    const second = tokensOf(await refresh(first.refresh_token));
    const again = await refresh(first.refresh_token);
    expect([again.status, again.body]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
    expect((await refresh(second.refresh_token)).status).toBe(400);
    for (const token of [first, second]) expectError(await request(USAGE, { key: token.access_token }), 'UNAUTHORIZED');
  });

  test('may be used by one of many racers at most', async () => {
    const { refresh_token: token = '' } = await signIn(program, person);
    const form = { grant_type: 'refresh_token', refresh_token: token };
    const replies = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((process) => requestToken(program, form, process as 0 | 1)),
    );
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test('is used up by no request that is refused for its resource, nor is a code', async () => {
    const [api, mcp] = [baseUrl(), `${baseUrl()}/mcp`];
    const both = authorizationRequest(program, { scope: 'api mcp:prompts' });
    const resources = `resource=${encodeURIComponent(api)}&resource=${encodeURIComponent(mcp)}`;
    const browser = new Browser();
    const login = await browser.get(`/oauth/auth?${new URLSearchParams(both.query)}&${resources}`);
    const consent = await browser.submit(login, { email: person.email, password: person.password });
    const outcome = new URL((await browser.submit(consent, {})).target ?? '');
    const withCode = (form: Record<string, string>) => exchange(program, both, outcome, form);
    const isInvalidTarget = [400, expect.objectContaining({ error: 'invalid_target' })];

    const refused: Record<string, string>[] = [{}, { resource: `${api}/other` }];
    for (const form of refused) {
      const reply = await withCode(form);
      expect([reply.status, reply.body]).toEqual(isInvalidTarget);
    }
    const first = tokensOf(await withCode({ resource: api }));
    const refreshed = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
    for (const form of refused) {
      const reply = await requestToken(program, { ...refreshed, ...form });
      expect([reply.status, reply.body]).toEqual(isInvalidTarget);
    }
    const second = tokensOf(await requestToken(program, { ...refreshed, resource: mcp }));
    expect(claimsOf(second.access_token)).toMatchObject({ aud: mcp, scope: 'mcp:prompts' });
    expect((await request(USAGE, { key: first.access_token })).status).toBe(200);
  });

  test('is not for another program', async () => {
    const { refresh_token: token = '' } = await signIn(program, person);
    const other = await createOauthClient(partner.id);
    const reply = await requestToken(other, { grant_type: 'refresh_token', refresh_token: token });
    expect([reply.status, reply.body]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })]);
  });
});

describe('revoking', () => {
  const both = [0, 1] as const;

  test('a refresh token ends the access tokens of the consent at once, on every process', async () => {
    const tokens = await signIn(program, person);
    for (const process of both) expect((await request(USAGE, { key: tokens.access_token, process })).status).toBe(200);
    expect((await post('/token/revocation', program, { token: tokens.refresh_token ?? '' })).status).toBe(200);
    for (const process of both)
      expectError(await request(USAGE, { key: tokens.access_token, process }), 'UNAUTHORIZED');
  });

  test('an access token of a person ends the consent', async () => {
    const tokens = await signIn(program, person);
    expect((await post('/token/revocation', program, { token: tokens.access_token })).status).toBe(200);
    expectError(await request(USAGE, { key: tokens.access_token }), 'UNAUTHORIZED');
    const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect((await requestToken(program, form)).status).toBe(400);
  });

  test('a program’s own access token ends that one only', async () => {
    const [first, second] = await Promise.all([ownToken(program), ownToken(program)]);
    for (const process of both) {
      for (const key of [first, second]) expect((await request(USAGE, { key, process })).status).toBe(200);
    }
    expect((await post('/token/revocation', program, { token: first })).status).toBe(200);
    for (const process of both) {
      expectError(await request(USAGE, { key: first, process }), 'UNAUTHORIZED');
      expect((await request(USAGE, { key: second, process })).status).toBe(200);
    }
  });

  test('another program’s tokens, or none, changes nothing', async () => {
    const [token, other] = await Promise.all([ownToken(program), createOauthClient(partner.id)]);
    for (const given of [token, 'nonsense', `${token}x`]) {
      expect((await post('/token/revocation', other, { token: given })).status).toBe(200);
    }
    expect((await request(USAGE, { key: token })).status).toBe(200);
    const wrong = await post('/token/revocation', { ...program, secret: 'wrong' }, { token });
    expect([wrong.status, (await request(USAGE, { key: token })).status]).toEqual([401, 200]);
  });
});

describe('a program that registers itself', () => {
  test('gets an id and is not tied to the scope it named', async () => {
    const reply = await register({
      client_name: 'Agent <b>',
      redirect_uris: ['http://localhost:5555/cb'],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      scope: 'mcp:prompts',
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      client_id: expect.any(String),
      client_name: 'Agent <b>',
      grant_types: ['authorization_code', 'refresh_token'],
    });
    expect(reply.body).not.toHaveProperty('scope');
    expect(reply.body).not.toHaveProperty('client_secret');
  });

  test('acts for people, from any port of their machine, who are told that nobody knows it', async () => {
    const agent = await registerClient({ client_name: 'Agent <b>', scope: 'mcp:prompts' });
    const moved = { ...agent, redirectUri: 'http://127.0.0.1:50123/callback' };
    const browser = new Browser();
    const authorization = authorizationRequest(moved, { scope: 'api' });
    const login = await browser.get(`/oauth/auth?${new URLSearchParams(authorization.query)}`);
    const consent = await browser.submit(login, { email: person.email, password: person.password });
    expect(consent.text).toContain('registered itself');
    expect(consent.text).toContain('Agent &lt;b&gt;');
    expect(consent.headers.get('Content-Security-Policy')).toContain("form-action 'self' http://127.0.0.1:50123;");
    const { target = '' } = await browser.submit(consent, {});
    const { access_token: token } = tokensOf(await exchange(moved, authorization, new URL(target)));
    expect((await request(USAGE, { key: token })).status).toBe(200);
  });

  test('with a secret has to show it', async () => {
    const reply = await register({ redirect_uris: ['https://agent.example/cb'] });
    const { client_id: clientId, client_secret: secret } = reply.body as { client_id: string; client_secret: string };
    const agent = { clientId, secret, redirectUri: 'https://agent.example/cb' };
    const request = authorizationRequest(agent);
    const outcome = await authorize(new Browser(), person, request);
    const wrong = await exchange({ ...agent, secret: `${secret}x` }, request, outcome);
    expect([wrong.status, wrong.body]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })]);
    tokensOf(await exchange(agent, request, outcome));
  });

  test.each([
    ['no redirect URI', {}],
    ['a plain http redirect URI', { redirect_uris: ['http://evil.example/cb'] }],
    ['a script as redirect URI', { redirect_uris: ['javascript:alert(1)'] }],
    ['a fragment', { redirect_uris: ['https://a.example/#x'] }],
    [
      'https of this machine beside a native program',
      { redirect_uris: ['https://localhost/cb', 'http://127.0.0.1/cb'] },
    ],
    ['a user name in the URI', { redirect_uris: ['https://a@b.example/'] }],
    ['no grant that is offered', { redirect_uris: ['https://a.example/'], grant_types: ['client_credentials'] }],
    ['too many redirect URIs', { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) }],
    ['too long a name', { redirect_uris: ['https://a.example/'], client_name: 'x'.repeat(256) }],
    ['another method', { redirect_uris: ['https://a.example/'], token_endpoint_auth_method: 'private_key_jwt' }],
    ['no object', []],
    ['no JSON', 'nonsense'],
  ])('with %s is refused', async (_what, metadata) => {
    const reply = await register(metadata);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      error: expect.stringMatching(/^invalid_(client_metadata|redirect_uri|request)$/),
    });
  });

  test('is told which methods of authentication there are', async () => {
    const given = { redirect_uris: ['https://a.example/'], token_endpoint_auth_method: 'private_key_jwt' };
    const { body } = await register(given);
    expect(body).toMatchObject({
      error: 'invalid_client_metadata',
      error_description: expect.stringMatching(/^token_endpoint_auth_method: .*client_secret_basic.*none/),
    });
  });

  test('over and over is told to wait', async () => {
    const address = '203.0.113.77';
    const statuses = [];
    for (let count = 0; count < 12; count += 1) {
      statuses.push((await register({ redirect_uris: ['https://a.example/'] }, address)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(201));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});
