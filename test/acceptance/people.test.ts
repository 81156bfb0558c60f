import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { MAX_AGE_MS } from '../../api/middleware/credential-check.ts';
import { page } from '../../api/resource.ts';
import { personResource } from '../../api/users/people.ts';
import type { Role } from '../../domain/kernel/permissions.ts';
import { untilBlockedBy } from '../environment/blocked.ts';
import { Browser, type BrowserPage } from '../environment/browser.ts';
import { openConnection } from '../environment/database.ts';
import { expectError, freshAddress, type RouteName, read, request } from '../environment/http.ts';
import { mailsTo, mailTo, secretIn } from '../environment/mails.ts';
import {
  consoleProgram,
  createOauthClient,
  createUser,
  ownToken,
  type Person,
  requestToken,
  signIn,
  signInToConsole,
} from '../environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';

const LIST: RouteName = 'GET /app/users';
const INVITE: RouteName = 'POST /app/users';
const SHOW: RouteName = 'GET /app/users/{id}';
const CHANGE: RouteName = 'PATCH /app/users/{id}';
const REMOVE: RouteName = 'DELETE /app/users/{id}';
const AGAIN: RouteName = 'POST /app/users/{id}/invitation';
const RESET: RouteName = 'POST /app/users/{id}/password-reset';
const PASSWORD = 'correct horse battery';

const invitedBody = z.object({
  data: personResource.schema,
  meta: z.object({ invitation_url: z.string().nullable() }),
});

let partner: Partner;
let owner: Person;
let key: string;
beforeAll(async () => {
  partner = await createPartner();
  owner = await createUser(partner.id);
  key = (await signInToConsole(owner)).access_token;
});

const address = () => `invited-${randomBytes(6).toString('hex')}@example.com`;

async function invite(email = address(), role: Role = 'viewer') {
  const reply = await request(INVITE, { key, body: { email, name: 'Grace', role } });
  expect(reply.status).toBe(201);
  return { email, ...invitedBody.parse(reply.body) };
}

async function people() {
  return read(await request(LIST, { key }), page(personResource).schema).data;
}

/** Follows a link as a browser without scripts: what stands behind the number sign is pasted. */
async function follow(secret: string, browser = new Browser()): Promise<{ browser: Browser; page: BrowserPage }> {
  const first = await browser.get('/oauth/link');
  expect(first.text).toContain('/oauth/link/open');
  return { browser, page: await browser.submit(first, { secret: `https://service.example/oauth/link#${secret}` }) };
}

async function join(secret: string, password = PASSWORD): Promise<BrowserPage> {
  const { browser, page: shown } = await follow(secret);
  return browser.submit(shown, { secret, password });
}

test('one person is shown as the list shows them', async () => {
  const { data } = await invite();
  const shown = await request(SHOW, { key, params: { id: data.id } });
  expect(shown.body).toEqual({ data: (await people()).find(({ id }) => id === data.id) });
  expectError(await request(SHOW, { key, params: { id: 999_999_999 } }), 'NOT_FOUND');
});

describe('an invitation', () => {
  test('is mailed, accepted in the browser, and lets the person in with the role', async () => {
    const { email, data, meta } = await invite(address(), 'editor');
    expect(meta).toEqual({ invitation_url: null });
    expect(data.attributes).toMatchObject({ email, role: 'editor', status: 'invited', joined_at: null });
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Test invites you to Acme on Marketwright');
    const secret = secretIn(mail);
    const { browser, page: shown } = await follow(secret);
    expect([shown.status, shown.headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(shown.text).toContain(email);
    const weak = await browser.submit(shown, { secret, password: 'short' });
    expect([weak.status, weak.text.includes('12 to 200 characters')]).toEqual([422, true]);
    expect((await browser.submit(weak, { secret, password: PASSWORD })).text).toContain('Your password is set');
    expect((await browser.submit(weak, { secret, password: PASSWORD })).status).toBe(410);

    const person = { id: data.id, email, password: PASSWORD };
    const { access_token: token } = await signInToConsole(person);
    expect((await request('GET /app/me', { key: token })).body).toMatchObject({
      data: { attributes: { email, role: 'editor' } },
    });
    expect((await people()).find(({ id }) => id === data.id)?.attributes).toMatchObject({ status: 'active' });
  });

  test('of the service is mailed to the first owner of a partner', async () => {
    const { id } = await createPartner();
    const email = address();
    const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/invitations', {
      params: { partner_id: id },
      body: { email, name: 'Grace', role: 'owner' },
    });
    expect([reply.status, invitedBody.parse(reply.body).meta]).toEqual([201, { invitation_url: null }]);
    const mail = await mailTo(email);
    expect(mail.subject).toBe('Marketwright invites you to Acme on Marketwright');
    expect((await join(secretIn(mail))).text).toContain('Your password is set');
    const { access_token: token } = await signInToConsole({ id: 0, email, password: PASSWORD });
    expect((await request('GET /app/me', { key: token })).body).toMatchObject({
      data: { attributes: { role: 'owner', partner: { id } } },
    });
  });

  test('that is sent again or withdrawn ends the earlier link', async () => {
    const { email, data } = await invite();
    const first = secretIn(await mailTo(email));
    expect((await request(AGAIN, { key, params: { id: data.id } })).status).toBe(200);
    const second = secretIn(await mailTo(email, 2));
    expect(second).not.toBe(first);
    expect((await follow(first)).page.status).toBe(410);
    expect((await request(REMOVE, { key, params: { id: data.id } })).status).toBe(204);
    expect((await follow(second)).page.status).toBe(410);
    expectError(await request(AGAIN, { key, params: { id: data.id } }), 'NOT_FOUND');
  });

  test('of an address twice is a conflict; one that others have is none', async () => {
    const { email } = await invite();
    expectError(await request(INVITE, { key, body: { email, name: 'Grace', role: 'viewer' } }), 'CONFLICT');
    const elsewhere = await createUser((await createPartner()).id);
    const { meta } = await invite(elsewhere.email);
    expect(meta).toEqual({ invitation_url: null });
    const taken = await join(secretIn(await mailTo(elsewhere.email)));
    expect([taken.status, taken.text.includes('another team')]).toEqual([422, true]);
  });

  test('is not sent to one address without end', async () => {
    const { data } = await invite();
    const replies = [];
    for (let time = 0; time < 5; time += 1) replies.push(await request(AGAIN, { key, params: { id: data.id } }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    expectError(replies.at(-1) as (typeof replies)[number], 'RATE_LIMITED');
  });

  test('repeated with its Idempotency-Key is one', async () => {
    const email = address();
    const headers = { 'Idempotency-Key': randomBytes(8).toString('hex') };
    const body = { email, name: 'Grace', role: 'viewer' };
    const [first, second] = [
      await request(INVITE, { key, body, headers }),
      await request(INVITE, { key, body, headers }),
    ];
    expect([first.status, second.body]).toEqual([201, first.body]);
    await mailTo(email);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test.each([
    ['no address', { email: 'nobody' }],
    ['two addresses', { email: 'a@example.com, b@example.com' }],
    ['a header', { email: 'a@example.com\r\nBcc: b@example.com' }],
    ['a name of two lines', { name: 'Grace\r\nBcc: b@example.com' }],
    ['an unknown role', { role: 'god' }],
  ])('with %s is refused', async (_what, input) => {
    const body = { email: address(), name: 'Grace', role: 'viewer', ...input };
    expectError(await request(INVITE, { key, body }), 'VALIDATION_ERROR');
  });
});

describe('people', () => {
  test('are for people of the console only', async () => {
    const program = await createOauthClient(partner.id);
    const other = (await signIn(program, owner)).access_token;
    for (const foreign of [partner.key.text, await ownToken(program), other]) {
      expectError(await request(LIST, { key: foreign }), 'FORBIDDEN');
      const body = { email: address(), name: 'Grace', role: 'viewer' };
      expectError(await request(INVITE, { key: foreign, body }), 'FORBIDDEN');
    }
  });

  test('who are removed lose their tokens and sessions at once', async () => {
    const person = await createUser(partner.id, 'admin');
    const browser = new Browser();
    const tokens = await signInToConsole(person, browser);
    const program = await createOauthClient(partner.id);
    const elsewhere = (await signIn(program, person)).access_token;
    expect((await request(REMOVE, { key, params: { id: person.id } })).status).toBe(204);
    for (const token of [tokens.access_token, elsewhere]) {
      expectError(await request('GET /app/me', { key: token }), 'UNAUTHORIZED');
    }
    const refreshed = await requestToken(consoleProgram(), {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token ?? '',
    });
    expect(refreshed.status).toBe(400);
    await expect(signInToConsole(person, browser)).rejects.toThrow();
  });

  test('by their own request are answered that they are, also where it takes long', async () => {
    const person = await createUser(partner.id, 'owner');
    const { access_token: own } = await signInToConsole(person);
    const database = await openConnection();
    try {
      await database.query('BEGIN');
      await database.query('SELECT FROM app_user WHERE id = $1 FOR UPDATE', [person.id]);
      const waiting = request(REMOVE, { key: own, params: { id: person.id } });
      await untilBlockedBy(database);
      await delay(MAX_AGE_MS);
      await database.query('COMMIT');
      expect((await waiting).status).toBe(204);
    } finally {
      await database.end();
    }
    expectError(await request('GET /app/me', { key: own }), 'UNAUTHORIZED');
  });

  test('lead with the next request what their new role permits', async () => {
    const person = await createUser(partner.id, 'admin');
    const token = (await signInToConsole(person)).access_token;
    const body = () => ({ email: address(), name: 'Grace', role: 'viewer' });
    expect((await request(INVITE, { key: token, body: body() })).status).toBe(201);
    expect((await request(CHANGE, { key, params: { id: person.id }, body: { role: 'editor' } })).status).toBe(200);
    expectError(await request(INVITE, { key: token, body: body() }), 'FORBIDDEN');
  });

  test('keep an owner', async () => {
    const alone = await createUser((await createPartner()).id);
    const own = (await signInToConsole(alone)).access_token;
    expectError(await request(REMOVE, { key: own, params: { id: alone.id } }), 'CONFLICT');
    expectError(await request(CHANGE, { key: own, params: { id: alone.id }, body: { role: 'admin' } }), 'CONFLICT');
  });
});

describe('a forgotten password', () => {
  const ask = async (email: string, browser = new Browser()) =>
    browser.submit(await browser.get('/oauth/forgotten'), { email });

  test('is replaced by a mailed link, which ends all sessions', async () => {
    const person = await createUser(partner.id, 'viewer');
    const token = (await signInToConsole(person)).access_token;
    expect((await ask(person.email)).text).toContain('Check your inbox');
    const secret = secretIn(await mailTo(person.email));
    expect((await join(secret, 'another horse battery')).text).toContain('Your password is set');
    expectError(await request('GET /app/me', { key: token }), 'UNAUTHORIZED');
    await expect(signInToConsole(person)).rejects.toThrow();
    const changed = { ...person, password: 'another horse battery' };
    expect((await request('GET /app/me', { key: (await signInToConsole(changed)).access_token })).status).toBe(200);
  });

  test('has the same answer for addresses that nobody has, and for people who are invited only', async () => {
    const person = await createUser(partner.id, 'viewer');
    const { email: invited } = await invite();
    await mailTo(invited);
    const [known, unknown, notYet, none] = [
      await ask(person.email),
      await ask(address()),
      await ask(invited),
      await ask('no address'),
    ];
    await mailTo(person.email);
    for (const answer of [unknown, notYet, none])
      expect([answer.status, answer.text]).toEqual([known.status, known.text]);
    expect(await mailsTo(invited)).toHaveLength(1);
  });

  test('is asked for a few times only, of an account and from an address', async () => {
    for (const email of [(await createUser(partner.id, 'viewer')).email, address()]) {
      const statuses = [];
      for (let time = 0; time < 4; time += 1) statuses.push((await ask(email)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    const from = new Browser(freshAddress());
    const statuses = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await ask(address(), from)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test('and the form of a link are refused from other sites', async () => {
    const browser = new Browser();
    for (const path of ['/oauth/forgotten', '/oauth/link/open', '/oauth/link/password']) {
      const answer = await browser.post(path, { email: owner.email }, { Origin: 'https://evil.example' });
      expect(answer.status).toBe(403);
    }
  });

  test('is replaced by an owner’s link, too', async () => {
    const person = await createUser(partner.id, 'viewer');
    const reply = await request(RESET, { key, params: { id: person.id } });
    expect(reply.body).toMatchObject({ data: { type: 'password_reset', id: person.id }, meta: { reset_url: null } });
    expect((await join(secretIn(await mailTo(person.email)))).status).toBe(200);
    const { data } = await invite();
    expectError(await request(RESET, { key, params: { id: data.id } }), 'CONFLICT');
  });
});
