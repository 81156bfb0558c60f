import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { keyInDetailResource, usedKeyResource } from '../../api/account-keys/resource.ts';
import { groupedUsageResource } from '../../api/credits/resource.ts';
import { createdKeyBody } from '../../api/partner-keys/area.ts';
import { all, one } from '../../api/resource.ts';
import type { Role } from '../../domain/kernel/permissions.ts';
import { expectError, type Reply, type RouteName, read, request } from '../environment/http.ts';
import { createOauthClient, createUser, ownToken, type Person, signIn, signInToConsole } from '../environment/oauth.ts';
import { createKey, createPartner, type Partner, requestAsAdmin } from '../environment/partners.ts';
import { waitUntil } from '../environment/wait-until.ts';

const KEYS = 'GET /app/keys';
const MAKE = 'POST /app/keys';
const ONE = 'GET /app/keys/{id}';
const CHANGE = 'PATCH /app/keys/{id}';
const ROTATE = 'POST /app/keys/{id}/rotate';
const REVOKE = 'POST /app/keys/{id}/revoke';
const BILLING: RouteName = 'PATCH /app/billing-identity';
const USAGE: RouteName = 'GET /app/usage-data';
const EXECUTE: RouteName = 'POST /content-workflow/capabilities/{slug}/execute';

let partner: Partner;
const people: Partial<Record<Role, Person>> = {};
const tokens: Partial<Record<Role, string>> = {};
beforeAll(async () => {
  partner = await createPartner({ credits: 1_000 });
  for (const role of ['owner', 'admin', 'editor', 'viewer'] as const) {
    const person = await createUser(partner.id, role);
    people[role] = person;
    tokens[role] = (await signInToConsole(person)).access_token;
  }
});

const ask = (name: RouteName, role: Role, options: object = {}): Promise<Reply> =>
  request(name, { key: tokens[role] ?? '', ...options });

async function make(role: Role, settings: object = {}) {
  const reply = await ask(MAKE, role, { body: { name: 'Made here', ...settings } });
  const { data, plaintext } = read(reply, createdKeyBody.schema);
  return { ...data, text: plaintext ?? '' };
}

const detailOf = async (id: number) =>
  read(await ask(ONE, 'owner', { params: { id } }), one(keyInDetailResource).schema).data;

describe('keys are managed', () => {
  test.each([KEYS, MAKE] as const)('by owners and admins at the console, and by nobody else: %s', async (name) => {
    const options = name === MAKE ? { body: { name: 'Sample' } } : {};
    for (const role of ['owner', 'admin'] as const) expect((await ask(name, role, options)).status).toBeLessThan(300);
    for (const role of ['editor', 'viewer'] as const) expectError(await ask(name, role, options), 'FORBIDDEN');
    expectError(await partner.request(name, options), 'FORBIDDEN');
    const program = await createOauthClient(partner.id);
    const others = [await ownToken(program), (await signIn(program, people.owner as Person)).access_token];
    for (const key of others) expectError(await request(name, { key, ...options }), 'FORBIDDEN');
  });

  test('and are shown once, with the settings of administrators', async () => {
    const settings = { scoped_capabilities: ['faq'], allowed_ip_addresses: ['10.0.0.0/8'], daily_credit_limit: 5 };
    const reply = await ask(MAKE, 'owner', { body: { name: 'Restricted', ...settings } });
    expect(reply.status).toBe(201);
    const { data, plaintext } = read(reply, createdKeyBody.schema);
    expect(data).toMatchObject({ name: 'Restricted', ...settings, rate_limit_per_minute: 60, is_valid: true });
    expect(plaintext).toMatch(/^vp3_\w{48}$/);
    const listed = read(await ask(KEYS, 'owner'), all(usedKeyResource).schema).data;
    expect(listed[0]).toMatchObject({ id: data.id, prefix: plaintext?.slice(0, 12), total_requests: 0 });
    expect(JSON.stringify(listed)).not.toContain(plaintext);
  });

  test('and one is made once under an Idempotency-Key, whose repeat has no text', async () => {
    const headers = { 'Idempotency-Key': `account-key-${Date.now()}` };
    const [first, second] = [
      read(await ask(MAKE, 'owner', { body: { name: 'Once' }, headers }), createdKeyBody.schema),
      read(await ask(MAKE, 'owner', { body: { name: 'Once' }, headers }), createdKeyBody.schema),
    ];
    expect([second.data.id, second.plaintext]).toEqual([first.data.id, null]);
  });

  test('within what the partner may use', async () => {
    const bounded = await createPartner();
    const params = { partner_id: bounded.id };
    await requestAsAdmin('PATCH /3pi-partners/{partner_id}', { params, body: { capabilities: ['faq'] } });
    const key = (await signInToConsole(await createUser(bounded.id))).access_token;
    const body = { name: 'Too much', scoped_capabilities: ['blog_post'] };
    expectError(await request(MAKE, { key, body }), 'VALIDATION_ERROR');
  });
});

describe('a key of an admin', () => {
  test('may not do what the admin may not, and the one that replaces it neither', async () => {
    const key = await make('admin');
    expectError(await request(BILLING, { key: key.text, body: {} }), 'FORBIDDEN');
    expect((await request('GET /invoice-receipts/summary', { key: key.text })).status).toBe(200);
    const me = await request('GET /app/me', { key: key.text });
    expect(me.body).toMatchObject({ data: { attributes: { kind: 'key' } } });
    expect(JSON.stringify(me.body)).not.toContain('manage_billing');
    const rotated = read(await ask(ROTATE, 'owner', { params: { id: key.id } }), createdKeyBody.schema);
    expectError(await request(BILLING, { key: rotated.plaintext ?? '', body: {} }), 'FORBIDDEN');
  });

  test('is all that an admin gets the text of: keys that may do more are rotated and changed by owners', async () => {
    const [ofOwner, ofOperator] = [await make('owner'), await createKey(partner.id)];
    for (const { id } of [ofOwner, ofOperator]) {
      expectError(await ask(ROTATE, 'admin', { params: { id } }), 'FORBIDDEN');
      expectError(await ask(CHANGE, 'admin', { params: { id }, body: { expires_at: null } }), 'FORBIDDEN');
    }
    const text = ofOwner.text;
    expect((await request(BILLING, { key: text, body: {} })).status).toBe(200);
    expect((await ask(REVOKE, 'admin', { params: { id: ofOwner.id } })).status).toBe(200);
    expectError(await request(USAGE, { key: text }), 'UNAUTHORIZED');
  });
});

describe('a key', () => {
  test('is restricted from the next request on', async () => {
    const { id, text } = await make('owner');
    expect((await request(USAGE, { key: text })).status).toBe(200);
    const body = { allowed_ip_addresses: ['192.0.2.1'], scoped_capabilities: [], name: 'Less' };
    const changed = await ask(CHANGE, 'owner', { params: { id }, body });
    expect(changed.body).toMatchObject({ data: { id, ...body, rate_limit_per_minute: 60 } });
    expectError(await request(USAGE, { key: text }), 'IP_NOT_ALLOWED');
    await ask(CHANGE, 'owner', { params: { id }, body: { allowed_ip_addresses: null } });
    const reply = await request(EXECUTE, {
      key: text,
      params: { slug: 'blog_post' },
      body: { settings: { topic: 'Ours' } },
    });
    expectError(reply, 'CAPABILITY_NOT_ALLOWED');
  });

  test('is rotated and revoked as by administrators', async () => {
    const { id, text } = await make('owner', { daily_credit_limit: 7 });
    const reply = await ask(ROTATE, 'owner', { params: { id } });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ revoked_key_id: id, data: { daily_credit_limit: 7 } });
    expectError(await request(USAGE, { key: text }), 'UNAUTHORIZED');
    expectError(await ask(ROTATE, 'owner', { params: { id } }), 'CONFLICT');
    expectError(await ask(CHANGE, 'owner', { params: { id }, body: { name: 'Late' } }), 'CONFLICT');
    const { data } = reply.body as { data: { id: number } };
    const revoked = await ask(REVOKE, 'owner', { params: { id: data.id }, body: { reason: 'Not needed' } });
    expect(revoked.body).toMatchObject({ data: { is_active: false, revoked_reason: 'Not needed' } });
  });

  test('has its use, address and last errors after some seconds', async () => {
    const { id, text } = await make('owner');
    const address = '203.0.113.77';
    await request(USAGE, { key: text, address });
    expectError(
      await request('GET /content-workflow/executions/{id}', { key: text, address, params: { id: 9e15 } }),
      'NOT_FOUND',
    );
    const seen = await waitUntil(
      'the use to be saved',
      () => detailOf(id),
      // The two are saved one after the other.
      ({ use, errors }) => use.errors > 0 && errors.length > 0,
    );
    expect(seen).toMatchObject({
      last_address: address,
      total_requests: 2,
      use: { requests_today: 2, requests: 2, errors: 1, credits: 0 },
      errors: [{ status: 404, code: 'NOT_FOUND', method: 'GET', route: '/api/v1/content-workflow/executions/{id}' }],
    });
    expect(seen.daily).toHaveLength(30);
    expect(seen.daily.at(-1)).toMatchObject({ requests: 2, errors: 1 });
  });

  test('refused for its address has that among its errors', async () => {
    const { id, text } = await make('owner', { allowed_ip_addresses: ['192.0.2.1'] });
    expectError(await request(USAGE, { key: text }), 'IP_NOT_ALLOWED');
    const { errors } = await waitUntil(
      'the error to be saved',
      () => detailOf(id),
      (key) => key.errors.length > 0,
    );
    expect(errors).toMatchObject([{ status: 403, code: 'IP_NOT_ALLOWED' }]);
  });
});

describe('usage', () => {
  const NAME = 'GET /app/usage';
  const usageBy = async (group: string) =>
    read(await partner.request(NAME, { query: { group } }), one(groupedUsageResource).schema).data.attributes;

  test('is shown by key, person, program and capability', async () => {
    const key = await make('owner', { name: 'Spender' });
    const run = async (text: string) => {
      const body = { settings: { topic: 'Usage' } };
      const reply = await request(EXECUTE, { key: text, params: { slug: 'blog_post' }, body });
      const { id } = z.object({ data: z.object({ id: z.number() }) }).parse(reply.body).data;
      await waitUntil(
        'the execution to end',
        async () => (await partner.request('GET /content-workflow/executions/{id}', { params: { id } })).text,
        (text) => text.includes('"completed"'),
      );
    };
    await Promise.all([run(key.text), run(tokens.editor ?? '')]);
    const ofKeys = await waitUntil(
      'the use',
      () => usageBy('key'),
      ({ entries }) => entries.some(({ id, requests }) => id === key.id && requests > 0),
    );
    const spent = ofKeys.entries.find(({ id }) => id === key.id);
    expect(spent).toMatchObject({ name: 'Spender', prefix: key.prefix, slug: null });
    expect(spent?.credits).toBeGreaterThan(0);
    expect(spent?.daily.at(-1)?.credits).toBe(spent?.credits);
    const ofPeople = await usageBy('person');
    const editor = ofPeople.entries.find(({ id }) => id === people.editor?.id);
    expect(editor).toMatchObject({ name: 'Test', credits: spent?.credits });
    const byCapability = await usageBy('capability');
    expect(byCapability.entries).toMatchObject([{ slug: 'blog_post', id: null, credits: 2 * (spent?.credits ?? 0) }]);
    expect(ofKeys.total.credits + ofPeople.total.credits).toBe(byCapability.total.credits);
    expect((await usageBy('program')).from).toBe(ofKeys.from);
  });

  test('covers at most 92 days', async () => {
    expectError(await partner.request(NAME, { query: { from: '2030-01-01', to: '2030-04-03' } }), 'VALIDATION_ERROR');
    expect((await partner.request(NAME, { query: { from: '2030-01-01', to: '2030-04-02' } })).status).toBe(200);
  });

  test('is for those who may see billing', async () => {
    expectError(await ask(NAME, 'viewer'), 'FORBIDDEN');
    expect((await ask(NAME, 'admin')).status).toBe(200);
  });
});
