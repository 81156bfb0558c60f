import { beforeAll, describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { capabilityDetailResource, capabilityResource } from '../../api/capabilities/resource.ts';
import { one } from '../../api/resource.ts';
import type { Capability } from '../../domain/capabilities/types.ts';
import { capabilities } from '../../domain/features.ts';
import { settingsFor } from '../environment/capability-settings.ts';
import { complete, contentItemOf } from '../environment/executions.ts';
import { expectError, type RequestOptions, read } from '../environment/http.ts';
import { createPartner, type Partner, usageOf } from '../environment/partners.ts';

const LIST = 'GET /content-workflow/capabilities';
const SHOW = 'GET /content-workflow/capabilities/{slug}';
const listSchema = z.object({
  data: z.array(capabilityResource.schema),
  meta: z.object({ total: z.int(), categories: z.array(z.string()) }),
});

let partner: Partner;
beforeAll(async () => {
  partner = await createPartner({ credits: 10_000 });
});

async function list(query: NonNullable<RequestOptions['query']> = {}) {
  return read(await partner.request(LIST, { query }), listSchema);
}

const CATALOGUE = capabilities.all;

describe('the catalogue', () => {
  test('lists what is not beta, unpaged', async () => {
    const { data, meta } = await list();
    const slugs = CATALOGUE.filter((capability) => !capability.is_beta).map(({ slug }) => slug);
    expect(data.map(({ attributes }) => attributes.slug)).toEqual(slugs);
    expect(meta).toEqual({ total: slugs.length, categories: ['generation', 'publishing', 'analysis', 'workflow'] });
    expect(data[0]).toMatchObject({
      type: 'capability',
      id: 1,
      attributes: {
        slug: 'blog_post',
        name: 'Blog post',
        category: 'generation',
        category_label: 'Generation',
        requires_credits: true,
        estimated_credits: 10,
        is_beta: false,
      },
    });
  });

  test('has at least twenty over four categories, two of them beta', async () => {
    const { data } = await list({ include_beta: true });
    expect(data.length).toBeGreaterThanOrEqual(20);
    expect(new Set(data.map(({ attributes }) => attributes.category)).size).toBe(4);
    expect(data.filter(({ attributes }) => attributes.is_beta).length).toBeGreaterThanOrEqual(2);
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
  });

  test('keeps to a category', async () => {
    for (const category of ['generation', 'publishing', 'analysis', 'workflow']) {
      const { data, meta } = await list({ category, include_beta: '1' });
      expect(meta.total).toBe(data.length);
      expect(new Set(data.map(({ attributes }) => attributes.category))).toEqual(new Set([category]));
    }
  });

  test.each([
    ['category', 'poetry'],
    ['include_beta', 'maybe'],
  ])('refuses %s=%s', async (name, value) => {
    const reply = await partner.request(LIST, { query: { [name]: value } });
    expect(Object.keys(expectError(reply, 'VALIDATION_ERROR'))).toEqual([name]);
  });

  test('shows one with its settings, beta or not', async () => {
    for (const slug of ['blog_post', 'audience_insights']) {
      const { attributes } = read(
        await partner.request(SHOW, { params: { slug } }),
        one(capabilityDetailResource).schema,
      ).data;
      expect(attributes).toMatchObject({ slug, required_extensions: expect.any(Array) });
      expect(attributes.settings_schema).toMatchObject({ type: 'object', required: attributes.required_settings });
      expect(attributes.default_settings).not.toHaveProperty(attributes.required_settings[0] ?? '');
    }
    expectError(await partner.request(SHOW, { params: { slug: 'no_such_capability' } }), 'NOT_FOUND');
    expectError(await partner.request(SHOW, { params: { slug: 'x'.repeat(500) } }), 'NOT_FOUND');
  });
});

describe.each(CATALOGUE.map((capability) => [capability.slug, capability] as const))('%s', (slug, capability) => {
  test('is carried out for its estimate and makes what it promises', async () => {
    const { attributes } = read(
      await partner.request(SHOW, { params: { slug } }),
      one(capabilityDetailResource).schema,
    ).data;
    const own = await createPartner({ credits: attributes.estimated_credits });
    const settings = await settingsFor(own, slug, attributes.required_settings);
    const done = (await complete(own, slug, { settings })).attributes;
    expect(done.credits_used).toBe(attributes.estimated_credits);
    expect((await usageOf(own)).credits).toMatchObject({ balance: 0, held: 0 });
    expect(done.guardrails_triggered).toEqual([]);
    expect(done.execution_plan?.steps.length).toBeGreaterThanOrEqual(capability.default_plan.length);

    const promised = promisedBy(capability);
    const made = Object.groupBy(done.generated_assets, (asset) => asset.attributes.content_type);
    expect(Object.keys(made).sort()).toEqual([...promised.keys()].sort());
    for (const [type, deliverable] of promised) {
      expect(made[type as keyof typeof made]).toHaveLength(deliverable.count);
      for (const asset of made[type as keyof typeof made] ?? []) {
        expect(asset.attributes.kanban_status).toBe('generated');
        expect(asset.attributes.word_count).toBeGreaterThanOrEqual(deliverable.minWords);
        expect((await contentItemOf(own, asset.id)).word_count).toBe(asset.attributes.word_count);
      }
    }
    const outputs = done.step_results.map(({ output }) => output?.['type']);
    for (const { kind, deliverable } of capability.default_plan) {
      if (deliverable) expect(outputs).toContain(kind === 'case_study' ? 'case_study' : deliverable.type);
    }
  });
});

/** Number of items of each type with default settings, and their minimum words. */
function promisedBy(capability: Capability): Map<string, { count: number; minWords: number }> {
  const promised = new Map<string, { count: number; minWords: number }>();
  for (const { deliverable } of capability.default_plan) {
    if (deliverable?.type !== 'content') continue;
    const { content_type: type, count, min_words: minWords } = deliverable;
    const before = promised.get(type);
    promised.set(type, {
      count: (before?.count ?? 0) + count,
      minWords: Math.min(before?.minWords ?? minWords, minWords),
    });
  }
  return promised;
}
