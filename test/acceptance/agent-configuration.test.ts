import { beforeAll, describe, expect, test } from '@jest/globals';
import { measuredCatalogue } from '../../api/agent-audit/resource.ts';
import { readinessResource } from '../../api/agent-audit/runs.ts';
import {
  batchResource,
  estimateResource,
  migrationResource,
  modelRecommendationResource,
  previewResource,
  recommendationResource,
  revisionResource,
  validationResource,
} from '../../api/agent-configuration/resource.ts';
import { one, pageWithRange } from '../../api/resource.ts';
import { PRICES } from '../../domain/capabilities/prices.ts';
import { createAgent } from '../environment/agents.ts';
import { createCaseStudy } from '../environment/case-studies.ts';
import { sendMessage, startSession } from '../environment/dry-run.ts';
import { complete, executionOf } from '../environment/executions.ts';
import { expectError, type Reply, type RouteName, read, send } from '../environment/http.ts';
import {
  createKey,
  createPartner,
  type Partner,
  partnerWith,
  requestAsAdmin,
  usageOf,
} from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';

const VALIDATE: RouteName = 'GET /agents/audit/{agent}/validate';
const MIGRATE: RouteName = 'POST /agents/audit/{agent}/migrate';
const ROLLBACK: RouteName = 'POST /agents/audit/{agent}/rollback';
const HISTORY: RouteName = 'GET /agents/audit/{agent}/history';
const MODELS: RouteName = 'POST /agents/audit/{agent}/capability-models';
const PREVIEW: RouteName = 'POST /agents/audit/{agent}/preview-capability';
const BATCH: RouteName = 'POST /agents/audit/batch-migrate';
const BATCH_STATE: RouteName = 'GET /agents/audit/batch-migrate/{job}';
const ESTIMATE: RouteName = 'POST /agents/audit/capabilities/estimate-cost';
const RECOMMEND_MODEL: RouteName = 'POST /agents/audit/capabilities/model-recommendation';
const RECOMMEND: RouteName = 'POST /agents/audit/recommend-configuration';

let partner: Partner;
let other: Partner;
let foreign: number;
let platform: number;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner(), createPartner()]);
  foreign = (await createAgent(other)).id;
  const { body } = await partner.request('GET /content-workflow/agents', { query: { type: 'platform' } });
  platform = (body as { data: { id: number }[] }).data[0]?.id ?? 0;
});

const old = (body: object = {}) => createAgent(partner, { config_version: 1, ...body });
const ask = (name: RouteName, agent: number, body?: unknown, from = partner) =>
  from.request(name, { params: { agent }, ...(body === undefined ? {} : { body }) });
const fieldsOf = (reply: Reply) => Object.keys(expectError(reply, 'VALIDATION_ERROR')).sort();

describe.each([
  [VALIDATE, undefined, true],
  [HISTORY, undefined, true],
  [PREVIEW, { capability: 'blog_post', settings: { topic: 'Ports' } }, true],
  [MIGRATE, undefined, false],
  [ROLLBACK, {}, false],
  [MODELS, { models: {} }, false],
] as const)('%s', (name, body, reads) => {
  test('is 404 for an agent that there is not, 403 for another partner’s, and changes none of the platform', async () => {
    expectError(await ask(name, 999_999_999, body), 'NOT_FOUND');
    expectError(await ask(name, foreign, body), 'FORBIDDEN');
    if (reads) expect((await ask(name, platform, body)).status).toBe(200);
    else expectError(await ask(name, platform, body), 'FORBIDDEN');
  });
});

test('an agent is migrated once, rolled back once, and its history tells', async () => {
  const { id } = await old();
  const validation = read(await ask(VALIDATE, id), one(validationResource).schema).data.attributes;
  expect(validation).toMatchObject({ valid: true, errors: [], warnings: [{ field: 'config_version' }] });
  const replies = await Promise.all([ask(MIGRATE, id), ask(MIGRATE, id)]);
  const moves = replies.map((reply) => read(reply, one(migrationResource).schema).data);
  expect(moves.map(({ attributes }) => attributes.changed).sort()).toEqual([false, true]);
  expect(moves.find(({ attributes }) => attributes.changed)).toMatchObject({
    type: 'agent_migration',
    id,
    attributes: {
      from_version: 1,
      to_version: 2,
      changes: expect.arrayContaining([expect.objectContaining({ field: 'prompts.write' })]),
    },
  });
  const shown = await partner.request('GET /content-workflow/agents/{id}', { params: { id } });
  expect(shown.body).toMatchObject({ data: { attributes: { config_version: 2, version: '2.0.0' } } });
  expect(fieldsOf(await ask(ROLLBACK, id, { to_version: 0 }))).toEqual(['to_version']);
  expect(fieldsOf(await ask(ROLLBACK, id, { to_version: 99 }))).toEqual(['to_version']);
  const back = read(await ask(ROLLBACK, id, {}), one(migrationResource).schema).data.attributes;
  expect(back).toMatchObject({ from_version: 2, to_version: 1, changed: true });
  expectError(await ask(ROLLBACK, id), 'CONFLICT');
  const history = await partner.request(HISTORY, { params: { agent: id }, query: { per_page: 2 } });
  const { data, meta } = read(history, pageWithRange(revisionResource).schema);
  expect(data.map(({ attributes }) => attributes.kind)).toEqual(['rolled_back', 'migrated']);
  expect(data[0]?.attributes).toMatchObject({
    from_version: 2,
    to_version: 1,
    actor: expect.stringMatching(/^partner_key:/),
  });
  expect(meta).toMatchObject({ total: 3, last_page: 2, from: 1, to: 2 });
});

test('an agent is held against what its partner may use', async () => {
  const narrow = await createPartner();
  const { id } = await createAgent(narrow, { capabilities: ['blog_post', 'faq'] });
  const permit = (capabilities: string[]) =>
    requestAsAdmin('PATCH /3pi-partners/{partner_id}', { params: { partner_id: narrow.id }, body: { capabilities } });
  const validated = async () =>
    read(await ask(VALIDATE, id, undefined, narrow), one(validationResource).schema).data.attributes;
  const isReady = async () => {
    const reply = await ask('GET /agents/audit/{agent}/marketplace-readiness', id, undefined, narrow);
    const { checks } = read(reply, one(readinessResource).schema).data.attributes;
    return checks.find(({ check }) => check === 'configuration_valid')?.passed;
  };
  await permit(['faq']);
  const warning = { field: 'capabilities', message: expect.stringContaining('blog_post') };
  expect(await validated()).toMatchObject({ valid: true, errors: [], warnings: [warning] });
  expect(await isReady()).toBe(true);
  await permit(['summarization']);
  const error = { field: 'capabilities', message: expect.stringContaining('none of the capabilities') };
  expect(await validated()).toMatchObject({ valid: false, errors: [error], warnings: [] });
  expect(await isReady()).toBe(false);
});

test('models are chosen by capability, and one that nobody knows is refused', async () => {
  const { id } = await old();
  const models = { blog_post: 'marketwright-sandbox-mini', faq: 'gpt-5' };
  const chosen = (await ask(MODELS, id, { models })).body;
  expect(chosen).toMatchObject({ data: { type: 'agent', id, attributes: { capability_models: models } } });
  const { warnings } = read(await ask(VALIDATE, id), one(validationResource).schema).data.attributes;
  expect(warnings.map(({ message }) => message).join()).toMatch(/gpt-5 is not on offer.*faq/);
  const less = await ask(MODELS, id, { models: { faq: null } });
  expect(less.body).toMatchObject({ data: { attributes: { capability_models: { blog_post: models.blog_post } } } });
  expect(fieldsOf(await ask(MODELS, id, {}))).toEqual(['models']);
  expect(fieldsOf(await ask(MODELS, id, { models: { blog_post: 'no-such-model' } }))).toEqual(['models.blog_post']);
  expect(fieldsOf(await ask(MODELS, id, { models: { dancing: 'gpt-5' } }))).toEqual(['models']);
  const preview = await ask(PREVIEW, id, { capability: 'blog_post', settings: { topic: 'Ports' } });
  expect(read(preview, one(previewResource).schema).data.attributes.model).toBe(models.blog_post);
  await complete(partner, 'blog_post', { agent_id: id, settings: { topic: 'Ports' } });
});

test('a preview shows prompt, plan and price, asks nobody and charges nothing', async () => {
  const { id } = await old({ settings: { instructions: 'Name every port.' } });
  const before = (await usageOf(partner)).credits.available;
  const reply = await ask(PREVIEW, id, {
    capability: 'blog_post',
    settings: { topic: 'Old harbours', length_words: 400 },
  });
  const { attributes } = read(reply, one(previewResource).schema).data;
  expect(attributes).toMatchObject({ model: 'marketwright-sandbox', estimated_credits: PRICES.blog_post });
  expect(attributes.prompt).toContain('Old harbours');
  expect(attributes.instructions).toContain('Name every port.');
  expect(attributes.plan.steps.reduce((sum, step) => sum + step.estimated_credits, 0)).toBe(PRICES.blog_post);
  expect((await usageOf(partner)).credits.available).toBe(before);
  expect(fieldsOf(await ask(PREVIEW, id, { capability: 'blog_post' }))).toEqual(['settings.topic']);
  expect(fieldsOf(await ask(PREVIEW, id, {}))).toEqual(['capability']);
  expectError(await ask(PREVIEW, id, { capability: 'dancing' }), 'NOT_FOUND');
  expect(
    fieldsOf(await ask(PREVIEW, id, { capability: 'seo_analysis', settings: { topic: 'x', listing: 'y' } })),
  ).toEqual(expect.arrayContaining([expect.stringMatching(/^(capability|settings\..+)$/)]));
  expectError(await ask(PREVIEW, id, { capability: 'blog_post', settings: { topic: ' ' } }), 'PRECONDITION_FAILED');
  const narrow = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['faq'] }));
  const body = { capability: 'blog_post', settings: { topic: 'Ports' } };
  expectError(await ask(PREVIEW, id, body, narrow), 'CAPABILITY_NOT_ALLOWED');
  expectError(await ask(PREVIEW, id, { ...body, settings: 5 }, narrow), 'CAPABILITY_NOT_ALLOWED');
});

test('records that settings name are looked at before anything is shown of them', async () => {
  const { id } = await old({ agent_type: 'analyst' });
  const { id: story } = await createCaseStudy(other);
  const asked = (caseStudy: number) => ({
    capability: 'case_study_suggestion',
    settings: { case_study_id: caseStudy, field: 'outcomes' },
  });
  expectError(await ask(PREVIEW, id, asked(999_999_999)), 'CASE_STUDY_NOT_FOUND');
  expectError(await ask(PREVIEW, id, asked(story)), 'CASE_STUDY_NOT_FOUND');
  expectError(await partner.request(ESTIMATE, { body: asked(999_999_999) }), 'CASE_STUDY_NOT_FOUND');
  expectError(await partner.request(ESTIMATE, { body: asked(story) }), 'CASE_STUDY_NOT_FOUND');
});

describe('figures', () => {
  const estimate = async (body: object, from = partner) =>
    read(await from.request(ESTIMATE, { body }), one(estimateResource).schema).data;

  test('an estimate before the settings are known has the least price, where they decide on it', async () => {
    const { attributes } = await estimate({ capability: 'ai_writer', quantity: 2 });
    const least = 2 * PRICES.ai_writer;
    expect(attributes).toMatchObject({ estimated_credits: least, low: least, high: least });
  });

  test('an estimate says that there is no history, and then what it is', async () => {
    const fresh = await createPartner();
    expect(await estimate({ capability: 'faq', quantity: 3 }, fresh)).toEqual({
      type: 'cost_estimate',
      id: 'faq',
      attributes: {
        quantity: 3,
        estimated_credits: 3 * PRICES.faq,
        low: 3 * PRICES.faq,
        high: 3 * PRICES.faq,
        basis: expect.stringMatching(/price table .*There is no history/),
        executions: 0,
      },
    });
    await complete(fresh, 'faq', { settings: { subject: 'Ports' } });
    const { attributes } = await estimate({ capability: 'faq', settings: { subject: 'Ports' }, model: 'gpt-5' }, fresh);
    expect(attributes).toMatchObject({ executions: 1, estimated_credits: PRICES.faq });
    expect(attributes.basis).toMatch(/the same whatever model.*Of 1 executions/);
    const ranked = read(
      await fresh.request(RECOMMEND_MODEL, { body: { capability: 'faq', optimize_for: 'speed' } }),
      one(modelRecommendationResource).schema,
    ).data.attributes;
    // An agent with measurements ranks before one without.
    expect(ranked.recommended).toMatchObject({ model: 'marketwright-sandbox', success_rate: 1 });
    expect(ranked.recommended.calls).toBeGreaterThan(0);
    expect(ranked.alternatives).toEqual([
      expect.objectContaining({
        model: 'marketwright-sandbox-mini',
        median_latency_ms: null,
        basis: expect.stringMatching(/No history/),
      }),
    ]);
  });

  test('of replies in sessions follow the model, and what is charged otherwise than by executions counts', async () => {
    const fresh = await createPartner();
    const { id: token } = await startSession(fresh);
    await sendMessage(fresh, token, 'Hello');
    const model = 'marketwright-sandbox-mini';
    const { attributes } = await estimate({ capability: 'dry_run', model, quantity: 2 }, fresh);
    expect(attributes).toMatchObject({ estimated_credits: 2, low: 2, high: 6, executions: 0 });
    expect(attributes.basis).toMatch(
      /^A reply by marketwright-sandbox-mini costs 1 credits for each 500 tokens.* 3 at most, 2 times\. In .* 1 credits were/,
    );
    // A session answers with the configured model where another is not on offer.
    const other = await estimate({ capability: 'dry_run', model: 'gpt-5' }, fresh);
    expect(other.attributes).toMatchObject({ estimated_credits: 1, low: 1, high: 3 });
    expect(other.attributes.basis).toMatch(
      /^gpt-5 is not on offer; the configured model is asked\. A reply by marketwright-sandbox costs/,
    );
    const { data } = read(await fresh.request('GET /agents/audit/capabilities'), measuredCatalogue.schema);
    const measured = data.find(({ attributes: { slug } }) => slug === 'dry_run')?.attributes.measured;
    expect(measured).toMatchObject({ credits_used: 1, executions: { total: 0 } });
  });

  test('a price follows the settings', async () => {
    const { attributes } = await estimate({ capability: 'blog_post', quantity: 2 });
    expect(attributes.estimated_credits).toBe(2 * PRICES.blog_post);
  });

  test.each([
    [ESTIMATE, { capability: 'faq', quantity: 0 }, ['quantity']],
    [ESTIMATE, { capability: 'faq', model: 'no-such-model' }, ['model']],
    [ESTIMATE, { capability: 'faq', settings: {} }, ['settings.subject']],
    [
      ESTIMATE,
      { capability: 'faq', settings: { subject: 5 }, quantity: 0, model: 'no-such-model' },
      ['model', 'quantity', 'settings.subject'],
    ],
    [ESTIMATE, {}, ['capability']],
    [RECOMMEND_MODEL, {}, ['capability']],
    [RECOMMEND_MODEL, { capability: 'faq', optimize_for: 'beauty' }, ['optimize_for']],
  ] as const)('%s refuses %j', async (name, body, fields) => {
    expect(fieldsOf(await partner.request(name, { body }))).toEqual(fields);
  });

  test.each([ESTIMATE, RECOMMEND_MODEL])('%s is 404 for a capability that there is not', async (name) => {
    expectError(await partner.request(name, { body: { capability: 'dancing' } }), 'NOT_FOUND');
  });
});

describe(RECOMMEND, () => {
  const recommend = (body: object, from = partner) => from.request(RECOMMEND, { body });

  test('chooses out of the catalogue, within the budget, and is charged once', async () => {
    const fresh = await createPartner({ credits: 100 });
    const reply = await recommend({ use_case: 'Launch posts for a data product', budget_credits: 30 }, fresh);
    const { type, attributes } = read(reply, one(recommendationResource).schema).data;
    expect(type).toBe('agent_recommendation');
    expect(['writer', 'analyst', 'publisher', 'campaigner']).toContain(attributes.agent_type);
    for (const slug of attributes.capabilities) expect(Object.keys(PRICES)).toContain(slug);
    expect(attributes.estimated_credits).toBeLessThanOrEqual(30);
    expect((await usageOf(fresh)).credits).toMatchObject({ balance: 100 - PRICES.agent_audit, held: 0 });
    expect((await usageOf(fresh)).by_capability).toEqual([{ slug: 'agent_audit', credits: PRICES.agent_audit }]);
    const { agent_type, model, capabilities, settings } = attributes;
    if (capabilities.length > 0) await createAgent(fresh, { agent_type, model, capabilities, settings });
  });

  test('a repeat with the same key is answered again and charged once', async () => {
    const fresh = await createPartner({ credits: 100 });
    const options = { body: { use_case: 'Newsletters' }, headers: { 'Idempotency-Key': crypto.randomUUID() } };
    const first = await fresh.request(RECOMMEND, options);
    expect((await fresh.request(RECOMMEND, options)).body).toEqual(first.body);
    expect((await usageOf(fresh)).credits.balance).toBe(100 - PRICES.agent_audit);
  });

  test('is not charged where the AI gives nothing of use', async () => {
    const match = marker();
    await addFault({ kind: 'nonsense', match });
    const fresh = await createPartner({ credits: 100 });
    expectError(await recommend({ use_case: `Posts for ${match}` }, fresh), 'SERVER_ERROR');
    await removeFaults(match);
    expect((await usageOf(fresh)).credits).toMatchObject({ balance: 100, held: 0 });
  });

  test('keeps to a budget, or says the least that would do, and charges nothing for that', async () => {
    const thrifty = await createPartner({ credits: 100 });
    let accepted = 0;
    let refused = 0;
    for (const use_case of ['Posts about our product', 'Newsletters', 'Webinars', 'Reports for partners']) {
      const reply = await recommend({ use_case, budget_credits: 1 }, thrifty);
      if (reply.status === 200) {
        accepted += 1;
        const { attributes } = read(reply, one(recommendationResource).schema).data;
        expect(attributes.estimated_credits).toBe(1);
      } else {
        refused += 1;
        const { budget_credits: problems } = expectError(reply, 'PRECONDITION_FAILED');
        expect(problems).toEqual([expect.stringMatching(/at least \d+/)]);
      }
    }
    expect(refused).toBeGreaterThan(0);
    const balance = 100 - accepted * PRICES.agent_audit;
    expect((await usageOf(thrifty)).credits).toMatchObject({ balance, held: 0 });
  });

  test('refuses what it must', async () => {
    expect(fieldsOf(await recommend({}))).toEqual(['use_case']);
    expect(fieldsOf(await recommend({ use_case: 'x', budget_credits: 0 }))).toEqual(['budget_credits']);
    expectError(await recommend({ use_case: ' ' }), 'PRECONDITION_FAILED');
    expectError(await recommend({ use_case: 'x' }, await createPartner({ credits: 0 })), 'NO_CREDITS');
    const narrow = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['faq'] }));
    expectError(await recommend({ use_case: 'x' }, narrow), 'CAPABILITY_NOT_ALLOWED');
    const capped = partnerWith(partner.id, await createKey(partner.id, { daily_credit_limit: 1 }));
    expectError(await recommend({ use_case: 'x' }, capped), 'DAILY_CREDIT_LIMIT_EXCEEDED');
  });
});

describe(BATCH, () => {
  const state = async (job: number) =>
    read(await partner.request(BATCH_STATE, { params: { job } }), one(batchResource).schema).data.attributes;
  const ended = (job: number) =>
    waitUntil(
      `batch ${job}`,
      () => state(job),
      ({ status }) => status !== 'running',
    );

  test('migrates those it names, each by itself, and tells how far it is', async () => {
    const ids = [(await old()).id, (await old({ agent_type: 'analyst' })).id, (await createAgent(partner)).id];
    const reply = await partner.request(BATCH, { body: { agent_ids: ids } });
    expect(reply.status).toBe(202);
    const { id } = read(reply, one(batchResource).schema).data;
    expect(reply.headers.get('Location')).toBe(`/api/v1/agents/audit/batch-migrate/${id}`);
    expect(await ended(id)).toMatchObject({
      status: 'completed',
      total: 3,
      done: 3,
      failed: 0,
      results: [
        { agent_id: ids[0], status: 'migrated', from_version: 1, to_version: 2, error: null },
        { agent_id: ids[1], status: 'migrated', from_version: 1, to_version: 2, error: null },
        { agent_id: ids[2], status: 'unchanged', from_version: 2, to_version: 2, error: null },
      ],
    });
  });

  test('with dry_run changes nothing', async () => {
    const { id } = await old();
    const made = read(
      await partner.request(BATCH, { body: { agent_ids: [id], dry_run: true } }),
      one(batchResource).schema,
    );
    expect(await ended(made.data.id)).toMatchObject({ dry_run: true, done: 1, results: [{ status: 'migrated' }] });
    const shown = await partner.request('GET /content-workflow/agents/{id}', { params: { id } });
    expect(shown.body).toMatchObject({ data: { attributes: { config_version: 1 } } });
  });

  test('refuses agents as a path does, and lists of the wrong form', async () => {
    expectError(await partner.request(BATCH, { body: { agent_ids: [999_999_999] } }), 'NOT_FOUND');
    expectError(await partner.request(BATCH, { body: { agent_ids: [foreign] } }), 'FORBIDDEN');
    expectError(await partner.request(BATCH, { body: { agent_ids: [platform] } }), 'FORBIDDEN');
    expect(fieldsOf(await partner.request(BATCH, { body: { agent_ids: [] } }))).toEqual(['agent_ids']);
    const { id } = await old();
    expect(fieldsOf(await partner.request(BATCH, { body: { agent_ids: [id, id] } }))).toEqual(['agent_ids']);
  });

  test('is read by its partner alone', async () => {
    const made = read(await partner.request(BATCH, { body: {} }), one(batchResource).schema).data.id;
    expectError(await other.request(BATCH_STATE, { params: { job: made } }), 'FORBIDDEN');
    expectError(await partner.request(BATCH_STATE, { params: { job: 999_999_999 } }), 'NOT_FOUND');
    await ended(made);
  });
});

test('an execution that has begun ends as it began, whatever becomes of its agent', async () => {
  const match = marker();
  await addFault({ kind: 'slow', match, times: 1, delay_ms: 1_500 });
  const { id } = await old();
  const reply = await partner.request('POST /content-workflow/capabilities/{slug}/execute', {
    params: { slug: 'blog_post' },
    body: { agent_id: id, settings: { topic: `Ports for ${match}` } },
  });
  const execution = (reply.body as { data: { id: number } }).data.id;
  await waitUntil(
    'the beginning',
    () => executionOf(partner, execution),
    ({ attributes }) => attributes.status !== 'pending',
  );
  expect((await ask(MIGRATE, id)).status).toBe(200);
  const off = { params: { id }, body: { is_active: false } };
  expect((await partner.request('PATCH /content-workflow/agents/{id}', off)).status).toBe(200);
  const { attributes } = await waitUntil(
    'the end',
    () => executionOf(partner, execution),
    (found) => found.attributes.status === 'completed',
  );
  expect(attributes.error_message).toBeNull();
  await removeFaults(match);
});

test('answers without the version, too, and says what replaces it', async () => {
  const { id } = await old();
  const reply = await send('GET', `/api/agents/audit/${id}/validate`, { key: partner.key.text });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Deprecation')).toBe('true');
  expect(reply.headers.get('Link')).toBe(`</api/v1/agents/audit/${id}/validate>; rel=successor-version`);
});
