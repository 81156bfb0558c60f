import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { one, page } from '../../api/resource.ts';
import { userResource } from '../../api/users/area.ts';
import { expectError, type Reply, type RequestOptions, type RouteName, read, request } from '../environment/http.ts';
import { createOauthClient, createUser, ownToken, signIn } from '../environment/oauth.ts';
import { createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';

const LIST = 'GET /3pi-partners/{partner_id}/users';
const CREATE = 'POST /3pi-partners/{partner_id}/users';
const UPDATE = 'PATCH /3pi-partners/{partner_id}/users/{user_id}';
const LIST_CLIENTS = 'GET /3pi-partners/{partner_id}/oauth-clients';
const CREATE_CLIENT = 'POST /3pi-partners/{partner_id}/oauth-clients';
const DELETE_CLIENT = 'DELETE /3pi-partners/{partner_id}/oauth-clients/{client_id}';

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner();
});

let count = 0;
function address(): string {
  count += 1;
  return `Person.${process.pid}.${count}.${Date.now()}@Example.COM`;
}

function call(name: RouteName, options: Partial<RequestOptions> = {}): Promise<Reply> {
  return requestAsAdmin(name, { ...options, params: { partner_id: partner.id, ...options.params } });
}

describe('a user', () => {
  test('is made, listed and never shown with a password', async () => {
    const email = address();
    const body = { email, name: ' Ada ', role: 'editor', password: 'correct horse battery' };
    const { data } = read(await call(CREATE, { body }), one(userResource).schema);
    expect(data.attributes).toMatchObject({
      email: email.toLowerCase(),
      name: 'Ada',
      role: 'editor',
      status: 'active',
      has_password: true,
      external_subject: null,
    });
    const listed = await call(LIST);
    expect(read(listed, page(userResource).schema).data[0]).toEqual(data);
    expect(listed.text).not.toMatch(/scrypt|correct horse/);
  });

  test('has an e-mail address that nobody else has, in whatever partner and case', async () => {
    const email = address();
    await call(CREATE, { body: { email, name: 'Ada', role: 'viewer' } });
    const other = await createPartner();
    for (const partnerId of [partner.id, other.id]) {
      const again = { email: email.toUpperCase(), name: 'Eve', role: 'owner' };
      expectError(await call(CREATE, { params: { partner_id: partnerId }, body: again }), 'CONFLICT');
    }
  });

  test('has an external subject that nobody else has', async () => {
    const subject = `subject-${address()}`;
    const first = { email: address(), name: 'Ada', role: 'viewer', external_subject: subject };
    expect((await call(CREATE, { body: first })).status).toBe(201);
    expectError(await call(CREATE, { body: { ...first, email: address() } }), 'CONFLICT');
    const { id } = await createUser(partner.id);
    expectError(await call(UPDATE, { params: { user_id: id }, body: { external_subject: subject } }), 'CONFLICT');
  });

  test('is changed', async () => {
    const { id } = await createUser(partner.id, 'viewer');
    const params = { user_id: id };
    const { data } = read(
      await call(UPDATE, { params, body: { name: 'New', role: 'admin' } }),
      one(userResource).schema,
    );
    expect(data.attributes).toMatchObject({ name: 'New', role: 'admin', has_password: true });
    const same = read(await call(UPDATE, { params, body: {} }), one(userResource).schema).data;
    expect(same).toEqual(data);
    const without = read(await call(UPDATE, { params, body: { password: null } }), one(userResource).schema).data;
    expect(without.attributes.has_password).toBe(false);
  });

  test('of another partner is not found', async () => {
    const other = await createPartner();
    const { id } = await createUser(other.id);
    expectError(await call(UPDATE, { params: { user_id: id }, body: { role: 'viewer' } }), 'NOT_FOUND');
  });

  test.each([
    ['email', 'nobody'],
    ['email', `${'x'.repeat(250)}@example.com`],
    ['name', ''],
    ['role', 'god'],
    ['password', 'too short'],
    ['password', 'x'.repeat(201)],
    ['external_subject', ''],
  ])('with %s %j is refused', async (field, value) => {
    const body = { email: address(), name: 'Ada', role: 'viewer', [field]: value };
    expect(Object.keys(expectError(await call(CREATE, { body }), 'VALIDATION_ERROR'))).toEqual([field]);
  });

  test.each([
    ['is disabled', { status: 'disabled' }, 401],
    ['has another password', { password: 'another long password' }, 401],
    ['has another role', { role: 'viewer' }, 403],
  ])('who %s finds it so with the next request, on every process', async (_what, change, status) => {
    const [person, program] = await Promise.all([createUser(partner.id), createOauthClient(partner.id)]);
    const { access_token: key } = await signIn(program, person);
    const seen = () =>
      Promise.all(
        ([0, 1] as const).map(async (process) => (await request('GET /partners/webhooks', { key, process })).status),
      );
    expect(await seen()).toEqual([200, 200]);
    await call(UPDATE, { params: { user_id: person.id }, body: change });
    expect(await seen()).toEqual([status, status]);
  });

  test('of a suspended partner is refused, and so are its programs', async () => {
    const suspended = await createPartner();
    const [person, program] = await Promise.all([createUser(suspended.id), createOauthClient(suspended.id)]);
    const tokens = [(await signIn(program, person)).access_token, await ownToken(program)];
    const params = { partner_id: suspended.id };
    await requestAsAdmin('PATCH /3pi-partners/{partner_id}', { params, body: { status: 'suspended' } });
    for (const key of tokens) expectError(await request('GET /app/usage-data', { key }), 'FORBIDDEN');
    await expect(ownToken(program)).rejects.toThrow('invalid_client');
  });
});

describe('a client', () => {
  const created = z.object({ client_secret: z.string() });

  test('is made with a secret that is shown once, listed and removed', async () => {
    const body = { name: 'Server', scopes: ['api', 'mcp:tools'], role: 'analyst' };
    const made = await call(CREATE_CLIENT, { body });
    expect(made.body).toMatchObject({
      data: {
        type: 'oauth_client',
        attributes: { ...body, grant_types: ['client_credentials'], redirect_uris: [] },
      },
      warning: expect.any(String),
    });
    const { client_secret: secret } = created.parse(made.body);
    const { id } = z.object({ data: z.object({ id: z.string() }) }).parse(made.body).data;
    const listed = await call(LIST_CLIENTS);
    expect(listed.text).toContain(id);
    expect(listed.text).not.toContain(secret);
    const program = { clientId: id, secret, redirectUri: '' };
    const token = await ownToken(program);
    expect((await request('GET /app/usage-data', { key: token })).status).toBe(200);
    expect((await call(DELETE_CLIENT, { params: { client_id: id } })).status).toBe(204);
    for (const process of [0, 1] as const) {
      expectError(await request('GET /app/usage-data', { key: token, process }), 'UNAUTHORIZED');
    }
    await expect(ownToken(program)).rejects.toThrow('invalid_client');
    expectError(await call(DELETE_CLIENT, { params: { client_id: id } }), 'NOT_FOUND');
  });

  test('that is removed takes the tokens of people who came through it along', async () => {
    const [person, program] = await Promise.all([createUser(partner.id), createOauthClient(partner.id)]);
    const { access_token: key } = await signIn(program, person);
    expect((await request('GET /app/usage-data', { key })).status).toBe(200);
    await call(DELETE_CLIENT, { params: { client_id: program.clientId } });
    expectError(await request('GET /app/usage-data', { key }), 'UNAUTHORIZED');
  });

  test('of another partner is not found', async () => {
    const other = await createPartner();
    const { clientId } = await createOauthClient(other.id);
    expectError(await call(DELETE_CLIENT, { params: { client_id: clientId } }), 'NOT_FOUND');
  });

  test('may be made again under an Idempotency-Key, without its secret', async () => {
    const headers = { 'Idempotency-Key': address() };
    const first = await call(CREATE_CLIENT, { body: { name: 'Server' }, headers });
    const again = await call(CREATE_CLIENT, { body: { name: 'Server' }, headers });
    expect(again.body).toEqual({ ...(first.body as object), client_secret: null });
  });

  test.each([
    ['name', { name: '' }],
    ['role', { role: 'god' }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['everything'] }],
    ['redirect_uris.0', { redirect_uris: ['http://evil.example/'] }],
    ['redirect_uris.0', { redirect_uris: ['https://a.example/#fragment'] }],
    ['redirect_uris', { grant_types: ['authorization_code'] }],
    ['grant_types', { grant_types: ['refresh_token'] }],
    ['grant_types.0', { grant_types: ['implicit'] }],
  ])('with a wrong %s is refused', async (field, settings) => {
    const details = expectError(
      await call(CREATE_CLIENT, { body: { name: 'Server', ...settings } }),
      'VALIDATION_ERROR',
    );
    expect(Object.keys(details)).toEqual([field]);
  });
});
