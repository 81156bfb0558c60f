import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { agentResource } from '../../api/agents/resource.ts';
import { capabilityDetailResource } from '../../api/capabilities/resource.ts';
import { exchangeResource, executionDetailResource, executionResource } from '../../api/executions/resource.ts';
import { one, page as pageOf, pageWithRange } from '../../api/resource.ts';
import { templateResource } from '../../api/workflow-templates/resource.ts';
import { rowsOf } from '../environment/database.ts';
import { FIRST_DAY, today } from '../environment/days.ts';
import { assetsOf, complete, contentItemOf, ended, execute, executionOf } from '../environment/executions.ts';
import { expectError, type Reply, type RequestOptions, read } from '../environment/http.ts';
import { createKey, createPartner, type Partner, partnerWith, usageOf } from '../environment/partners.ts';
import { addFault, marker } from '../environment/sandbox-ai.ts';
import { waitUntil } from '../environment/wait-until.ts';

const DATETIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const TOPIC = 'Cost control for teams that run on the public cloud';
const accepted = z.object({ data: z.object({ id: z.int() }) });

let partner: Partner;
let other: Partner;
beforeAll(async () => {
  [partner, other] = await Promise.all([createPartner({ credits: 10_000 }), createPartner()]);
});

function executeReply(slug: string, body: unknown, from = partner, more: Partial<RequestOptions> = {}): Promise<Reply> {
  return from.request('POST /content-workflow/capabilities/{slug}/execute', { params: { slug }, body, ...more });
}

describe('POST /content-workflow/capabilities/{slug}/execute', () => {
  test('answers with a pending execution, to be polled', async () => {
    const reply = await executeReply('blog_post', { settings: { topic: TOPIC }, priority: 'high' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      data: {
        type: 'execution',
        id: expect.any(Number),
        attributes: {
          status: 'pending',
          priority: 'high',
          progress_percentage: 0,
          credits_used: 0,
          capability: 'blog_post',
          sandbox: false,
          retried_from: null,
          created_at: expect.stringMatching(DATETIME),
        },
        relationships: { agent: { id: expect.any(Number), name: 'Writer', type: 'writer' } },
      },
      meta: { message: expect.any(String) },
    });
  });

  test('makes one blog post of at least 150 words and captures the estimate', async () => {
    const writer = await createPartner({ credits: 100 });
    const execution = await complete(writer, 'blog_post', { settings: { topic: TOPIC, length_words: 200 } });
    expect(execution.attributes).toMatchObject({
      status: 'completed',
      progress_percentage: 100,
      credits_used: 10,
      error_message: null,
      completed_at: expect.stringMatching(DATETIME),
      settings: { topic: TOPIC, length_words: 200, language: 'en' },
      context: {},
      notify_on_complete: false,
    });
    const { execution_plan: plan, step_results: results, generated_assets: made } = execution.attributes;
    expect(plan?.steps.map((step) => step.key)).toContain('post');
    expect(plan?.steps.reduce((sum, step) => sum + step.estimated_credits, 0)).toBe(10);
    expect(results.map((result) => result.key)).toEqual(plan?.steps.map((step) => step.key));
    expect(results.every((result) => result.status === 'completed' && result.attempts === 1)).toBe(true);
    const asked = await writer.request('GET /content-workflow/executions/{id}/exchanges', {
      params: { id: execution.id },
      query: { per_page: 10 },
    });
    const steps = read(asked, pageOf(exchangeResource).schema).data;
    expect(steps.map(({ id }) => id)).toEqual(results.map(({ key }) => key));
    const written = steps.find(({ id }) => id === 'post')?.attributes;
    expect(written).toMatchObject({
      prompt: expect.stringContaining(TOPIC),
      answer: expect.any(String),
      is_cut: false,
    });
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      type: 'content_item',
      attributes: { content_type: 'blog_post', kanban_status: 'generated', sandbox: false },
    });
    expect(await assetsOf(writer, execution.id)).toEqual(made);
    const item = await contentItemOf(writer, Number(made[0]?.id));
    expect(item.word_count).toBeGreaterThanOrEqual(150);
    expect(item.body_text.split(/\s+/).length).toBeGreaterThanOrEqual(150);
    expect(item.execution_id).toBe(execution.id);
    expect((await usageOf(writer)).credits).toMatchObject({ balance: 90, held: 0, available: 90, used_today: 10 });
  });

  test('answers a platform knowledge query for two credits, without a content item', async () => {
    const reader = await createPartner({ credits: 2 });
    const settings = { query: 'What happens to my credits when an execution fails?' };
    const execution = await complete(reader, 'platform_knowledge_query', { settings });
    expect(execution.attributes.credits_used).toBe(2);
    expect(execution.attributes.generated_assets).toEqual([]);
    expect(execution.attributes.step_results.at(-1)?.output).toMatchObject({
      type: 'answer',
      text: expect.any(String),
    });
    expect(await assetsOf(reader, execution.id)).toEqual([]);
    expect((await usageOf(reader)).credits).toMatchObject({ balance: 0, held: 0, available: 0 });
  });

  test('gives the work to the agent that is named', async () => {
    const agents = await partner.request('GET /content-workflow/agents', { query: { type: 'publisher' } });
    const { data } = read(agents, z.object({ data: z.array(z.object({ id: z.int() })) }));
    const reply = await executeReply('campaign_launch', { settings: { topic: TOPIC }, agent_id: data[0]?.id });
    expect(reply.body).toMatchObject({ data: { relationships: { agent: { id: data[0]?.id, type: 'publisher' } } } });
  });

  test('refuses an agent that does not carry the capability out, is unknown, or is another partner’s', async () => {
    const agents = await other.request('GET /content-workflow/agents', { query: { type: 'writer' } });
    const foreign = read(agents, z.object({ data: z.array(z.object({ id: z.int() })) })).data[0]?.id;
    const own = await partner.request('GET /content-workflow/agents', { query: { type: 'analyst' } });
    const analyst = read(own, z.object({ data: z.array(z.object({ id: z.int() })) })).data[0]?.id;
    const settings = { topic: TOPIC };
    expectError(await executeReply('blog_post', { settings, agent_id: foreign }), 'FORBIDDEN');
    expectError(await executeReply('blog_post', { settings, agent_id: 999_999_999 }), 'NOT_FOUND');
    const details = expectError(await executeReply('blog_post', { settings, agent_id: analyst }), 'VALIDATION_ERROR');
    expect(Object.keys(details)).toEqual(['agent_id']);
  });

  test('refuses an unknown capability', async () => {
    expectError(await executeReply('no_such_capability', { settings: {} }), 'NOT_FOUND');
  });

  test('names every wrong setting, nested', async () => {
    const details = expectError(
      await executeReply('blog_post', { settings: { length_words: 5 }, priority: 'soon', notify_on_complete: 'yes' }),
      'VALIDATION_ERROR',
    );
    expect(Object.keys(details).sort()).toEqual([
      'notify_on_complete',
      'priority',
      'settings.length_words',
      'settings.topic',
    ]);
    expect(details['settings.topic']).toEqual(['Is required.']);
  });

  test.each(['  ', '\u200B\u2060\uFE0F'])('refuses the blank prompt %j as a failed precondition', async (topic) => {
    const details = expectError(await executeReply('blog_post', { settings: { topic } }), 'PRECONDITION_FAILED');
    expect(Object.keys(details)).toEqual(['settings.topic']);
  });

  test('takes unknown settings and fields without using them', async () => {
    const reply = await executeReply('blog_post', { settings: { topic: TOPIC, colour: 'red' }, colour: 'red' });
    const { id } = read(reply, accepted).data;
    expect((await executionOf(partner, id)).attributes.settings).not.toHaveProperty('colour');
  });

  test('carries out a beta capability by its slug', async () => {
    const execution = await complete(partner, 'audience_insights', {
      settings: { product: 'A tool that finds idle machines', audience: 'Platform engineers' },
    });
    expect(execution.attributes.credits_used).toBe(6);
  });

  test('refuses what exceeds the balance, and says what was needed', async () => {
    const poor = await createPartner({ credits: 9 });
    const details = expectError(await executeReply('blog_post', { settings: { topic: TOPIC } }, poor), 'NO_CREDITS');
    expect(details).toEqual({ required: [expect.stringMatching(/^10 /)], available: [expect.stringMatching(/^9 /)] });
    expect((await usageOf(poor)).credits).toMatchObject({ balance: 9, held: 0 });
  });

  test('ten at once with credits for three: exactly three are accepted and nothing stays held', async () => {
    const racer = await createPartner({ credits: 35 });
    const body = { settings: { topic: TOPIC } };
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        executeReply('blog_post', body, racer, { process: index % 2 === 0 ? 0 : 1 }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 201, 201, ...Array(7).fill(419)]);
    for (const reply of replies.filter(({ status }) => status === 201)) {
      await ended(racer, read(reply, accepted).data.id);
    }
    expect((await usageOf(racer)).credits).toMatchObject({ balance: 5, held: 0, available: 5, used_today: 30 });
  });

  test('refuses what exceeds the key’s credits of the day', async () => {
    const key = await createKey(partner.id, { daily_credit_limit: 12 });
    const capped = partnerWith(partner.id, key);
    expect((await executeReply('blog_post', { settings: { topic: TOPIC } }, capped)).status).toBe(201);
    const reply = await executeReply('blog_post', { settings: { topic: TOPIC } }, capped);
    expectError(reply, 'DAILY_CREDIT_LIMIT_EXCEEDED');
    expect(Number(reply.headers.get('Retry-After'))).toBeLessThanOrEqual(86_400);
    const { keys } = await usageOf(capped);
    expect(keys.find(({ id }) => id === key.id)).toMatchObject({ daily_credit_limit: 12, used_today: 10 });
  });

  test('keeps a key to its capabilities, and names the one it may not use', async () => {
    const scoped = partnerWith(partner.id, await createKey(partner.id, { scoped_capabilities: ['tone_analysis'] }));
    const reply = await executeReply('blog_post', { settings: {} }, scoped);
    expectError(reply, 'CAPABILITY_NOT_ALLOWED');
    expect(reply.text).toContain('blog_post');
    await complete(scoped, 'tone_analysis', { settings: { content: 'We are so very happy to welcome you.' } });
  });

  test('is free through a sandbox key, and marks what it makes', async () => {
    const poor = await createPartner({ credits: 0 });
    const sandbox = partnerWith(poor.id, await createKey(poor.id, { sandbox: true, daily_credit_limit: 0 }));
    const execution = await complete(sandbox, 'blog_post', { settings: { topic: TOPIC } });
    expect(execution.attributes).toMatchObject({ sandbox: true, credits_used: 0 });
    expect(execution.attributes.generated_assets[0]?.attributes.sandbox).toBe(true);
    expect((await usageOf(poor)).credits).toMatchObject({ balance: 0, held: 0, used_today: 0 });
  });

  test('sends an item with a phrase that the brand rules out to review', async () => {
    const audience = marker();
    const settings = { topic: TOPIC, audience };
    const plain = await complete(partner, 'blog_post', { settings });
    const text = (await contentItemOf(partner, Number(plain.attributes.generated_assets[0]?.id))).body_text;
    const words = [...new Set(text.toLowerCase().match(/\b[a-z]{5,}\b/g) ?? [])].slice(0, 90);
    const context = { brand_voice: { donts: words } };
    const { attributes } = await complete(partner, 'blog_post', { settings, context });
    expect(attributes.guardrails_triggered).toContainEqual({
      rule: 'brand_voice.dont',
      step: 'post',
      action: 'review',
      message: expect.any(String),
    });
    expect(attributes.generated_assets[0]?.attributes.kanban_status).toBe('review');
    // The text says so itself, as its step's finding.
    const { guardrails_triggered: found } = await contentItemOf(partner, Number(attributes.generated_assets[0]?.id));
    expect(found).toEqual(
      attributes.guardrails_triggered.filter(({ step }) => step === 'post').map(({ step, ...finding }) => finding),
    );
  });

  test('fails when a guardrail blocks, and gives the credits back', async () => {
    const careless = await createPartner({ credits: 10 });
    const settings = { topic: 'How to pay with the card 4111 1111 1111 1111 online' };
    const { attributes } = await ended(careless, await execute(careless, 'blog_post', { settings }));
    expect(attributes).toMatchObject({
      status: 'failed',
      credits_used: 0,
      error_message: expect.stringContaining('payment card'),
      generated_assets: [],
      guardrails_triggered: [expect.objectContaining({ rule: 'pii.payment_card', action: 'block' })],
    });
    expect(attributes.error_message).not.toContain('4111');
    expect((await usageOf(careless)).credits).toMatchObject({ balance: 10, held: 0, available: 10, used_today: 0 });
  });

  test('announces what was made, and on request also an end without it', async () => {
    const quiet = await createPartner();
    const settings = { topic: 'Paying with the card 4111 1111 1111 1111' };
    const events = async () => (await rowsOf(quiet.id))['platform_event'];
    await ended(quiet, await execute(quiet, 'blog_post', { settings }));
    await complete(quiet, 'tone_analysis', { settings: { content: TOPIC } });
    expect(await events()).toBe(0);
    await complete(quiet, 'blog_post', { settings: { topic: TOPIC } });
    expect(await events()).toBe(1);
    await complete(quiet, 'tone_analysis', { settings: { content: TOPIC }, notify_on_complete: true });
    expect(await events()).toBe(2);
    await ended(quiet, await execute(quiet, 'blog_post', { settings, notify_on_complete: true }));
    expect(await events()).toBe(3);
  });

  test('goes on when the AI provider fails for a while', async () => {
    const audience = marker();
    await addFault({ kind: 'rate_limit', match: audience, times: 1, retry_after_seconds: 1 });
    await addFault({ kind: 'error', match: `Audience: ${audience}\nInputs:`, times: 1, status: 503 });
    const { attributes } = await complete(partner, 'blog_post', { settings: { topic: TOPIC, audience } });
    expect(attributes.credits_used).toBe(10);
    expect(attributes.step_results).toContainEqual(expect.objectContaining({ key: 'post', attempts: 2 }));
  });

  test('goes on when the AI provider refuses and asks for no wait', async () => {
    const audience = marker();
    await addFault({ kind: 'rate_limit', match: audience, times: 1, retry_after_seconds: 0 });
    const { attributes } = await complete(partner, 'blog_post', { settings: { topic: TOPIC, audience } });
    expect(attributes.credits_used).toBe(10);
  });

  test('uses the default plan when the AI makes none', async () => {
    const audience = marker();
    await addFault({ kind: 'nonsense', match: `Audience: ${audience}\nAllowed step kinds:`, how: 'wrong_json' });
    const { attributes } = await complete(partner, 'blog_post', { settings: { topic: TOPIC, audience } });
    expect(attributes.execution_plan).toMatchObject({ summary: 'Blog post in one step.' });
  });

  test('fails with a sentence when the AI declines', async () => {
    const audience = marker();
    await addFault({ kind: 'refuse', match: audience });
    const { attributes } = await ended(
      partner,
      await execute(partner, 'blog_post', { settings: { topic: TOPIC, audience } }),
    );
    expect(attributes).toMatchObject({ status: 'failed', error_message: expect.stringContaining('declined') });
  });
});

describe('GET /content-workflow/executions', () => {
  const list = pageOf(executionResource).schema;
  let lister: Partner;
  let ids: number[];

  beforeAll(async () => {
    lister = await createPartner();
    ids = [];
    for (const priority of ['low', 'normal', 'high', 'urgent', 'urgent']) {
      ids.push(await execute(lister, 'tone_analysis', { settings: { content: TOPIC }, priority }));
    }
    await Promise.all(ids.map((id) => ended(lister, id)));
  });

  async function page(query: RequestOptions['query']): Promise<{ ids: number[]; meta: z.output<typeof list>['meta'] }> {
    const reply = await lister.request('GET /content-workflow/executions', { query: query ?? {} });
    const { data, meta } = read(reply, list);
    return { ids: data.map(({ id }) => id), meta };
  }

  test('lists the partner’s own, newest first', async () => {
    expect(await page({})).toEqual({
      ids: ids.toReversed(),
      meta: { total: 5, page: 1, per_page: 20, total_pages: 1 },
    });
  });

  test('goes on to a second page, and is empty past the end', async () => {
    const meta = { total: 5, per_page: 2, total_pages: 3 };
    expect(await page({ per_page: 2 })).toEqual({ ids: ids.toReversed().slice(0, 2), meta: { ...meta, page: 1 } });
    expect(await page({ per_page: 2, page: 2 })).toEqual({
      ids: ids.toReversed().slice(2, 4),
      meta: { ...meta, page: 2 },
    });
    expect(await page({ per_page: 2, page: 9 })).toEqual({ ids: [], meta: { ...meta, page: 9 } });
  });

  test('keeps to status, priority, agent and days', async () => {
    expect((await page({ status: 'completed' })).ids).toEqual(ids.toReversed());
    expect((await page({ status: 'failed' })).meta.total).toBe(0);
    expect((await page({ priority: 'urgent' })).ids).toEqual(ids.slice(3).toReversed());
    expect((await page({ priority: 'low', status: 'completed' })).ids).toEqual(ids.slice(0, 1));
    const agent = (await executionOf(lister, ids[0] ?? 0)).relationships.agent.id;
    expect((await page({ agent_id: agent })).meta.total).toBe(5);
    expect((await page({ from: FIRST_DAY, to: today() })).meta.total).toBe(5);
    expect((await page({ from: '2000-01-01' })).meta.total).toBe(5);
    expect((await page({ to: '2000-01-01' })).meta.total).toBe(0);
    expect((await page({ from: '2999-01-01' })).meta.total).toBe(0);
  });

  test('an agent that is named answers like one in a path: 404 where there is none, 403 where it is another partner’s', async () => {
    const named = (agent_id: number) =>
      lister.request('GET /content-workflow/executions', { query: { agent_id: String(agent_id) } });
    const { data } = read(
      await (await createPartner()).request('GET /content-workflow/agents'),
      pageWithRange(agentResource).schema,
    );
    expectError(await named(data[0]?.id ?? 0), 'FORBIDDEN');
    expectError(await named(999_999_999), 'NOT_FOUND');
    expect((await named(data.at(-1)?.id ?? 0)).status).toBe(200);
  });

  test.each([
    ['status', 'done'],
    ['priority', 'soon'],
    ['agent_id', 'first'],
    ['agent_id', '0'],
    ['agent_id', '9007199254740993'],
    ['from', '2026-02-30'],
    ['to', 'yesterday'],
    ['page', '0'],
    ['page', 'x'],
    ['per_page', '0'],
    ['per_page', '101'],
  ])('refuses %s=%s', async (name, value) => {
    const reply = await lister.request('GET /content-workflow/executions', { query: { [name]: value } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([name]);
  });

  test('refuses a range that ends before it begins', async () => {
    const query = { from: '2026-03-02', to: '2026-03-01' };
    expect(
      Object.keys(expectError(await lister.request('GET /content-workflow/executions', { query }), 'VALIDATION_ERROR')),
    ).toEqual(['to']);
  });

  test('reports all wrong filters at once', async () => {
    const query = { status: 'done', per_page: 101, from: '2026-13-01' };
    const reply = await lister.request('GET /content-workflow/executions', { query });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR')).sort()).toEqual(['from', 'per_page', 'status']);
  });
});

describe('GET /content-workflow/executions/{id} and its assets', () => {
  test('tell the schema of the settings where that is asked for, of a capability and of a template', async () => {
    const shown = async (id: number, query: Record<string, string>) =>
      read(
        await partner.request('GET /content-workflow/executions/{id}', { params: { id }, query }),
        one(executionDetailResource).schema,
      ).data.attributes;
    const slug = 'blog_post';
    const capability = await execute(partner, slug, { settings: { topic: TOPIC } });
    const { settings_schema: settings } = read(
      await partner.request('GET /content-workflow/capabilities/{slug}', { params: { slug } }),
      one(capabilityDetailResource).schema,
    ).data.attributes;
    expect((await shown(capability, { include: 'settings_schema' })).settings_schema).toEqual(settings);
    expect(await shown(capability, {})).not.toHaveProperty('settings_schema');
    const params = { slug: 'feature_announcement' };
    const started = await partner.request('POST /content-workflow/workflow-templates/{slug}/execute', {
      params,
      body: { input: { topic: TOPIC } },
    });
    const { input_schema: input } = read(
      await partner.request('GET /content-workflow/workflow-templates/{slug}', { params }),
      one(templateResource).schema,
    ).data.attributes;
    const template = read(started, accepted).data.id;
    expect((await shown(template, { include: 'settings_schema' })).settings_schema).toEqual(input);
    const unknown = { params: { id: template }, query: { include: 'everything' } };
    expectError(await partner.request('GET /content-workflow/executions/{id}', unknown), 'VALIDATION_ERROR');
  });

  test('refuse another partner’s and unknown ones', async () => {
    const id = await execute(partner, 'tone_analysis', { settings: { content: TOPIC } });
    for (const name of [
      'GET /content-workflow/executions/{id}',
      'GET /content-workflow/executions/{id}/assets',
    ] as const) {
      expectError(await other.request(name, { params: { id } }), 'FORBIDDEN');
      expectError(await other.request(name, { params: { id: 999_999_999 } }), 'NOT_FOUND');
    }
  });

  test('show what exists so far while the work goes on', async () => {
    const audience = marker();
    await addFault({
      kind: 'hang',
      match: `Deliverable: email_draft\nItems: 3\nLength: 70-220 words\nLanguage: en\nAudience: ${audience}`,
    });
    const id = await execute(partner, 'campaign_launch', { settings: { topic: TOPIC, audience } });
    const made = await waitUntil(
      'the first assets',
      () => assetsOf(partner, id),
      (assets) => assets.length >= 5,
    );
    expect(new Set(made.map((asset) => asset.attributes.content_type))).toEqual(new Set(['blog_post', 'social_post']));
    const { attributes } = await executionOf(partner, id);
    expect(attributes.status).toBe('executing');
    expect(attributes.progress_percentage).toBeGreaterThan(0);
    expect(attributes.progress_percentage).toBeLessThan(100);
    expect(attributes.step_results.find((step) => step.key === 'emails')).toMatchObject({
      status: 'running',
      output: null,
    });
    const cancelled = await partner.request('POST /content-workflow/executions/{id}/cancel', { params: { id } });
    expect(cancelled.status).toBe(200);
  });
});
