import { beforeAll, describe, expect, test } from '@jest/globals';
import { aiCallPage } from '../../api/ai-calls/area.ts';
import { auditLogEntryResource } from '../../api/audit-log/area.ts';
import { listedKeyResource } from '../../api/partner-keys/area.ts';
import { partnerResource } from '../../api/partners/area.ts';
import { all, one, page } from '../../api/resource.ts';
import { capabilities } from '../../domain/features.ts';
import { rowsOf } from '../environment/database.ts';
import { FIRST_DAY, today } from '../environment/days.ts';
import { complete, ended, execute } from '../environment/executions.ts';
import { expectError, type Reply, type RequestOptions, type RouteName, read } from '../environment/http.ts';
import {
  createKey,
  createPartner,
  type Partner,
  partnerWith,
  requestAsAdmin,
  usageOf,
} from '../environment/partners.ts';
import { waitUntil } from '../environment/wait-until.ts';

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UNKNOWN = 999_999_999;

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner();
});

function of(id: number, name: RouteName, options: Partial<RequestOptions> = {}): Promise<Reply> {
  return requestAsAdmin(name, { ...options, params: { partner_id: id, ...options.params } });
}

describe('partners', () => {
  test('are made as starters with all capabilities and no credits', async () => {
    const reply = await requestAsAdmin('POST /3pi-partners', { body: { name: '  Globex  ' } });
    expect(reply.status).toBe(201);
    const { data } = read(reply, one(partnerResource).schema);
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'Globex',
      plan: 'starter',
      status: 'active',
      capabilities: capabilities.all.map(({ slug }) => slug),
      credit_balance: 0,
      credit_debt: 0,
      marketplace_customer_id: null,
      payment_terms_days: 30,
      tax_exemption_reason: null,
      tax_rate: '0',
      billing_name: null,
      billing_address: null,
      created_at: expect.stringMatching(DATETIME),
    });
    expect((await of(data.id, 'GET /3pi-partners/{partner_id}')).body).toEqual({ data });
  });

  test('are listed newest first, in pages', async () => {
    const made: number[] = [];
    for (const name of ['First', 'Second', 'Third']) {
      made.push(
        read(await requestAsAdmin('POST /3pi-partners', { body: { name } }), one(partnerResource).schema).data.id,
      );
    }
    const list = async (query: NonNullable<RequestOptions['query']>) =>
      read(await requestAsAdmin('GET /3pi-partners', { query }), page(partnerResource).schema);
    const { data, meta } = await list({ per_page: 100 });
    const ids = data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(meta).toMatchObject({ page: 1, per_page: 100, total_pages: Math.ceil(meta.total / 100) });
    expect(ids).toEqual(expect.arrayContaining(made));
    expect((await list({ per_page: 1, page: 2 })).data).toHaveLength(1);
    expect((await list({ page: 1_000_000 })).data).toEqual([]);
    for (const query of [{ per_page: 101 }, { page: 0 }]) {
      expectError(await requestAsAdmin('GET /3pi-partners', { query }), 'VALIDATION_ERROR');
    }
  });

  test('are changed field by field', async () => {
    const { id } = await createPartner();
    const body = { plan: 'business', capabilities: ['blog_post', 'tone_analysis'], marketplace_customer_id: 'mkt-1' };
    const reply = await of(id, 'PATCH /3pi-partners/{partner_id}', { body });
    expect(reply.body).toMatchObject({ data: { id, name: 'Acme', ...body } });
    const bad = { plan: 'gold', status: 'asleep', capabilities: ['no_such_capability'], name: '' };
    const details = expectError(await of(id, 'PATCH /3pi-partners/{partner_id}', { body: bad }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(['capabilities', 'name', 'plan', 'status']);
    expect((await of(id, 'GET /3pi-partners/{partner_id}')).body).toEqual(reply.body);
  });

  test('need a name', async () => {
    const details = expectError(
      await requestAsAdmin('POST /3pi-partners', { body: { plan: 'gold' } }),
      'VALIDATION_ERROR',
    );
    expect(Object.keys(details).sort()).toEqual(['name', 'plan']);
  });

  test('without a capability cannot use it through any key', async () => {
    const narrow = await createPartner();
    const key = partnerWith(
      narrow.id,
      await createKey(narrow.id, { scoped_capabilities: ['blog_post', 'tone_analysis'] }),
    );
    await of(narrow.id, 'PATCH /3pi-partners/{partner_id}', { body: { capabilities: ['tone_analysis'] } });
    for (const caller of [narrow, key]) {
      const reply = await caller.request('POST /content-workflow/capabilities/{slug}/execute', {
        params: { slug: 'blog_post' },
        body: { settings: { topic: 'x' } },
      });
      expectError(reply, 'CAPABILITY_NOT_ALLOWED');
    }
    await complete(key, 'tone_analysis', { settings: { content: 'A kind text.' } });
  });
});

describe('keys', () => {
  const keys = async (id: number) =>
    read(await of(id, 'GET /3pi-partners/{partner_id}/keys'), all(listedKeyResource).schema).data;

  test('are made with defaults and shown once', async () => {
    const reply = await of(partner.id, 'POST /3pi-partners/{partner_id}/keys', { body: { name: 'Plain' } });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      data: {
        name: 'Plain',
        scoped_capabilities: null,
        allowed_ip_addresses: null,
        rate_limit_per_minute: 60,
        daily_credit_limit: null,
        sandbox: false,
        is_active: true,
        is_valid: true,
        expires_at: null,
        created_at: expect.stringMatching(DATETIME),
      },
      plaintext: expect.stringMatching(/^vp3_[0-9A-Za-z]{48}$/),
      warning: expect.any(String),
    });
    const { data, plaintext } = reply.body as { data: { prefix: string }; plaintext: string };
    expect(plaintext).toHaveLength(52);
    expect(plaintext.startsWith(data.prefix)).toBe(true);
    expect((await of(partner.id, 'GET /3pi-partners/{partner_id}/keys')).text).not.toContain(plaintext);
  });

  test('are rotated: every setting and today’s use go on, the old key is revoked', async () => {
    const user = await createPartner();
    const settings = {
      scoped_capabilities: ['blog_post', 'tone_analysis'],
      allowed_ip_addresses: ['10.0.0.0/8'],
      rate_limit_per_minute: 700,
      daily_credit_limit: 12,
      expires_at: '2999-01-01T00:00:00.000Z',
    };
    const old = await createKey(user.id, settings);
    await complete(partnerWith(user.id, old), 'blog_post', { settings: { topic: 'Rotation' } });
    const params = { key_id: old.id };
    const reply = await of(user.id, 'POST /3pi-partners/{partner_id}/keys/{key_id}/rotate', { params });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ data: { name: 'Test', ...settings }, revoked_key_id: old.id });
    const { data, plaintext } = reply.body as { data: { id: number }; plaintext: string };
    const rotated = partnerWith(user.id, { id: data.id, text: plaintext });
    const refused = await rotated.request('POST /content-workflow/capabilities/{slug}/execute', {
      params: { slug: 'blog_post' },
      body: { settings: { topic: 'Rotation' } },
    });
    expectError(refused, 'DAILY_CREDIT_LIMIT_EXCEEDED');

    const listed = await keys(user.id);
    expect(listed.map(({ id }) => id)).toEqual([data.id, old.id, user.key.id]);
    expect(listed[1]).toMatchObject({
      is_active: false,
      is_valid: false,
      revoked_at: expect.stringMatching(DATETIME),
      revoked_reason: 'Key rotation',
    });
    expect(listed[1]).not.toHaveProperty('last_used_at');
    const again = await of(user.id, 'POST /3pi-partners/{partner_id}/keys/{key_id}/rotate', { params });
    expectError(again, 'CONFLICT');
  });

  test('are revoked for good, with a reason', async () => {
    const { id } = await createKey(partner.id);
    const revoke = (body?: object) =>
      of(partner.id, 'POST /3pi-partners/{partner_id}/keys/{key_id}/revoke', { params: { key_id: id }, body });
    const first = await revoke({ reason: 'Left the company' });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      data: { id, is_active: false, is_valid: false, revoked_reason: 'Left the company' },
    });
    expect((await revoke({ reason: 'Another' })).body).toEqual(first.body);
    expect((await revoke()).body).toEqual(first.body);
  });

  test('count their requests', async () => {
    const counted = await createPartner();
    const { id, text } = await createKey(counted.id);
    const caller = partnerWith(counted.id, { id, text });
    for (let count = 0; count < 4; count += 1) {
      await caller.request('GET /app/usage-data', { process: count % 2 === 0 ? 0 : 1 });
    }
    const found = await waitUntil(
      'the requests to be counted',
      async () => (await keys(counted.id)).find((key) => key.id === id),
      (key) => key?.total_requests === 4,
      { limitMs: 20_000 },
    );
    expect(found?.last_used_at).toMatch(DATETIME);
  });

  test('report every wrong setting', async () => {
    const before = await rowsOf(partner.id);
    const body = {
      scoped_capabilities: ['nothing'],
      allowed_ip_addresses: ['300.1.1.1'],
      rate_limit_per_minute: 10_001,
      daily_credit_limit: -1,
      expires_at: '2001-01-01T00:00:00Z',
      sandbox: 'yes',
    };
    const reply = await of(partner.id, 'POST /3pi-partners/{partner_id}/keys', { body });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR')).sort()).toEqual(['name', ...Object.keys(body)].sort());
    expect(await rowsOf(partner.id)).toEqual(before);
  });

  test('are found under their own partner only', async () => {
    const stranger = await createPartner();
    const params = { key_id: partner.key.id };
    for (const verb of ['rotate', 'revoke'] as const) {
      const name: RouteName = `POST /3pi-partners/{partner_id}/keys/{key_id}/${verb}`;
      expectError(await of(stranger.id, name, { params }), 'NOT_FOUND');
    }
    expect((await partner.request('GET /app/usage-data')).status).toBe(200);
  });
});

describe('credits, orders and usage records', () => {
  const ORDER = { billing_type: 'token_pack', amount: 49.9, currency: 'EUR', description: '500 credits' };
  const RECORD = {
    dimension: 'credits',
    quantity: '12.5',
    unit_price: 0.01,
    currency: 'USD',
    occurred_at: '2026-05-01T12:00:00+02:00',
  };

  test('credits come and are taken back, never those that are not available', async () => {
    const { id } = await createPartner({ credits: 0 });
    const add = (amount: unknown, reason: unknown = 'Test') =>
      of(id, 'POST /3pi-partners/{partner_id}/credits', { body: { amount, reason } });
    expect((await add(50)).body).toMatchObject({ data: { partner_id: id, kind: 'grant', amount: 50, reason: 'Test' } });
    expect((await add(-20)).body).toMatchObject({ data: { kind: 'adjustment', amount: -20 } });
    expectError(await add(-31), 'CONFLICT');
    const before = await rowsOf(id);
    for (const amount of [0, 1.5, '10', null, 2e9]) expectError(await add(amount), 'VALIDATION_ERROR');
    expectError(await add(5, ' '), 'VALIDATION_ERROR');
    expect(await rowsOf(id)).toEqual(before);
    expect((await of(id, 'GET /3pi-partners/{partner_id}')).body).toMatchObject({ data: { credit_balance: 30 } });
  });

  test('an order is recorded once', async () => {
    const send = (body: object) => of(partner.id, 'POST /3pi-partners/{partner_id}/orders', { body });
    const order = { ...ORDER, reference: crypto.randomUUID() };
    const reply = await send({ ...order, amount: '49.90' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ data: { ...order, partner_id: partner.id } });
    expectError(await send(order), 'CONFLICT');
    const details = expectError(await send({ billing_type: 'gift', amount: '1.23456' }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(['amount', 'billing_type', 'currency', 'description', 'reference']);
    // Alone, since amounts are compared with currencies only when all else is valid.
    for (const amount of ['ten', '', '1e2', -1]) {
      expect(Object.keys(expectError(await send({ ...order, amount }), 'VALIDATION_ERROR'))).toEqual(['amount']);
    }
  });

  test('a usage record is recorded once', async () => {
    const send = (body: object) => of(partner.id, 'POST /3pi-partners/{partner_id}/usage-records', { body });
    const record = { ...RECORD, reference: crypto.randomUUID() };
    const reply = await send({ ...record, unit_price: '0.01' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      data: { ...record, quantity: '12.5', unit_price: '0.01', occurred_at: '2026-05-01T10:00:00.000Z' },
    });
    expectError(await send(record), 'CONFLICT');
    const details = expectError(await send({ quantity: -1, occurred_at: '2026-02-30T00:00:00Z' }), 'VALIDATION_ERROR');
    expect(Object.keys(details).sort()).toEqual(['currency', 'dimension', 'occurred_at', 'quantity', 'unit_price']);
    for (const field of ['quantity', 'unit_price']) {
      expect(Object.keys(expectError(await send({ ...record, [field]: 'ten' }), 'VALIDATION_ERROR'))).toEqual([field]);
    }
  });
});

describe('the audit log', () => {
  test('tells who did what with which key', async () => {
    const watched = await createPartner();
    await ended(watched, await execute(watched, 'tone_analysis', { settings: { content: 'A kind text.' } }));
    const log = async (query: NonNullable<RequestOptions['query']> = {}) =>
      read(
        await of(watched.id, 'GET /3pi-partners/{partner_id}/audit-log', { query }),
        page(auditLogEntryResource).schema,
      );
    const { data, meta } = await log();
    expect(meta.total).toBe(data.length);
    expect(data.map(({ attributes }) => attributes.action)).toEqual([
      'executions.execute',
      'partner_keys.create',
      'credits.add',
      'partners.create',
    ]);
    expect(data[0]?.attributes).toMatchObject({
      actor_kind: 'partner_key',
      actor_id: watched.key.id,
      resource_type: 'execution',
      details: { capability: 'tone_analysis' },
    });
    expect(data[1]?.attributes.actor_kind).toBe('administrator');
    expect((await log({ action: 'credits.add', from: FIRST_DAY, to: today() })).meta.total).toBe(1);
    expect((await log({ to: '2001-01-01' })).data).toEqual([]);
    expect((await log({ per_page: 3, page: 2 })).data).toHaveLength(1);
    expect((await log({ page: 50 })).data).toEqual([]);
    for (const query of [{ from: '2026-02-30' }, { per_page: 101 }, { from: '2026-02-02', to: '2026-02-01' }]) {
      const reply = await of(watched.id, 'GET /3pi-partners/{partner_id}/audit-log', { query });
      expectError(reply, 'VALIDATION_ERROR');
    }
  });
});

describe('questions to the AI', () => {
  test('of an execution are listed for administrators, with tokens and price', async () => {
    const writer = await createPartner();
    const { id } = await complete(writer, 'email_campaign', { settings: { topic: 'Clouds' } });
    const list = async (query: NonNullable<RequestOptions['query']>) =>
      read(await of(writer.id, 'GET /3pi-partners/{partner_id}/ai-calls', { query }), aiCallPage.schema);
    const { data, meta } = await list({ execution_id: id });
    expect(data.at(-1)?.attributes).toMatchObject({
      task: 'plan',
      subject_type: 'execution',
      subject_id: id,
      model: 'marketwright-sandbox',
      outcome: 'ok',
      price: '0',
    });
    expect(data.map(({ attributes }) => attributes.task)).toContain('write');
    expect(meta.totals.output_tokens).toBeGreaterThan(0);
    expect((await list({ execution_id: UNKNOWN })).data).toEqual([]);
    expectError(
      await of(writer.id, 'GET /3pi-partners/{partner_id}/ai-calls', { query: { task: 'x' } }),
      'VALIDATION_ERROR',
    );
  });
});

describe('GET /app/usage-data', () => {
  test('shows what was used, by key, capability and day', async () => {
    const user = await createPartner({ credits: 100, plan: 'business' });
    const second = partnerWith(user.id, await createKey(user.id, { daily_credit_limit: 50 }));
    const fresh = await usageOf(user);
    expect(fresh).toMatchObject({
      plan: 'business',
      credits: { balance: 100, held: 0, available: 100, used_today: 0, used_this_month: 0 },
      requests: { per_minute_limit: 300, per_day_limit: 10_000 },
      by_capability: [],
    });
    await complete(user, 'blog_post', { settings: { topic: 'Usage' } });
    await complete(second, 'tone_analysis', { settings: { content: 'A kind text.' } });
    await complete(second, 'tone_analysis', { settings: { content: 'Another kind text.' } });
    const usage = await usageOf(second);
    expect(usage.credits).toEqual({
      balance: 84,
      held: 0,
      available: 84,
      used_today: 16,
      used_this_month: 16,
      debt: 0,
      low: false,
      warns_below: 20,
    });
    expect(usage.by_capability).toEqual([
      { slug: 'blog_post', credits: 10 },
      { slug: 'tone_analysis', credits: 6 },
    ]);
    expect(usage.daily).toHaveLength(30);
    expect(usage.daily.at(-1)).toEqual({ date: new Date().toISOString().slice(0, 10), credits: 16 });
    expect(usage.daily.slice(0, -1).every(({ credits }) => credits === 0)).toBe(true);
    expect(usage.keys).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: user.key.id, daily_credit_limit: null, used_today: 10 }),
        expect.objectContaining({ id: second.key.id, daily_credit_limit: 50, used_today: 6 }),
      ]),
    );
    expect(usage.requests.used_today).toBeGreaterThan(fresh.requests.used_today);
  });
});

describe.each<RouteName>([
  'GET /3pi-partners/{partner_id}',
  'PATCH /3pi-partners/{partner_id}',
  'GET /3pi-partners/{partner_id}/keys',
  'POST /3pi-partners/{partner_id}/keys',
  'POST /3pi-partners/{partner_id}/keys/{key_id}/rotate',
  'POST /3pi-partners/{partner_id}/keys/{key_id}/revoke',
  'POST /3pi-partners/{partner_id}/credits',
  'POST /3pi-partners/{partner_id}/orders',
  'POST /3pi-partners/{partner_id}/usage-records',
  'GET /3pi-partners/{partner_id}/audit-log',
  'GET /3pi-partners/{partner_id}/ai-calls',
])('%s', (name) => {
  test('has no record for an unknown partner', async () => {
    expectError(await of(UNKNOWN, name, { params: { key_id: partner.key.id } }), 'NOT_FOUND');
  });
});
