import { beforeAll, describe, expect, test } from '@jest/globals';
import { meResource } from '../../api/account/resource.ts';
import { one, page } from '../../api/resource.ts';
import { sessionResource } from '../../api/security/resource.ts';
import { Browser } from '../environment/browser.ts';
import { expectError, type RouteName, read, request } from '../environment/http.ts';
import {
  consoleProgram,
  createOauthClient,
  createUser,
  ownToken,
  type Program,
  requestToken,
  signIn,
  signInToConsole,
} from '../environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';

const ME: RouteName = 'GET /app/me';
const CHANGE_ME: RouteName = 'PATCH /app/me';
const PASSWORD: RouteName = 'POST /app/me/password';
const SESSIONS: RouteName = 'GET /app/me/sessions';
const END: RouteName = 'DELETE /app/me/sessions/{id}';
const END_OTHERS: RouteName = 'DELETE /app/me/sessions';

let partner: Partner;
let program: Program;
beforeAll(async () => {
  partner = await createPartner();
  program = await createOauthClient(partner.id);
});

async function auditsOf(action: string): Promise<Record<string, unknown>[]> {
  const log = await requestAsAdmin('GET /3pi-partners/{partner_id}/audit-log', { params: { partner_id: partner.id } });
  const { data } = log.body as { data: { attributes: Record<string, unknown> }[] };
  return data.map(({ attributes }) => attributes).filter((line) => line['action'] === action);
}

describe(CHANGE_ME, () => {
  const change = (key: string, body: object) => request(CHANGE_ME, { key, body });

  test('keeps name, language and zone, which the next sign-in finds', async () => {
    const person = await createUser(partner.id, 'viewer');
    const { access_token: key } = await signInToConsole(person);
    const changed = await change(key, { name: 'Ada L.', language: 'de', time_zone: 'europe/berlin' });
    const expected = { name: 'Ada L.', language: 'de', time_zone: 'Europe/Berlin' };
    expect(read(changed, one(meResource).schema).data.attributes).toMatchObject(expected);
    const again = await request(ME, { key: (await signInToConsole(person)).access_token });
    expect(read(again, one(meResource).schema).data.attributes).toMatchObject(expected);
    const cleared = await change(key, { language: null, time_zone: null });
    expect(read(cleared, one(meResource).schema).data.attributes).toMatchObject({ language: null, time_zone: null });
  });

  test.each([
    ['a language that the console has not', { language: 'fr' }],
    ['a zone that the database has not', { time_zone: 'Mars/Olympus' }],
    ['a name of two lines', { name: 'Ada\nL.' }],
    ['an empty name', { name: ' ' }],
  ])('refuses %s', async (_what, body) => {
    const { access_token: key } = await signInToConsole(await createUser(partner.id));
    expectError(await change(key, body), 'VALIDATION_ERROR');
  });

  test('is for people of the console only', async () => {
    const other = await signIn(program, await createUser(partner.id));
    for (const key of [partner.key.text, await ownToken(program), other.access_token])
      expectError(await change(key, { name: 'Eve' }), 'FORBIDDEN');
  });
});

describe(PASSWORD, () => {
  const change = (key: string, current_password: string, new_password: string) =>
    request(PASSWORD, { key, body: { current_password, new_password } });

  test('ends the other sessions and consents, and keeps the one that asks', async () => {
    const person = await createUser(partner.id);
    const [here, there] = [await signInToConsole(person), await signInToConsole(person)];
    const consent = await signIn(program, person);
    expect((await change(here.access_token, person.password, 'a whole new password')).status).toBe(204);
    expect((await request(ME, { key: here.access_token })).status).toBe(200);
    expectError(await request(ME, { key: there.access_token }), 'UNAUTHORIZED');
    expectError(await request(ME, { key: consent.access_token }), 'UNAUTHORIZED');
    const renewed = { grant_type: 'refresh_token', refresh_token: there.refresh_token ?? '' };
    expect((await requestToken(consoleProgram(), renewed)).status).toBe(400);
    const mine = { grant_type: 'refresh_token', refresh_token: here.refresh_token ?? '' };
    expect((await requestToken(consoleProgram(), mine)).status).toBe(200);
    await signInToConsole({ ...person, password: 'a whole new password' });
    await expect(signInToConsole(person)).rejects.toThrow();
    const [line] = await auditsOf('account.change_password');
    expect(line).toMatchObject({ actor_id: person.id, details: { password: 'changed' } });
    expect(JSON.stringify(line)).not.toContain('whole new');
  });

  test('is refused without the current one, and after many tries altogether', async () => {
    const person = await createUser(partner.id);
    const { access_token: key } = await signInToConsole(person);
    const wrong = await change(key, 'not the right one', 'a whole new password');
    expectError(wrong, 'VALIDATION_ERROR');
    expect(wrong.body).toMatchObject({ error: { details: { current_password: expect.anything() } } });
    for (let tries = 1; tries < 10; tries += 1) await change(key, 'not the right one', 'a whole new password');
    const locked = await change(key, person.password, 'a whole new password');
    expectError(locked, 'RATE_LIMITED');
    expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(0);
  });

  test('keeps the rules of passwords', async () => {
    const person = await createUser(partner.id);
    const { access_token: key } = await signInToConsole(person);
    expectError(await change(key, person.password, 'short'), 'VALIDATION_ERROR');
    expect((await request(ME, { key })).status).toBe(200);
  });
});

describe(SESSIONS, () => {
  const sessionsOf = async (key: string) => read(await request(SESSIONS, { key }), page(sessionResource).schema).data;

  test('shows where the person is signed in, and which one asks', async () => {
    const person = await createUser(partner.id);
    await signInToConsole(person, new Browser('203.0.113.77'));
    const { access_token: key } = await signInToConsole(person, new Browser('2001:db8:12:34::9'));
    await signInToConsole(await createUser(partner.id));
    const sessions = await sessionsOf(key);
    expect(sessions.map(({ attributes: { address, is_current } }) => [address, is_current])).toEqual([
      ['2001:db8:12::', true],
      ['203.0.113.0', false],
    ]);
  });

  test('ends one at once, on every process', async () => {
    const person = await createUser(partner.id);
    const other = await signInToConsole(person);
    const { access_token: key } = await signInToConsole(person);
    for (const process of [0, 1] as const)
      expect((await request(ME, { key: other.access_token, process })).status).toBe(200);
    const found = (await sessionsOf(key)).find(({ attributes }) => !attributes.is_current);
    expect((await request(END, { key, params: { id: found?.id ?? 0 } })).status).toBe(204);
    for (const process of [0, 1] as const)
      expectError(await request(ME, { key: other.access_token, process }), 'UNAUTHORIZED');
    const renewed = { grant_type: 'refresh_token', refresh_token: other.refresh_token ?? '' };
    expect((await requestToken(consoleProgram(), renewed)).status).toBe(400);
    expect(await sessionsOf(key)).toHaveLength(1);
    expect((await request(ME, { key })).status).toBe(200);
  });

  test('ends all others, with the cookies that they are kept by; programs stay connected', async () => {
    const person = await createUser(partner.id);
    const browser = new Browser();
    const other = await signInToConsole(person, browser);
    const consent = await signIn(program, person);
    const { access_token: key } = await signInToConsole(person);
    expect((await request(END_OTHERS, { key })).status).toBe(204);
    expectError(await request(ME, { key: other.access_token }), 'UNAUTHORIZED');
    expect((await request(ME, { key: consent.access_token })).status).toBe(200);
    expect(await sessionsOf(key)).toHaveLength(1);
    const page = await browser.get(
      `/oauth/auth?${new URLSearchParams({ client_id: program.clientId, response_type: 'code', redirect_uri: program.redirectUri, code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' })}`,
    );
    expect(page.text).toContain('type="password"');
  });

  test('ends none of another person of the same partner', async () => {
    const [one, two] = [await createUser(partner.id), await createUser(partner.id)];
    const [mine, theirs] = [await signInToConsole(one), await signInToConsole(two)];
    const [found] = await sessionsOf(theirs.access_token);
    expectError(await request(END, { key: mine.access_token, params: { id: found?.id ?? 0 } }), 'FORBIDDEN');
    expect((await request(ME, { key: theirs.access_token })).status).toBe(200);
  });
});
