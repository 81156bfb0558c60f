import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { capabilities } from '../../domain/features.ts';
import {
  answerOf,
  startTestService,
  type TestService,
  testOperations,
  validationOf,
} from '../../test/environment/service.ts';
import { partnersArea } from './area.ts';

jest.setTimeout(60_000);

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const create = (input: unknown) => answerOf(service, partnersArea.routes, 'POST /3pi-partners', { input });
const list = (input: unknown) => answerOf(service, partnersArea.routes, 'GET /3pi-partners', { input });
const get = (id: unknown) =>
  answerOf(service, partnersArea.routes, 'GET /3pi-partners/{partner_id}', { params: { partner_id: id } });
const change = (id: number, input: unknown) =>
  answerOf(service, partnersArea.routes, 'PATCH /3pi-partners/{partner_id}', { params: { partner_id: id }, input });

describe('making a partner', () => {
  test('starts on plan starter without credits, with all capabilities', async () => {
    const { status, body } = await create({ name: ' Acme ' });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        id: expect.any(Number),
        name: 'Acme',
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
        created_at: expect.any(String),
      },
    });
  });

  test('gives it a writer, an analyst and a publisher, who between them list all capabilities', async () => {
    const partner = await service.createPartner();
    const agents: { agent_type: string; capabilities: string[] }[] = await service.dataSource.query(
      'SELECT agent_type, capabilities FROM agent WHERE partner_id = $1 ORDER BY id',
      [partner.id],
    );
    expect(agents.map((agent) => agent.agent_type)).toEqual(['writer', 'analyst', 'publisher']);
    const listed = new Set(agents.flatMap((agent) => agent.capabilities));
    expect([...listed].sort()).toEqual(capabilities.all.map(({ slug }) => slug).sort());
  });

  test('makes none where one of the things it is given fails', async () => {
    const fail = () => Promise.reject(new Error('No agents today.'));
    const failing = testOperations({ ...service.deps, onPartnerCreated: [...service.deps.onPartnerCreated, fail] });
    const count = async () => (await service.dataSource.query('SELECT count(*) FROM partner'))[0].count;
    const before = await count();
    await expect(failing.createPartner()).rejects.toThrow('No agents today.');
    expect(await count()).toBe(before);
  });

  test('reports all problems at once', async () => {
    const details = await validationOf(create({ name: ' ', plan: 'gold', marketplace_customer_id: 'x'.repeat(256) }));
    expect(Object.keys(details)).toEqual(['name', 'plan', 'marketplace_customer_id']);
  });

  test('finds it again for a repeat after a crash', async () => {
    const partner = await service.createPartner();
    const { body } = await answerOf(service, partnersArea.routes, 'POST /3pi-partners', { madeId: partner.id });
    expect(body).toMatchObject({ data: { id: partner.id } });
  });
});

describe('listing partners', () => {
  test('is newest first and paged', async () => {
    const made = [await service.createPartner(), await service.createPartner(), await service.createPartner()];
    const { body } = await list({ per_page: 2 });
    expect(body).toMatchObject({
      data: [{ id: made[2]?.id }, { id: made[1]?.id }],
      meta: { page: 1, per_page: 2, total: expect.any(Number), total_pages: expect.any(Number) },
    });
    expect((await list({ page: 9999 })).body).toMatchObject({ data: [] });
  });

  test('finds those that owe credits', async () => {
    const [debtor, other] = [await service.createPartner(), await service.createPartner()];
    await service.dataSource.query(
      `INSERT INTO credit_account (partner_id, balance, held, debt) VALUES ($1, 0, 0, 7)
       ON CONFLICT (partner_id) DO UPDATE SET debt = 7`,
      [debtor.id],
    );
    expect((await list({ in_debt: true })).body).toMatchObject({
      data: [{ id: debtor.id, credit_debt: 7 }],
      meta: { total: 1 },
    });
    const { body } = await list({ in_debt: false, per_page: 100 });
    const ids = (body as { data: { id: number }[] }).data.map(({ id }) => id);
    expect(ids).toContain(other.id);
    expect(ids).not.toContain(debtor.id);
    expect((await get(debtor.id)).body).toMatchObject({ data: { credit_debt: 7 } });
  });

  test.each([{ page: 0 }, { per_page: 0 }, { per_page: 101 }, { page: 'x' }])('%p is refused', async (query) => {
    expect(Object.keys(await validationOf(list(query)))).toEqual(Object.keys(query));
  });
});

describe('one partner', () => {
  test.each([999_999_999, 0, -1, 'abc', '1.5', '99999999999999999999', '01'])('%p is not found', async (id) => {
    await expect(get(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('can be changed, and its version tells so', async () => {
    const partner = await service.createPartner();
    const changes = {
      name: 'Acme Ltd',
      plan: 'enterprise',
      status: 'suspended',
      capabilities: ['faq', 'blog_post', 'faq'],
      marketplace_customer_id: 'cust_1',
      tax_rate: '0.19',
      billing_name: 'Acme Holding',
      billing_address: '1 Main Street\nSpringfield',
    };
    const expected = { ...changes, capabilities: ['faq', 'blog_post'], id: partner.id };
    expect((await change(partner.id, changes)).body).toMatchObject({ data: expected });
    expect((await get(partner.id)).body).toMatchObject({ data: expected });
    const [row] = await service.dataSource.query('SELECT version FROM partner WHERE id = $1', [partner.id]);
    expect(row.version).toBe(partner.version + 1);
  });

  test('keeps what is not mentioned', async () => {
    const partner = await service.createPartner();
    await change(partner.id, { plan: 'business', marketplace_customer_id: 'cust_2' });
    const { body } = await change(partner.id, { marketplace_customer_id: null });
    expect(body).toMatchObject({ data: { name: 'Acme', plan: 'business', marketplace_customer_id: null } });
    expect((await change(partner.id, {})).body).toEqual(body);
  });

  test('may have no capabilities, or all again', async () => {
    const partner = await service.createPartner();
    expect((await change(partner.id, { capabilities: [] })).body).toMatchObject({ data: { capabilities: [] } });
    const { body } = await change(partner.id, { capabilities: null });
    expect(body).toMatchObject({ data: { capabilities: capabilities.all.map(({ slug }) => slug) } });
  });

  test.each([-0.1, '1.01', '19', '0.1234567', 'x'])('%p is no tax rate', async (rate) => {
    const partner = await service.createPartner();
    expect(Object.keys(await validationOf(change(partner.id, { tax_rate: rate })))).toEqual(['tax_rate']);
  });

  test('reports all problems of a change at once', async () => {
    const partner = await service.createPartner();
    const details = await validationOf(
      change(partner.id, { name: null, plan: 'x', status: 'gone', capabilities: ['faq', 'nope'] }),
    );
    expect(Object.keys(details)).toEqual(['name', 'plan', 'status', 'capabilities']);
    expect(details['capabilities']).toEqual(['Unknown capability "nope".']);
  });
});

test('partners are for administrators', async () => {
  const { call } = await service.createCaller();
  for (const { method, path } of partnersArea.routes) {
    const answer = answerOf(service, partnersArea.routes, `${method} ${path}`, {}, call);
    await expect(answer).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
});
