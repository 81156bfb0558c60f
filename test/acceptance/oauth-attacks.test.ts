import { request as httpRequest } from 'node:http';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { Browser, type BrowserPage } from '../environment/browser.ts';
import { withDatabase } from '../environment/database.ts';
import { expectError, freshAddress, type Reply, request, send } from '../environment/http.ts';
import {
  authorizationRequest,
  authorize,
  baseUrl,
  createOauthClient,
  createUser,
  exchange,
  ownToken,
  type Person,
  type Program,
  registerClient,
  requestToken,
  signIn,
  signInToConsole,
  tokensOf,
} from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';
import { waitUntil } from '../environment/wait-until.ts';

const USAGE = 'GET /app/usage-data';

let partner: Partner;
let person: Person;
let program: Program;
beforeAll(async () => {
  partner = await createPartner();
  [person, program] = await Promise.all([createUser(partner.id), createOauthClient(partner.id)]);
});

function errorOf({ status, body }: Reply): [number, unknown] {
  return [status, (body as { error?: unknown }).error];
}

describe('a token', () => {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('of the form of one, but forged, is refused', async () => {
    const token = await ownToken(program);
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const own = JSON.parse(Buffer.from(header, 'base64url').toString());
    const later = encode({ ...claims, exp: claims.exp + 3600 });
    for (const forged of [
      `${encode({ ...own, alg: 'none' })}.${payload}.`,
      `${encode({ ...own, alg: 'none' })}.${payload}.${signature}`,
      `${encode({ ...own, alg: 'HS256' })}.${payload}.${signature}`,
      `${header}.${later}.${signature}`,
      `${header}.${payload}.${'A'.repeat(signature.length)}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${token}.${signature}`,
      'a.b.c',
      '..',
      `${'x'.repeat(9000)}.y.z`,
    ]) {
      expectError(await request(USAGE, { key: forged }), 'UNAUTHORIZED');
    }
    expect((await request(USAGE, { key: token })).status).toBe(200);
  });

  test('for another resource is refused', async () => {
    const reply = await request(USAGE, { key: await ownToken(program, { scope: 'mcp:full' }) });
    expectError(reply, 'UNAUTHORIZED');
    expect(reply.headers.get('WWW-Authenticate')).toContain('error="invalid_token"');
  });
});

describe('a request for authorization', () => {
  const open = (target: Program, query: Record<string, string | undefined>, browser = new Browser()) =>
    browser.get(`/oauth/auth?${new URLSearchParams(authorizationRequest(target, query).query)}`);

  test.each([
    ['another', 'https://evil.example/callback'],
    ['a longer', 'https://program.example/callback/more'],
    ['another scheme of the', 'http://program.example/callback'],
    ['a script as', 'javascript:alert(1)'],
    ['no', undefined],
  ])('with %s redirect URI is told to the person, not to that address', async (_what, uri) => {
    const page = await open(program, { redirect_uri: uri });
    expect([page.status, page.target]).toEqual([400, undefined]);
    expect(page.text).toContain('Something went wrong');
  });

  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['with an unknown scope', { scope: 'api everything' }, 'invalid_scope'],
    ['with scopes of two resources', { scope: 'api mcp:full' }, 'invalid_target'],
    ['with a scope of another resource', { scope: 'api', resource: 'MCP' }, 'invalid_scope'],
    ['with an unknown resource', { resource: 'https://evil.example/' }, 'invalid_target'],
    ['without asking, and without a session', { prompt: 'none' }, 'login_required'],
  ])('%s goes back with %s', async (_what, query: Record<string, string | undefined>, error) => {
    const resource = query['resource'] === 'MCP' ? `${baseUrl()}/mcp` : query['resource'];
    const { target = 'none:' } = await open(program, { state: 'a state', ...query, resource });
    // A response type with tokens answers in the fragment.
    const { search, hash } = new URL(target);
    expect(Object.fromEntries(new URLSearchParams(search || hash.slice(1)))).toMatchObject({
      error,
      state: 'a state',
      iss: `${runningStack().origins[0]}/oauth`,
    });
    expect(target).toMatch(/^https:\/\/program\.example\/callback[?#]/);
  });

  test('of an unknown client, or with markup in it, is answered with a page that holds none', async () => {
    const evil = '<script>alert(1)</script>';
    const pages = [
      await open({ ...program, clientId: evil }, {}),
      await open(program, { scope: evil, redirect_uri: evil }),
      await open(program, { login_hint: '"><script>alert(1)</script>' }),
    ];
    const ownScript = /<script src="\/oauth\/(once|passkey)\.js" defer><\/script>/g;
    for (const page of pages) expect(page.text.replaceAll(ownScript, '')).not.toContain('<script');
    expect(pages.map(({ status }) => status)).toEqual([400, 400, 200]);
  });

  test('may ask for no more than the client is allowed', async () => {
    const narrow = await createOauthClient(partner.id, { scopes: ['mcp:tools'] });
    expect((await open(narrow, { scope: 'api' })).target).toContain('error=invalid_scope');
    const form = { grant_type: 'client_credentials', scope: 'mcp:full' };
    expect(errorOf(await requestToken(narrow, form))).toEqual([400, 'invalid_scope']);
  });
});

describe('a code', () => {
  test('is good for one exchange; a second ends what came of the first', async () => {
    const authorization = authorizationRequest(program);
    const outcome = await authorize(new Browser(), person, authorization);
    const first = tokensOf(await exchange(program, authorization, outcome));
    expect((await request(USAGE, { key: first.access_token })).status).toBe(200);
    expect(errorOf(await exchange(program, authorization, outcome))).toEqual([400, 'invalid_grant']);
    expectError(await request(USAGE, { key: first.access_token }), 'UNAUTHORIZED');
    const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token ?? '' };
    expect(errorOf(await requestToken(program, refresh))).toEqual([400, 'invalid_grant']);
  });

  test('that comes many times at once is exchanged once at most', async () => {
    const request = authorizationRequest(program);
    const outcome = await authorize(new Browser(), person, request);
    const form = {
      grant_type: 'authorization_code',
      code: outcome.searchParams.get('code') ?? '',
      redirect_uri: program.redirectUri,
      code_verifier: request.verifier,
    };
    const replies = await Promise.all([0, 1, 0, 1, 0, 1].map((each) => requestToken(program, form, each as 0 | 1)));
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const reply of replies) if (reply.status !== 200) expect(errorOf(reply)).toEqual([400, 'invalid_grant']);
  });

  test('needs its verifier, its redirect URI and its program', async () => {
    const request = authorizationRequest(program);
    const outcome = await authorize(new Browser(), person, request);
    const wrong = { code_verifier: 'x'.repeat(43) };
    expect(errorOf(await exchange(program, request, outcome, wrong))).toEqual([400, 'invalid_grant']);
    expect(errorOf(await exchange(program, request, outcome, { code_verifier: '' }))).toEqual([400, 'invalid_grant']);
    const elsewhere = { redirect_uri: 'https://evil.example/' };
    expect(errorOf(await exchange(program, request, outcome, elsewhere))).toEqual([400, 'invalid_grant']);
    const other = await createOauthClient(partner.id);
    expect(errorOf(await exchange(other, request, outcome))).toEqual([400, 'invalid_grant']);
    const thief = { ...program, secret: undefined };
    expect(errorOf(await exchange(thief, request, outcome))).toEqual([401, 'invalid_client']);
  });
});

describe('the token endpoint', () => {
  test.each([
    ['no secret', { secret: '' }, {}, 400, 'invalid_request'],
    ['a wrong secret', { secret: 'wrong' }, {}, 401, 'invalid_client'],
    ['an unknown client', { clientId: 'nobody' }, {}, 401, 'invalid_client'],
    ['an unknown grant', {}, { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['an unknown scope', {}, { scope: 'everything' }, 400, 'invalid_scope'],
    ['scopes of two resources', {}, { scope: 'api mcp:full' }, 400, 'invalid_target'],
    ['an unknown resource', {}, { resource: 'https://evil.example' }, 400, 'invalid_target'],
  ])('refuses %s', async (_what, changes, form, status, error) => {
    const reply = await requestToken({ ...program, ...changes }, { grant_type: 'client_credentials', ...form });
    expect(errorOf(reply)).toEqual([status, error]);
  });

  test('gives programs that registered themselves nothing of their own', async () => {
    const agent = await registerClient();
    const reply = await requestToken(agent, { grant_type: 'client_credentials' });
    expect(errorOf(reply)).toEqual([400, 'invalid_request']);
  });

  test('tells other sites nothing', async () => {
    const body = new URLSearchParams({ grant_type: 'client_credentials' }).toString();
    const basic = Buffer.from(`${program.clientId}:${program.secret}`).toString('base64');
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Authorization: `Basic ${basic}` };
    const from = (Origin: string) => send('POST', '/oauth/token', { key: null, body, headers: { ...headers, Origin } });
    const evil = await from('https://evil.example');
    expect([evil.status, evil.headers.get('Access-Control-Allow-Origin')]).toEqual([400, null]);
    const own = await from('https://program.example');
    expect([own.status, own.headers.get('Access-Control-Allow-Origin')]).toEqual([200, 'https://program.example']);
  });
});

describe('another host', () => {
  /** fetch would not send it. */
  function getWithHost(path: string, headers: Record<string, string>): Promise<{ text: string; location: string }> {
    return new Promise((resolve, reject) => {
      const url = new URL(path, runningStack().origins[0]);
      httpRequest(url, { headers: { 'X-Forwarded-For': freshAddress(), ...headers } }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ text, location: response.headers.location ?? '' }));
      })
        .on('error', reject)
        .end();
    });
  }

  test.each([
    [{ Host: 'evil.example' }],
    [{ 'X-Forwarded-Host': 'evil.example' }],
    [{ 'X-Forwarded-Proto': 'gopher' }],
    [{ Forwarded: 'host=evil.example' }],
  ])('claimed by %j changes no address', async (headers) => {
    const expected = await getWithHost('/.well-known/oauth-authorization-server/oauth', {});
    const { text } = await getWithHost('/.well-known/oauth-authorization-server/oauth', headers);
    expect(JSON.parse(text)).toEqual(JSON.parse(expected.text));
    const query = new URLSearchParams(authorizationRequest(program).query);
    expect((await getWithHost(`/oauth/auth?${query}`, headers)).location).toMatch(/^\/oauth\/interaction\//);
    for (const path of ['', '/api/v1', '/api/v1/mcp']) {
      const metadata = await getWithHost(`/.well-known/oauth-protected-resource${path}`, headers);
      expect(metadata.text).not.toMatch(/evil|gopher/);
    }
  });
});

describe('a form', () => {
  const openLogin = async (browser: Browser) =>
    browser.get(`/oauth/auth?${new URLSearchParams(authorizationRequest(program).query)}`);
  const actionOf = (text: string) => /action="([^"]+\/login)"/.exec(text)?.[1] ?? '';

  test.each([[{ Origin: 'https://evil.example' }], [{ Origin: 'null' }]])(
    'sent with %j is refused',
    async (headers) => {
      const browser = new Browser();
      const action = actionOf((await openLogin(browser)).text);
      const page = await browser.post(action, { email: person.email, password: person.password }, headers);
      expect(page.status).toBe(403);
    },
  );

  test('of somebody else’s sign-in is refused', async () => {
    const [victim, attacker] = [new Browser(), new Browser()];
    await openLogin(victim);
    const action = actionOf((await openLogin(attacker)).text);
    const page = await victim.post(action, { email: person.email, password: person.password });
    expect(page.status).toBe(400);
    expect(page.text).toContain('expired or belongs to another browser');
  });

  test('with a cookie of its own making is refused', async () => {
    const uid = 'A'.repeat(43);
    const reply = await send('POST', `/oauth/interaction/${uid}/login`, {
      key: null,
      body: new URLSearchParams({ email: person.email, password: person.password }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Cookie: `_interaction=${uid}; _interaction.sig=${'B'.repeat(27)}`,
      },
    });
    expect(reply.status).toBe(400);
  });

  test('for consent does nothing before the sign-in', async () => {
    const browser = new Browser();
    const action = actionOf((await openLogin(browser)).text).replace('/login', '/consent');
    const page = await browser.post(action, {});
    expect([page.status, page.target]).toEqual([200, undefined]);
    expect(page.text).toContain('<h1>Sign in</h1>');
  });
});

/** Signs in, and leaves the browser before it follows; returns where it is led. */
async function signInOnly(browser: Browser, { email, password }: { email: string; password: string }) {
  const page = await browser.get(`/oauth/auth?${new URLSearchParams(authorizationRequest(program).query)}`);
  const path = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const reply = await send('POST', path, {
    key: null,
    address: browser.address,
    body: new URLSearchParams({ email, password }).toString(),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Cookie: browser.cookiesFor(path) },
  });
  expect(reply.status).toBe(303);
  return new URL(reply.headers.get('Location') ?? '', runningStack().origins[0]).pathname;
}

test('a sign-in that the browser has not gone on with ends when the password changes', async () => {
  const victim = await createUser(partner.id);
  const { access_token: key } = await signInToConsole(victim);
  const browsers = [new Browser(), new Browser()];
  const resumed = await Promise.all(browsers.map((browser) => signInOnly(browser, victim)));
  const page = await browsers[0]?.get(resumed[0] ?? '');
  expect(page?.text).toContain(victim.email);
  const body = { current_password: victim.password, new_password: 'another horse battery' };
  expect((await request('POST /app/me/password', { key, body })).status).toBe(204);
  const late = await browsers[1]?.get(resumed[1] ?? '');
  expect({ status: late?.status, isSignedIn: late?.text.includes(victim.email) }).toEqual({
    status: 400,
    isSignedIn: false,
  });
});

/** The answer to a request of a browser that begins while the person's password is being changed. */
function besideANewPassword(userId: number, ask: () => Promise<BrowserPage>): Promise<BrowserPage> {
  return withDatabase(async (change) => {
    await change.query('BEGIN');
    await change.query("UPDATE app_user SET password_hash = 'another' WHERE id = $1", [userId]);
    await change.query('DELETE FROM oauth_record WHERE user_id = $1', [userId]);
    const { rows } = await change.query('SELECT pg_backend_pid() AS pid');
    let isAnswered = false;
    const answer = ask().finally(() => {
      isAnswered = true;
    });
    await waitUntil('the request to wait for the change, or to pass it by', () =>
      withDatabase(async (other) => {
        const blocked = 'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))';
        return isAnswered || (await other.query(blocked, [rows[0].pid])).rowCount === 1;
      }),
    );
    await change.query('COMMIT');
    return answer;
  });
}

test('a sign-in with a password that is being changed is refused', async () => {
  const victim = await createUser(partner.id);
  const browser = new Browser();
  const page = await browser.get(`/oauth/auth?${new URLSearchParams(authorizationRequest(program).query)}`);
  const signedIn = await besideANewPassword(victim.id, () =>
    browser.submit(page, { email: victim.email, password: victim.password }),
  );
  expect([signedIn.status, signedIn.target]).toEqual([401, undefined]);
  expect(signedIn.text).toContain('The e-mail address or password is incorrect.');
});

test('a sign-in that the browser comes back with while the password is being changed leaves no session', async () => {
  const victim = await createUser(partner.id);
  const browser = new Browser();
  const resume = await signInOnly(browser, victim);
  const late = await besideANewPassword(victim.id, () => browser.get(resume));
  expect([late.status, late.target]).toEqual([400, undefined]);
  expect(late.text).toContain('The password has changed. Sign in again.');
  const again = await browser.get(`/oauth/auth?${new URLSearchParams(authorizationRequest(program).query)}`);
  expect(again.text).toContain('<h1>Sign in</h1>');
});

describe('guessing passwords', () => {
  async function tries(count: number, fields: (n: number) => Record<string, string>, address?: string) {
    const statuses: number[] = [];
    const texts = new Set<string>();
    for (let n = 0; n < count; n += 1) {
      const browser = new Browser(address ?? freshAddress());
      const page = await browser.get(`/oauth/auth?${new URLSearchParams(authorizationRequest(program).query)}`);
      const answer = await browser.submit(page, fields(n));
      statuses.push(answer.status);
      texts.add(/<div class="problem"[\s\S]*?<\/div>/.exec(answer.text)?.[0] ?? '');
      if (answer.status === 429) expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    return { statuses, texts };
  }

  test('on one account from many addresses is stopped, the right one then included', async () => {
    const victim = await createUser(partner.id);
    const { statuses } = await tries(11, (n) => ({ email: victim.email, password: `guess number ${n}` }));
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const late = await tries(1, () => ({ email: victim.email, password: victim.password }));
    expect(late.statuses).toEqual([429]);
  });

  test('on many accounts from one address is stopped', async () => {
    const { statuses } = await tries(21, (n) => ({ email: `x${n}@example.com`, password: 'guess' }), freshAddress());
    expect(statuses).toEqual([...Array(20).fill(401), 429]);
  });

  test('does not tell which addresses exist', async () => {
    const disabled = await createUser(partner.id);
    await request('PATCH /3pi-partners/{partner_id}/users/{user_id}', {
      key: runningStack().adminKey,
      params: { partner_id: partner.id, user_id: disabled.id },
      body: { status: 'disabled' },
    });
    const emails = [person.email, 'nobody@example.com', disabled.email, 'no address', '', 'x'.repeat(5000)];
    const { statuses, texts } = await tries(emails.length, (n) => ({
      email: emails[n] ?? '',
      password: n === 2 ? disabled.password : 'guess',
    }));
    expect(statuses).toEqual(Array(emails.length).fill(401));
    expect(texts.size).toBe(1);
  });
});

test('the database holds no token, code, secret or cookie in a form in which it could be used', async () => {
  const browser = new Browser();
  const tokens = await signIn(program, person, {}, browser);
  const [session = ''] = browser
    .cookiesFor('/oauth')
    .split('; ')
    .filter((cookie) => cookie.startsWith('_session='));
  const secrets = [tokens.access_token, tokens.refresh_token, program.secret, session.slice('_session='.length)];
  const rows = await withDatabase(async (client) => {
    const tables = ['oauth_record', 'oauth_client', 'app_user', 'audit_log'];
    const read = tables.map((table) => client.query(`SELECT row_to_json(t)::text AS row FROM ${table} t`));
    return (await Promise.all(read)).flatMap((result) => result.rows.map(({ row }) => String(row)));
  });
  for (const secret of secrets) {
    expect(secret?.length).toBeGreaterThan(20);
    const hex = Buffer.from(secret ?? '').toString('hex');
    expect(rows.filter((row) => row.includes(secret ?? '') || row.includes(hex))).toEqual([]);
  }
});
