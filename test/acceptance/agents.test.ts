import { beforeAll, describe, expect, test } from '@jest/globals';
import { agentResource } from '../../api/agents/resource.ts';
import { pageWithRange } from '../../api/resource.ts';
import { createAgent } from '../environment/agents.ts';
import { expectError, type RequestOptions, read, request } from '../environment/http.ts';
import { createOauthClient, ownToken } from '../environment/oauth.ts';
import { createPartner, type Partner } from '../environment/partners.ts';

const LIST = 'GET /content-workflow/agents';
const SHOW = 'GET /content-workflow/agents/{id}';
const CREATE = 'POST /content-workflow/agents';
const UPDATE = 'PATCH /content-workflow/agents/{id}';

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner({ credits: 0 }), createPartner({ credits: 0 })]);
});

async function list(from: Partner, query: NonNullable<RequestOptions['query']> = {}) {
  return read(await from.request(LIST, { query }), pageWithRange(agentResource).schema);
}

test('a partner has a writer, an analyst and a publisher beside the platform’s agent', async () => {
  const { data, meta } = await list(partner);
  expect(data.map(({ attributes }) => attributes.agent_type)).toEqual(['publisher', 'analyst', 'writer', 'platform']);
  expect(meta).toEqual({ page: 1, per_page: 20, total: 4, current_page: 1, last_page: 1, from: 1, to: 4 });
  expect(data[0]).toMatchObject({
    type: 'agent',
    attributes: { name: 'Publisher', is_active: true, version: '1.0.0', config_version: 1, settings: {} },
  });
});

test('the list has pages and filters', async () => {
  const all = (await list(partner)).data.map(({ id }) => id);
  const second = await list(partner, { page: 2, per_page: 3 });
  expect(second.data.map(({ id }) => id)).toEqual(all.slice(3));
  expect(second.meta).toEqual({ page: 2, per_page: 3, total: 4, current_page: 2, last_page: 2, from: 4, to: 4 });
  const past = await list(partner, { page: 5 });
  expect(past).toMatchObject({ data: [], meta: { total: 4, from: null, to: null } });
  expect((await list(partner, { type: 'analyst' })).meta.total).toBe(1);
  expect((await list(partner, { type: 'campaigner' })).meta.total).toBe(0);
  for (const type of ['astronaut', 'writer,analyst'])
    expectError(await partner.request(LIST, { query: { type } }), 'VALIDATION_ERROR');
  expect((await list(partner, { active_only: 'false' })).meta.total).toBe(4);
});

test.each([
  ['active_only', 'maybe'],
  ['page', '-1'],
  ['per_page', '101'],
])('the list refuses %s=%s', async (name, value) => {
  const reply = await partner.request(LIST, { query: { [name]: value } });
  expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([name]);
});

test('one agent: the partner’s own and the platform’s, not another partner’s', async () => {
  const { data } = await list(partner);
  for (const { id } of data)
    expect((await partner.request(SHOW, { params: { id } })).body).toMatchObject({ data: { id } });
  const foreign = (await list(other)).data[0]?.id ?? 0;
  expectError(await partner.request(SHOW, { params: { id: foreign } }), 'FORBIDDEN');
  expectError(await partner.request(SHOW, { params: { id: 999_999_999 } }), 'NOT_FOUND');
});

test('agents are for those who may see companies, as audits of them are', async () => {
  const [viewer = '', analyst = ''] = await Promise.all(
    (['viewer', 'analyst'] as const).map(async (role) => ownToken(await createOauthClient(partner.id, { role }))),
  );
  const id = (await list(partner)).data[0]?.id ?? 0;
  expectError(await request(LIST, { key: viewer }), 'FORBIDDEN');
  expectError(await request(SHOW, { key: viewer, params: { id } }), 'FORBIDDEN');
  expect((await request(LIST, { key: analyst })).status).toBe(200);
  expect((await request(SHOW, { key: analyst, params: { id } })).status).toBe(200);
});

describe(CREATE, () => {
  test('adds an agent of the newest version of its type, with what the type has where nothing is said', async () => {
    const { attributes } = await createAgent(other);
    expect(attributes).toMatchObject({
      name: 'Quill',
      agent_type: 'writer',
      is_active: true,
      capabilities: expect.arrayContaining(['blog_post']),
      model: null,
      version: '2.0.0',
      config_version: 2,
      settings: {},
      capability_models: {},
    });
    expect(attributes.description).not.toBe('');
  });

  test('takes settings, a model, and an earlier version', async () => {
    const body = {
      name: 'Campaigns',
      agent_type: 'campaigner',
      description: 'Ours',
      capabilities: ['faq', 'blog_post', 'faq'],
      model: 'marketwright-sandbox-mini',
      settings: { tone: 'dry', unknown: 1 },
      capability_models: { faq: 'gpt-5-mini' },
      config_version: 1,
      is_active: false,
    };
    const { attributes } = await createAgent(other, body);
    expect(attributes).toMatchObject({ ...body, capabilities: ['faq', 'blog_post'], settings: { tone: 'dry' } });
  });

  test.each([
    [{ name: '' }, 'name'],
    [{ agent_type: 'platform' }, 'agent_type'],
    [{ agent_type: 'astronaut' }, 'agent_type'],
    [{ capabilities: ['dancing'] }, 'capabilities.0'],
    [{ capabilities: [] }, 'capabilities'],
    [{ model: 'no-such-model' }, 'model'],
    [{ capability_models: { faq: 'no-such-model' } }, 'capability_models.faq'],
    [{ settings: { temperature: 3 } }, 'settings.temperature'],
    [{ settings: { blocking_rules: ['none'] } }, 'settings.blocking_rules.0'],
    [{ config_version: 99 }, 'config_version'],
  ])('refuses %j', async (wrong, field) => {
    const reply = await other.request(CREATE, { body: { name: 'Quill', agent_type: 'writer', ...wrong } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([field]);
  });
});

describe(UPDATE, () => {
  const update = (id: number, body: object, from = other) => from.request(UPDATE, { params: { id }, body });

  test('changes what it names, and merges settings', async () => {
    const { id } = await createAgent(other, { settings: { tone: 'dry', audience: 'sailors' } });
    const replies = await Promise.all([
      update(id, { settings: { tone: null, instructions: 'Name the port.' } }),
      update(id, { name: 'Harbour', capabilities: null }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const shown = await other.request(SHOW, { params: { id } });
    expect(shown.body).toMatchObject({ data: { attributes: { name: 'Harbour', capabilities: null } } });
    expect((shown.body as { data: { attributes: object } }).data.attributes).toMatchObject({
      settings: { audience: 'sailors', instructions: 'Name the port.' },
    });
    expect(shown.text).not.toContain('dry');
  });

  test('an inactive agent gets no work', async () => {
    const { id } = await createAgent(other);
    await update(id, { is_active: false });
    expect((await list(other)).data.map((agent) => agent.id)).not.toContain(id);
    const asked = { params: { slug: 'faq' }, body: { agent_id: id, settings: { subject: 'Ports' } } };
    const refused = await other.request('POST /content-workflow/capabilities/{slug}/execute', asked);
    expectError(refused, 'PRECONDITION_FAILED');
  });

  test('refuses what is wrong, another partner’s agent and the platform’s', async () => {
    const { id } = await createAgent(other);
    expect(
      Object.keys(expectError(await update(id, { model: 'no-such-model', name: '' }), 'VALIDATION_ERROR')).sort(),
    ).toEqual(['model', 'name']);
    expectError(await update(id, { name: 'Mine' }, partner), 'FORBIDDEN');
    expectError(await update(999_999_999, {}), 'NOT_FOUND');
    const platform = (await list(other, { type: 'platform' })).data[0]?.id ?? 0;
    expectError(await update(platform, { name: 'Mine' }), 'FORBIDDEN');
  });
});
