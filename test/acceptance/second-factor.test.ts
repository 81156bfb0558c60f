import { beforeAll, describe, expect, test } from '@jest/globals';
import { generateSync } from 'otplib';
import { one } from '../../api/resource.ts';
import { enrolmentResource, recoveryCodesResource, securityResource } from '../../api/security/resource.ts';
import type { Role } from '../../domain/kernel/permissions.ts';
import { TestAuthenticator } from '../environment/authenticator.ts';
import { Browser, type BrowserPage } from '../environment/browser.ts';
import { withDatabase } from '../environment/database.ts';
import { expectError, type Reply, type RouteName, read, request } from '../environment/http.ts';
import {
  authorizationRequest,
  baseUrl,
  consoleProgram,
  createUser,
  exchange,
  type Person,
  signInToConsole,
  tokensOf,
} from '../environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';
import { runningStack } from '../environment/running-stack.ts';

const SECURITY: RouteName = 'GET /app/me/security';
const ENROL: RouteName = 'POST /app/me/totp';
const CONFIRM: RouteName = 'POST /app/me/totp/confirm';
const DISABLE: RouteName = 'POST /app/me/totp/disable';
const CODES: RouteName = 'POST /app/me/recovery-codes';
const OPTIONS: RouteName = 'POST /app/me/passkeys/options';
const CHALLENGE: RouteName = 'POST /app/me/passkeys/challenge';
const ADD: RouteName = 'POST /app/me/passkeys';
const RENAME: RouteName = 'PATCH /app/me/passkeys/{id}';
const REMOVE: RouteName = 'POST /app/me/passkeys/{id}/remove';
const POLICY: RouteName = 'PATCH /app/sign-in-policy';
const RESET: RouteName = 'POST /app/users/{id}/reset-second-factor';

let partner: Partner;
let origin: string;
beforeAll(async () => {
  partner = await createPartner();
  origin = new URL(runningStack().origins[0]).origin;
});

/** A person at the console, with the second factor that the test gives. */
interface Member extends Person {
  key: string;
}

async function member(role: Role = 'owner', of = partner): Promise<Member> {
  const person = await createUser(of.id, role);
  return { ...person, key: (await signInToConsole(person)).access_token };
}

const settingsOf = async (key: string) => read(await request(SECURITY, { key }), one(securityResource).schema).data;

/** A code of the app; each further step is 30 s later, up to one ahead of the clock. None is of a step before, which would be over with the next. */
function codeOf(secret: string, stepsAhead = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * 30 });
}

async function enrol({ key, password }: Member): Promise<string> {
  const reply = await request(ENROL, { key, body: { current_password: password } });
  return read(reply, one(enrolmentResource).schema).data.attributes.secret ?? '';
}

/** Turns an app on; returns its secret and the recovery codes. The code of the current step is used up. */
async function turnOn(person: Member): Promise<{ secret: string; codes: string[] }> {
  const secret = await enrol(person);
  const reply = await request(CONFIRM, { key: person.key, body: { code: codeOf(secret) } });
  return {
    secret,
    codes: read(reply, one(recoveryCodesResource).schema).data.attributes.recovery_codes ?? [],
  };
}

/** A sign-in to the console that the test goes through page by page. */
class SignIn {
  readonly browser: Browser;
  readonly #request = authorizationRequest(consoleProgram(), { scope: 'openid api', resource: baseUrl() });
  #uid = '';

  constructor(browser = new Browser()) {
    this.browser = browser;
  }

  async open(): Promise<BrowserPage> {
    const page = await this.browser.get(`/oauth/auth?${new URLSearchParams(this.#request.query)}`);
    this.#uid = /\/oauth\/interaction\/([\w-]+)\//.exec(page.text)?.[1] ?? '';
    return page;
  }

  step(name: string, fields: Record<string, string> = {}): Promise<BrowserPage> {
    return this.browser.post(`/oauth/interaction/${this.#uid}/${name}`, fields);
  }

  /** Opens the page and shows the password. */
  async password({ email, password }: Person): Promise<BrowserPage> {
    await this.open();
    return this.step('login', { email, password });
  }

  async challenge(): Promise<{ challenge: string; rpId: string; allowCredentials?: unknown[] }> {
    return JSON.parse((await this.step('challenge')).text);
  }

  passkey(answer: object): Promise<BrowserPage> {
    return this.step('passkey', { response: JSON.stringify(answer) });
  }

  async token(page: BrowserPage): Promise<string> {
    expect({ status: page.status, text: page.target ? '' : page.text }).toEqual({ status: 303, text: '' });
    return tokensOf(await exchange(consoleProgram(), this.#request, new URL(page.target ?? ''))).access_token;
  }
}

async function addPasskey(
  { key, ...person }: Member,
  confirmation: object = { current_password: person.password },
): Promise<{ authenticator: TestAuthenticator; id: number; codes: string[] | null }> {
  const { options } = bodyOf<{ options: never }>(await request(OPTIONS, { key, body: confirmation }));
  const authenticator = new TestAuthenticator(origin);
  const added = await request(ADD, { key, body: { name: 'Laptop', response: authenticator.create(options) } });
  expect(added.status).toBe(201);
  const { data, recovery_codes: codes } = bodyOf<{ data: { id: number }; recovery_codes: string[] | null }>(added);
  return { authenticator, id: data.id, codes };
}

function bodyOf<Body>(reply: Reply): Body {
  expect({ status: reply.status < 300, text: reply.status < 300 ? '' : reply.text }).toEqual({
    status: true,
    text: '',
  });
  return reply.body as Body;
}

describe('an app for one-time codes', () => {
  test('is on once a code has confirmed it, and is asked for after the password', async () => {
    const person = await member('viewer');
    const secret = await enrol(person);
    expect((await settingsOf(person.key)).attributes.totp_enabled_at).toBeNull();
    expectError(await request(CONFIRM, { key: person.key, body: { code: '000000' } }), 'VALIDATION_ERROR');
    await signInToConsole(person);
    const confirmed = await request(CONFIRM, { key: person.key, body: { code: codeOf(secret) } });
    const { recovery_codes: codes } = read(confirmed, one(recoveryCodesResource).schema).data.attributes;
    expect(codes).toHaveLength(10);
    expect((await settingsOf(person.key)).attributes).toMatchObject({
      totp_enabled_at: expect.any(String),
      recovery_codes_left: 10,
    });

    const signIn = new SignIn();
    const page = await signIn.password(person);
    expect(page.text).toContain('One-time code or recovery code');
    expect(page.text).toContain('autocomplete="one-time-code"');
    const key = await signIn.token(await signIn.step('factor', { code: codeOf(secret, 1).replace(/(...)/, '$1 ') }));
    expect((await request(SECURITY, { key })).status).toBe(200);
  });

  test('accepts each code once, whichever process and page it comes to', async () => {
    const person = await member();
    const { secret } = await turnOn(person);
    const code = codeOf(secret, 1);
    const attempts = await Promise.all(
      [1, 2, 3].map(async () => {
        const signIn = new SignIn();
        await signIn.password(person);
        return (await signIn.step('factor', { code })).status;
      }),
    );
    expect(attempts.sort()).toEqual([303, 401, 401]);
    expectError(await request(DISABLE, { key: person.key, body: { code } }), 'VALIDATION_ERROR');
  });

  test('is replaced by each recovery code once', async () => {
    const person = await member();
    const { codes } = await turnOn(person);
    const [code = ''] = codes;
    const first = new SignIn();
    await first.password(person);
    await first.token(await first.step('factor', { code: code.toUpperCase().replaceAll('-', ' ') }));
    const second = new SignIn();
    await second.password(person);
    expect((await second.step('factor', { code })).status).toBe(401);
    expect((await settingsOf(person.key)).attributes.recovery_codes_left).toBe(9);
  });

  test('is not passed by anything that the page does not ask for', async () => {
    const person = await member();
    await turnOn(person);
    const signIn = new SignIn();
    await signIn.password(person);
    for (const step of ['continue', 'enrol', 'consent', 'login', 'factor', 'passkey']) {
      const page = await signIn.step(step, { code: '', email: person.email, password: person.password });
      expect([step, page.target]).toEqual([step, undefined]);
    }
    const other = new SignIn();
    await other.open();
    for (const step of ['factor', 'continue', 'enrol']) {
      expect((await other.step(step, { code: '123456' })).text).toContain('type="password"');
    }
  });

  test('ends the password’s part when somebody else signs in', async () => {
    const person = await member();
    await turnOn(person);
    const signIn = new SignIn();
    await signIn.password(person);
    expect((await signIn.step('restart')).text).toContain('type="password"');
    expect((await signIn.step('factor', { code: '123456' })).text).toContain('type="password"');
  });

  test('locks after ten wrong codes, from whatever address, and keeps the right one out, too', async () => {
    const person = await member();
    const { secret } = await turnOn(person);
    const waiting = new SignIn();
    await waiting.password(person);
    for (let tries = 0; tries < 10; tries += 1) {
      const signIn = new SignIn();
      await signIn.password(person);
      expect((await signIn.step('factor', { code: '000000' })).status).toBe(401);
    }
    expect((await new SignIn().password(person)).status).toBe(429);
    const locked = await waiting.step('factor', { code: codeOf(secret, 1) });
    expect([locked.status, Number(locked.headers.get('Retry-After')) > 0]).toEqual([429, true]);
    expect(locked.text).toContain('Too many tries');
  });

  test('is turned off with a current factor only, and its recovery codes end with it', async () => {
    const person = await member();
    const { secret } = await turnOn(person);
    const { key } = person;
    expectError(await request(DISABLE, { key, body: { current_password: person.password } }), 'VALIDATION_ERROR');
    expectError(await request(DISABLE, { key, body: {} }), 'VALIDATION_ERROR');
    expectError(await request(ENROL, { key, body: { current_password: person.password } }), 'VALIDATION_ERROR');
    expect((await request(DISABLE, { key, body: { code: codeOf(secret, 1) } })).status).toBe(204);
    expect((await settingsOf(key)).attributes).toMatchObject({ totp_enabled_at: null, recovery_codes_left: 0 });
    await signInToConsole(person);
  });

  test('needs the password to be set up', async () => {
    const { key } = await member();
    expectError(await request(ENROL, { key, body: {} }), 'VALIDATION_ERROR');
    expectError(await request(ENROL, { key, body: { current_password: 'not the right one' } }), 'VALIDATION_ERROR');
  });

  test('has new recovery codes when asked for; the earlier ones end', async () => {
    const person = await member();
    const { secret, codes } = await turnOn(person);
    const renewed = await request(CODES, { key: person.key, body: { code: codeOf(secret, 1) } });
    const fresh = read(renewed, one(recoveryCodesResource).schema).data.attributes.recovery_codes ?? [];
    expect(fresh).toHaveLength(10);
    expect(fresh.filter((code) => codes.includes(code))).toEqual([]);
    expectError(await request(DISABLE, { key: person.key, body: { code: codes[0] } }), 'VALIDATION_ERROR');
    expect((await request(DISABLE, { key: person.key, body: { code: fresh[0] } })).status).toBe(204);
  });

  test('is kept sealed, its recovery codes as hashes, and neither stands in the audit log', async () => {
    const person = await member();
    const { secret, codes } = await turnOn(person);
    await withDatabase(async (client) => {
      const { rows } = await client.query(
        `SELECT encode(secret, 'escape') AS kept FROM totp_factor WHERE user_id = $1
         UNION ALL SELECT encode(code_hash, 'escape') FROM recovery_code WHERE user_id = $1
         UNION ALL SELECT details::text FROM audit_log WHERE resource_type = 'user' AND resource_id = $1::text`,
        [person.id],
      );
      const kept = JSON.stringify(rows);
      for (const text of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))])
        expect(kept).not.toContain(text);
    });
  });
});

describe('a passkey', () => {
  test('signs in alone, and its counter is kept', async () => {
    const person = await member('viewer');
    const { authenticator, codes } = await addPasskey(person);
    expect(codes).toHaveLength(10);
    const signIn = new SignIn();
    expect((await signIn.open()).text).toContain('Use a passkey');
    const options = await signIn.challenge();
    expect(options.allowCredentials ?? []).toEqual([]);
    const key = await signIn.token(await signIn.passkey(authenticator.get(options)));
    const { passkeys } = (await settingsOf(key)).attributes;
    expect(passkeys).toMatchObject([{ attributes: { name: 'Laptop', last_used_at: expect.any(String) } }]);

    const copy = new SignIn();
    await copy.open();
    const page = await copy.passkey(authenticator.get(await copy.challenge(), { counter: 1 }));
    expect([page.status, page.target]).toEqual([401, undefined]);
  });

  test('is the second factor after the password, for its person only', async () => {
    const [person, other] = [await member(), await member()];
    const { authenticator } = await addPasskey(person);
    const { authenticator: foreign } = await addPasskey(other);
    const signIn = new SignIn();
    expect((await signIn.password(person)).text).toContain('Use your passkey');
    const options = await signIn.challenge();
    expect(options.allowCredentials).toHaveLength(1);
    expect((await signIn.passkey(foreign.get(options))).status).toBe(401);
    await signIn.token(await signIn.passkey(authenticator.get(await signIn.challenge())));
  });

  test.each([
    ['without verification of the person', { isUnverified: true }],
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['with the handle of somebody else', { userHandle: Buffer.from('user_1').toString('base64url') }],
  ])('is refused %s', async (_what, deviations) => {
    const person = await member();
    const { authenticator } = await addPasskey(person);
    const signIn = new SignIn();
    await signIn.open();
    const page = await signIn.passkey(authenticator.get(await signIn.challenge(), deviations));
    expect([page.status, page.target]).toEqual([401, undefined]);
  });

  test('answers a challenge once, within five minutes, in the interaction that it was made for', async () => {
    const person = await member();
    const { authenticator } = await addPasskey(person);
    const [one, two] = [new SignIn(), new SignIn()];
    await Promise.all([one.open(), two.open()]);
    const refused = async (signIn: SignIn, answer: object) => {
      const page = await signIn.passkey(answer);
      expect([page.status, page.target]).toEqual([401, undefined]);
    };
    await refused(two, authenticator.get(await one.challenge()));
    await refused(one, authenticator.get({ challenge: 'AAAA', rpId: new URL(origin).hostname }));
    const options = await one.challenge();
    const answer = authenticator.get(options);
    const three = new SignIn();
    await one.token(await one.passkey(answer));
    await three.open();
    await refused(three, authenticator.get(options));
    await refused(three, { id: 'x' });
  });

  test('is named, and removed with a current factor only', async () => {
    const person = await member();
    const { key } = person;
    const { authenticator, id } = await addPasskey(person);
    const params = { id };
    const renamed = bodyOf<{ data: { attributes: object } }>(
      await request(RENAME, { key, params, body: { name: 'Phone' } }),
    );
    expect(renamed.data.attributes).toMatchObject({ name: 'Phone' });
    expectError(
      await request(REMOVE, { key, params, body: { current_password: person.password } }),
      'VALIDATION_ERROR',
    );
    const { options } = bodyOf<{ options: never }>(await request(CHALLENGE, { key, body: {} }));
    expect((await request(REMOVE, { key, params, body: { passkey: authenticator.get(options) } })).status).toBe(204);
    expect((await settingsOf(key)).attributes).toMatchObject({ passkeys: [], recovery_codes_left: 0 });
    await signInToConsole(person);
  });

  test('comes beside another with a confirmation by the first', async () => {
    const person = await member();
    const { authenticator } = await addPasskey(person);
    const { options } = bodyOf<{ options: never }>(await request(CHALLENGE, { key: person.key, body: {} }));
    const second = await addPasskey(person, { passkey: authenticator.get(options) });
    expect(second.codes).toBeNull();
    expect((await settingsOf(person.key)).attributes.passkeys).toHaveLength(2);
  });

  test.each([
    ['for another origin', { origin: 'https://evil.example' }],
    ['without verification of the person', { isUnverified: true }],
    ['with certificates, whose addresses would be called', { format: 'certified' as const }],
  ])('is not added %s', async (_what, deviations) => {
    const { key, password } = await member();
    const body = { current_password: password };
    const { options } = bodyOf<{ options: never }>(await request(OPTIONS, { key, body }));
    const response = new TestAuthenticator(origin).create(options, deviations);
    expectError(await request(ADD, { key, body: { name: 'Laptop', response } }), 'VALIDATION_ERROR');
  });

  test.each([
    [1_023, 201],
    [1_024, 422],
    [2_750, 422],
  ])('with an id of %i bytes is answered with %i', async (idBytes, status) => {
    const { key, password } = await member();
    const body = { current_password: password };
    const { options } = bodyOf<{ options: never }>(await request(OPTIONS, { key, body }));
    const response = new TestAuthenticator(origin, idBytes).create(options);
    expect((await request(ADD, { key, body: { name: 'Laptop', response } })).status).toBe(status);
  });

  test('may attest itself, and is not added twice or to somebody else', async () => {
    const [person, other] = [await member(), await member()];
    const body = { current_password: person.password };
    const { options } = bodyOf<{ options: never }>(await request(OPTIONS, { key: person.key, body }));
    const response = new TestAuthenticator(origin).create(options, { format: 'packed' });
    const add = (key: string) => request(ADD, { key, body: { name: 'Laptop', response } });
    expectError(await add(other.key), 'VALIDATION_ERROR');
    expect((await request(OPTIONS, { key: person.key, body })).status).toBe(200);
    expectError(await add(person.key), 'VALIDATION_ERROR');
    const { options: again } = bodyOf<{ options: never }>(await request(OPTIONS, { key: person.key, body }));
    const fresh = new TestAuthenticator(origin).create(again, { format: 'packed' });
    expect((await request(ADD, { key: person.key, body: { name: 'Laptop', response: fresh } })).status).toBe(201);
  });
});

describe('a partner that requires a second factor', () => {
  test('leads people to set one up when they sign in, without scripts', async () => {
    const strict = await createPartner();
    const owner = await member('owner', strict);
    const policy = await request(POLICY, { key: owner.key, body: { require_second_factor: true } });
    expect(policy.body).toMatchObject({ data: { attributes: { require_second_factor: true } } });
    const person = await createUser(strict.id, 'viewer');
    const signIn = new SignIn();
    const page = await signIn.password(person);
    expect(page.text).toContain('Set up a second factor');
    expect(page.text).toMatch(/<svg class="qr"/);
    expect((await signIn.step('continue')).target).toBeUndefined();
    const secret = (/app: <code>([A-Z2-7 ]+)<\/code>/.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
    expect((await signIn.step('enrol', { code: '000000' })).status).toBe(401);
    const codes = await signIn.step('enrol', { code: codeOf(secret) });
    expect(codes.text.match(/<li><code>/g)).toHaveLength(10);
    const key = await signIn.token(await signIn.step('continue'));
    expect((await settingsOf(key)).attributes).toMatchObject({ second_factor_required: true, recovery_codes_left: 10 });
    const next = new SignIn();
    await next.password(person);
    await next.token(await next.step('factor', { code: codeOf(secret, 1) }));
  });

  /** A person who has to set up a factor, and is at the console already. */
  async function lateMember(): Promise<Member> {
    const strict = await createPartner();
    const [owner, person] = [await member('owner', strict), await member('viewer', strict)];
    expect((await request(POLICY, { key: owner.key, body: { require_second_factor: true } })).status).toBe(200);
    return person;
  }

  const secretIn = ({ text }: BrowserPage) =>
    (/app: <code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', '');

  test('shows each sign-in a secret of its own, and one of several at once sets it up', async () => {
    const person = await lateMember();
    const signIns = Array.from({ length: 5 }, () => new SignIn());
    const secrets: string[] = [];
    for (const signIn of signIns) secrets.push(secretIn(await signIn.password(person)));
    expect(new Set(secrets.filter((secret) => secret !== '')).size).toBe(5);
    const pages = await Promise.all(
      signIns.map((signIn, index) => signIn.step('enrol', { code: codeOf(secrets[index] ?? '') })),
    );
    const shown = pages.map(({ text }) => text.match(/<li><code>/g)?.length ?? 0);
    expect(shown.toSorted()).toEqual([0, 0, 0, 0, 10]);
    for (const [index, signIn] of signIns.entries()) {
      const { target } = await signIn.step('continue');
      expect(target !== undefined).toBe(shown[index] === 10);
    }
    const next = new SignIn();
    await next.password(person);
    const foreign = secrets[shown.indexOf(0)] ?? '';
    expect((await next.step('factor', { code: codeOf(foreign, 1) })).status).toBe(401);
    await next.token(await next.step('factor', { code: codeOf(secrets[shown.indexOf(10)] ?? '', 1) }));
  });

  test('asks for a passkey that came while an app was set up', async () => {
    const person = await lateMember();
    const signIn = new SignIn();
    const secret = secretIn(await signIn.password(person));
    const { authenticator } = await addPasskey(person);
    expect((await signIn.step('enrol', { code: codeOf(secret) })).text).toContain('type="password"');
    expect((await signIn.step('continue')).target).toBeUndefined();
    expect((await settingsOf(person.key)).attributes.totp_enabled_at).toBeNull();
    await signIn.password(person);
    await signIn.token(await signIn.passkey(authenticator.get(await signIn.challenge())));
  });

  test('is told so by owners only', async () => {
    const { key } = await member('admin');
    expectError(await request(POLICY, { key, body: { require_second_factor: true } }), 'FORBIDDEN');
  });
});

describe(RESET, () => {
  const reset = (key: string, id: number) => request(RESET, { key, params: { id } });

  test('removes the factors of somebody who lost them, and ends the sessions', async () => {
    const [owner, person] = [await member(), await member('editor')];
    await turnOn(person);
    expect((await reset(owner.key, person.id)).status).toBe(204);
    expectError(await request(SECURITY, { key: person.key }), 'UNAUTHORIZED');
    const { access_token: key } = await signInToConsole(person);
    expect((await settingsOf(key)).attributes).toMatchObject({ totp_enabled_at: null, recovery_codes_left: 0 });
    expectError(await reset(owner.key, person.id), 'CONFLICT');
    const log = await requestAsAdmin('GET /3pi-partners/{partner_id}/audit-log', {
      params: { partner_id: partner.id },
    });
    expect(log.text).toContain('security.reset_second_factor');
  });

  test('is for owners of the same partner, about others', async () => {
    const [owner, admin, person] = [await member(), await member('admin'), await member('viewer')];
    const foreign = await member('owner', await createPartner());
    await turnOn(person);
    expectError(await reset(admin.key, person.id), 'FORBIDDEN');
    expectError(await reset(foreign.key, person.id), 'FORBIDDEN');
    expectError(await reset(owner.key, owner.id), 'CONFLICT');
    expect((await settingsOf(person.key)).attributes.totp_enabled_at).not.toBeNull();
  });
});
