import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { all, one, page, pageWithRange } from '../../api/resource.ts';
import {
  templateCheck,
  templateGroup,
  templateResource,
  templateSuggestion,
  templateVersionResource,
} from '../../api/workflow-templates/resource.ts';
import { ended, executionOf } from '../environment/executions.ts';
import { expectError, type Reply, read } from '../environment/http.ts';
import { createKey, createPartner, type Partner, partnerWith, usageOf } from '../environment/partners.ts';
import { addFault, marker, removeFaults } from '../environment/sandbox-ai.ts';

const SLUG = 'feature_announcement';
const INPUT = { topic: 'Alerts by text message for warehouses without a desk' };
const accepted = z.object({ data: z.object({ id: z.int() }) });

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner({ credits: 10_000 });
});

const executeReply = (body: unknown, from = partner, slug = SLUG): Promise<Reply> =>
  from.request('POST /content-workflow/workflow-templates/{slug}/execute', { params: { slug }, body });
const executed = async (body: unknown, from = partner, slug = SLUG): Promise<number> => {
  const reply = await executeReply(body, from, slug);
  expect({ status: reply.status, text: reply.status === 201 ? '' : reply.text }).toEqual({ status: 201, text: '' });
  return read(reply, accepted).data.id;
};

describe('GET /content-workflow/workflow-templates', () => {
  test('lists the templates, page by page and by category', async () => {
    const list = pageWithRange(templateResource).schema;
    const { data, meta } = read(await partner.request('GET /content-workflow/workflow-templates'), list);
    expect(meta).toMatchObject({ page: 1, per_page: 20, current_page: 1, from: 1, to: data.length });
    expect(data.length).toBeGreaterThanOrEqual(12);
    const second = read(
      await partner.request('GET /content-workflow/workflow-templates', { query: { per_page: 5, page: 2 } }),
      list,
    );
    expect(second.data.map(({ id }) => id)).toEqual(data.slice(5, 10).map(({ id }) => id));
    const launches = read(
      await partner.request('GET /content-workflow/workflow-templates', { query: { category: 'launch' } }),
      list,
    );
    expect(new Set(launches.data.map(({ attributes }) => attributes.category))).toEqual(new Set(['launch']));
    expectError(
      await partner.request('GET /content-workflow/workflow-templates', { query: { category: 'none' } }),
      'VALIDATION_ERROR',
    );
    const past = read(await partner.request('GET /content-workflow/workflow-templates', { query: { page: 99 } }), list);
    expect(past.data).toEqual([]);
  });

  test('groups them', async () => {
    const { data } = read(
      await partner.request('GET /content-workflow/workflow-templates/grouped'),
      all(templateGroup).schema,
    );
    expect(data.length).toBe(4);
    for (const { category, label, templates } of data) {
      expect(templates.length).toBeGreaterThan(0);
      expect(templates[0]?.attributes).toMatchObject({ category, category_label: label });
    }
  });

  test('shows one with the form of its input', async () => {
    const { data } = read(
      await partner.request('GET /content-workflow/workflow-templates/{slug}', { params: { slug: SLUG } }),
      one(templateResource).schema,
    );
    expect(data.attributes.input_schema).toMatchObject({ type: 'object', required: ['topic'] });
    expect(data.attributes.steps.map(({ key, depends_on }) => [key, depends_on])).toEqual([
      ['post', []],
      ['issue', ['post']],
      ['posts', ['post']],
    ]);
    expectError(
      await partner.request('GET /content-workflow/workflow-templates/{slug}', { params: { slug: 'none' } }),
      'NOT_FOUND',
    );
  });
});

describe('POST /content-workflow/workflow-templates/{slug}/validate', () => {
  const validate = (body: unknown, slug = SLUG) =>
    partner.request('POST /content-workflow/workflow-templates/{slug}/validate', { params: { slug }, body });
  const checked = async (body: unknown) => read(await validate(body), one(templateCheck).schema).data;

  test('says what is wrong and what it would cost', async () => {
    expect(await checked({ input: INPUT })).toEqual({ valid: true, errors: {}, estimated_credits: 26 });
    expect(await checked({ input: { topic: ' ' } })).toMatchObject({
      valid: false,
      errors: { 'input.topic': ['Must not be empty.'] },
    });
    expect(await checked({})).toMatchObject({ valid: false, errors: { 'input.topic': ['Is required.'] } });
    expect(await checked({ input: { topic: 'x'.repeat(2_001), post_count: 99 } })).toMatchObject({
      valid: false,
      errors: { 'input.topic': [expect.any(String)], 'input.post_count': [expect.any(String)] },
    });
    expectError(await validate({ input: 'x' }), 'VALIDATION_ERROR');
    expectError(await validate({ input: INPUT }, 'none'), 'NOT_FOUND');
  });
});

describe('POST /content-workflow/workflow-templates/{slug}/execute', () => {
  test('carries the steps of all its capabilities out as one execution, at the sum of their prices', async () => {
    const payer = await createPartner({ credits: 100 });
    const id = await executed({ input: INPUT, priority: 'high' }, payer);
    const execution = await ended(payer, id);
    expect(execution.attributes).toMatchObject({
      status: 'completed',
      template_slug: SLUG,
      capability: SLUG,
      trigger_id: null,
      priority: 'high',
      credits_used: 26,
      settings: { ...INPUT, post_count: 3 },
    });
    const { execution_plan: plan, step_results: results, generated_assets: made } = execution.attributes;
    expect(plan?.steps.map(({ key, depends_on, estimated_credits }) => [key, depends_on, estimated_credits])).toEqual([
      ['post', [], 10],
      ['issue', ['post'], 8],
      ['posts', ['post'], 8],
    ]);
    expect(results.map(({ status, credits_used }) => [status, credits_used])).toEqual([
      ['completed', 10],
      ['completed', 8],
      ['completed', 8],
    ]);
    expect(made.map(({ attributes }) => attributes.content_type).sort()).toEqual([
      'blog_post',
      'email_draft',
      'social_post',
      'social_post',
      'social_post',
    ]);
    expect(await usageOf(payer)).toMatchObject({
      credits: { balance: 74, held: 0 },
      by_capability: [{ slug: SLUG, credits: 26 }],
    });
  });

  test('feeds what a step made to the next ones', async () => {
    const id = await executed({ input: { ...INPUT, target_language: 'de' } }, partner, 'multilingual_article');
    const { attributes } = await ended(partner, id);
    expect(attributes.status).toBe('completed');
    const wordsOf = (step: string) => {
      const output = attributes.step_results.find(({ key }) => key === step)?.output;
      return z.object({ items: z.tuple([z.object({ word_count: z.int() })]) }).parse(output).items[0].word_count;
    };
    const [article, translation] = [wordsOf('article'), wordsOf('translation')];
    // A translation is as long as its text, by half to two thirds more, and not as some default has it.
    expect(translation).toBeGreaterThanOrEqual(Math.floor(article * 0.45));
    expect(translation).toBeLessThanOrEqual(Math.ceil(article * 2) + 20);
  });

  test('keeps the rest where an optional step fails, and charges what was done', async () => {
    const payer = await createPartner({ credits: 100 });
    const audience = marker();
    const match = `Deliverable: social_post\nItems: 3\nLength: 15-70 words\nLanguage: en\nAudience: ${audience}`;
    await addFault({ kind: 'refuse', match });
    try {
      const { attributes } = await ended(payer, await executed({ input: { ...INPUT, audience } }, payer));
      expect(attributes).toMatchObject({
        status: 'completed',
        progress_percentage: 100,
        credits_used: 18,
        error_message: null,
      });
      expect(attributes.step_results.map(({ key, status, credits_used }) => [key, status, credits_used])).toEqual([
        ['post', 'completed', 10],
        ['issue', 'completed', 8],
        ['posts', 'failed', 0],
      ]);
      expect(attributes.step_results[2]?.summary).toContain('Nothing was charged for it.');
      expect(await usageOf(payer)).toMatchObject({ credits: { balance: 82, held: 0 } });
    } finally {
      await removeFaults(match);
    }
  });

  test('ends as a whole where a required step fails, and costs nothing', async () => {
    const payer = await createPartner({ credits: 100 });
    const audience = marker();
    await addFault({ kind: 'refuse', match: audience });
    try {
      const id = await executed({ input: { ...INPUT, audience } }, payer);
      const { attributes } = await ended(payer, id);
      expect(attributes).toMatchObject({ status: 'failed', credits_used: 0, generated_assets: [] });
      expect(attributes.step_results.map(({ status }) => status)).toEqual(['failed', 'pending', 'pending']);
      expect(await usageOf(payer)).toMatchObject({ credits: { balance: 100, held: 0 } });
      await removeFaults(audience);
      const retried = await payer.request('POST /content-workflow/executions/{id}/retry', { params: { id } });
      const again = await ended(payer, read(retried, accepted).data.id);
      expect(again.attributes).toMatchObject({ status: 'completed', credits_used: 26, template_slug: SLUG });
    } finally {
      await removeFaults(audience);
    }
  });

  test('is refused for what is wrong', async () => {
    expectError(await executeReply({ input: INPUT }, partner, 'none'), 'NOT_FOUND');
    expectError(await executeReply({ input: { topic: '  ' } }), 'PRECONDITION_FAILED');
    expectError(await executeReply({}), 'VALIDATION_ERROR');
    expectError(await executeReply({ input: INPUT, agent_id: Number.MAX_SAFE_INTEGER }), 'NOT_FOUND');
    expectError(await executeReply({ input: INPUT }, await createPartner({ credits: 25 })), 'NO_CREDITS');
    const capped = await createKey(partner.id, { daily_credit_limit: 25 });
    expectError(await executeReply({ input: INPUT }, partnerWith(partner.id, capped)), 'DAILY_CREDIT_LIMIT_EXCEEDED');
    const scoped = await createKey(partner.id, { scoped_capabilities: ['blog_post', 'newsletter'] });
    const refused = await executeReply({ input: INPUT }, partnerWith(partner.id, scoped));
    expectError(refused, 'CAPABILITY_NOT_ALLOWED');
    expect(refused.text).toContain('social_post_set');
  });

  test('takes deep and unknown fields for what they are', async () => {
    let deep: unknown = 'x';
    for (let n = 0; n < 13; n += 1) deep = { deep };
    const id = await executed({ input: { ...INPUT, deep }, deep });
    expect((await executionOf(partner, id)).attributes.settings).not.toHaveProperty('deep');
    expectError(await executeReply({ input: { topic: deep } }), 'VALIDATION_ERROR');
  });

  test('of a sandbox key costs nothing', async () => {
    const key = await createKey(partner.id, { sandbox: true });
    const id = await executed({ input: INPUT }, partnerWith(partner.id, key));
    expect((await ended(partner, id)).attributes).toMatchObject({
      sandbox: true,
      credits_used: 0,
      status: 'completed',
    });
  });

  test('is done once for an Idempotency-Key', async () => {
    const options = {
      params: { slug: SLUG },
      body: { input: INPUT },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    };
    const [first, second] = [
      await partner.request('POST /content-workflow/workflow-templates/{slug}/execute', options),
      await partner.request('POST /content-workflow/workflow-templates/{slug}/execute', options),
    ];
    expect(read(second, accepted).data.id).toBe(read(first, accepted).data.id);
  });
});

test('a template of the partner’s own is made from the file in examples, changed by its tag, executed and deleted', async () => {
  const payer = await createPartner({ credits: 100 });
  const file = JSON.parse(await readFile(new URL('../../examples/workflow-template.json', import.meta.url), 'utf8'));
  const params = { slug: file.slug };
  const made = await payer.request('POST /content-workflow/workflow-templates', { body: file });
  const { data } = read(made, one(templateResource).schema);
  expect(data.attributes).toMatchObject({ source: 'own', version: 1, estimated_credits: 23 });
  expect(made.headers.get('location')).toContain(`/workflow-templates/${file.slug}`);
  const change = (body: object, tag: string | null) =>
    payer.request('PATCH /content-workflow/workflow-templates/{slug}', {
      params,
      body,
      headers: { 'If-Match': tag ?? '' },
    });
  const tag = made.headers.get('etag');
  const changed = await change({ example: { ...file.example, topic: 'Shelves that count themselves' } }, tag);
  expect(read(changed, one(templateResource).schema).data.attributes.version).toBe(2);
  expectError(await change({ name: 'Too late' }, tag), 'PRECONDITION_FAILED');
  const wrong = await change({ steps: [{ ...file.steps[0], capability: 'faq' }] }, changed.headers.get('etag'));
  expect(expectError(wrong, 'VALIDATION_ERROR')).toHaveProperty(['steps.0.settings.subject']);
  const versions = await payer.request('GET /content-workflow/workflow-templates/{slug}/versions', { params });
  expect(read(versions, page(templateVersionResource).schema).data.map(({ id }) => id)).toEqual([2, 1]);
  const query = { version: 1 };
  const first = await payer.request('GET /content-workflow/workflow-templates/{slug}/file', { params, query });
  expect(first.headers.get('content-disposition')).toBe(`attachment; filename="${file.slug}.json"`);
  const neighbour = await createPartner({ credits: 100 });
  const shared = await neighbour.request('POST /content-workflow/workflow-templates', { body: first.body });
  expect(read(shared, one(templateResource).schema).data.attributes).toEqual(data.attributes);

  const id = await executed({ input: { topic: 'Stock that orders itself', language_to: 'de' } }, payer, file.slug);
  const removed = await payer.request('DELETE /content-workflow/workflow-templates/{slug}', { params });
  expect(removed.status).toBe(204);
  expectError(await payer.request('GET /content-workflow/workflow-templates/{slug}', { params }), 'NOT_FOUND');
  const { attributes } = await ended(payer, id);
  expect(attributes).toMatchObject({
    status: 'completed',
    template_slug: file.slug,
    template_version: 2,
    credits_used: 15,
  });
  expect(attributes.step_results.map(({ key, status }) => [key, status])).toEqual([
    ['blog_post', 'completed'],
    ['translation', 'completed'],
  ]);
  expect(await usageOf(payer)).toMatchObject({
    credits: { balance: 85, held: 0 },
    by_capability: [{ slug: file.slug, credits: 15 }],
  });
});

describe('POST /content-workflow/workflow-templates/suggest', () => {
  const suggest = (body: unknown, from = partner) =>
    from.request('POST /content-workflow/workflow-templates/suggest', { body });

  test('chooses from the catalogue, for a credit', async () => {
    const payer = await createPartner({ credits: 10 });
    const reply = await suggest({ use_case: 'We launch a product in May.' }, payer);
    const { data } = read(reply, all(templateSuggestion).schema);
    expect(data.length).toBeGreaterThan(0);
    for (const { id, attributes } of data) {
      expect(
        (await partner.request('GET /content-workflow/workflow-templates/{slug}', { params: { slug: id } })).status,
      ).toBe(200);
      expect(attributes.reason).not.toBe('');
    }
    expect(await usageOf(payer)).toMatchObject({
      credits: { balance: 9, held: 0 },
      by_capability: [{ slug: 'template_suggestion', credits: 1 }],
    });
  });

  test('gives up on an AI that invents templates, and charges nothing', async () => {
    const payer = await createPartner({ credits: 10 });
    const useCase = marker();
    await addFault({ kind: 'nonsense', match: useCase });
    expectError(await suggest({ use_case: useCase }, payer), 'SUGGESTION_FAILED');
    await removeFaults(useCase);
    expect(await usageOf(payer)).toMatchObject({ credits: { balance: 10, held: 0 } });
  });

  test('is refused for what is wrong', async () => {
    expectError(await suggest({ use_case: ' ' }), 'PRECONDITION_FAILED');
    expectError(await suggest({}), 'VALIDATION_ERROR');
    expectError(await suggest({ use_case: 'x' }, await createPartner({ credits: 0 })), 'NO_CREDITS');
    const scoped = await createKey(partner.id, { scoped_capabilities: ['faq'] });
    expectError(await suggest({ use_case: 'x' }, partnerWith(partner.id, scoped)), 'CAPABILITY_NOT_ALLOWED');
  });
});
