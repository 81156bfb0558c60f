import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { checkPlan, defaultPlan, onlyPlan, pricePlan } from './capabilities/plan.ts';
import { blankPrompts, defaultSettings, requiredSettings, settingsSchema } from './capabilities/request.ts';
import { CATEGORIES, type Capability, STEP_KINDS } from './capabilities/types.ts';
import { capabilities } from './features.ts';
import { CAPABILITY_SLUGS } from './kernel/capability-slugs.ts';

/** Settings that take no text of any kind. */
const EXAMPLES: Record<string, unknown> = {
  target_language: 'de',
  country: 'Germany',
  start_date: '2025-01-15',
  end_date: '2025-06-30',
  case_study_id: 1,
  field: 'outcomes',
};

/** Fields that some capabilities need besides those that are always required. */
const MORE: Record<string, object> = { ai_writer: { post_type: 'post_generator', description: 'Some description' } };

/** Settings that satisfy every required field. */
function exampleSettings(capability: Capability): Record<string, unknown> {
  const values = requiredSettings(capability).map((name) => [name, EXAMPLES[name] ?? `Some ${name}`]);
  return { ...Object.fromEntries(values), ...MORE[capability.slug] };
}

describe.each(capabilities.all.map((capability) => [capability.slug, capability] as const))(
  '%s',
  (_slug, capability) => {
    test('has a schema with a description on every field', () => {
      const { properties = {} } = settingsSchema(capability);
      expect(Object.keys(properties).length).toBeGreaterThan(0);
      for (const field of Object.values(properties))
        expect(field).toHaveProperty('description', expect.stringMatching(/\S/));
    });

    test('takes its required settings and adds the defaults', () => {
      const given = exampleSettings(capability);
      expect(capability.settings.parse({ ...given, unknown: 1 })).toEqual({ ...defaultSettings(capability), ...given });
      for (const name of requiredSettings(capability)) {
        const { [name]: _left, ...rest } = given;
        expect(capability.settings.safeParse(rest).success).toBe(false);
      }
    });

    test('has prompt settings that are required texts and may pass the schema blank', () => {
      const required = requiredSettings(capability);
      for (const name of capability.prompt_settings) expect(required).toContain(name);
      const blank = {
        ...exampleSettings(capability),
        ...Object.fromEntries(capability.prompt_settings.map((name) => [name, ' '])),
      };
      expect(capability.settings.safeParse(blank).success).toBe(true);
      expect(blankPrompts(capability, blank)).toEqual(capability.prompt_settings);
      expect(blankPrompts(capability, exampleSettings(capability))).toEqual([]);
    });

    test('bounds every text', () => {
      for (const name of requiredSettings(capability)) {
        const long = { ...exampleSettings(capability), [name]: 'x'.repeat(20_001) };
        expect(capability.settings.safeParse(long).success).toBe(false);
      }
    });

    test('has a default plan that passes the check and leaves something behind', () => {
      const settings = capability.settings.parse(exampleSettings(capability));
      const plan = defaultPlan(capability, settings);
      expect(checkPlan(capability, settings, plan)).toEqual({ ok: true, plan });
      expect(plan.steps.some((step) => step.deliverable !== null)).toBe(true);
      for (const kind of capability.optional_kinds) expect(STEP_KINDS).toContain(kind);
    });

    test('writes its default sizes as its settings have them', () => {
      const defaults = defaultSettings(capability);
      expect(defaultPlan(capability, defaults).steps).toEqual(capability.default_plan);
    });

    test('shares its price out exactly', () => {
      const steps = pricePlan(capability.estimated_credits, capability.default_plan);
      expect(steps.reduce((sum, step) => sum + step.estimated_credits, 0)).toBe(capability.estimated_credits);
    });

    test('leaves behind what its category promises', () => {
      const types = capability.default_plan.map((step) => step.deliverable?.type);
      if (capability.category === 'generation') expect(types).toContain('content');
      if (capability.category === 'publishing') expect(types).toContain('schedule');
      if (capability.category === 'analysis') expect(types).not.toContain('content');
      if (capability.category === 'workflow') expect(capability.default_plan.length).toBeGreaterThan(3);
    });
  },
);

describe('catalogue', () => {
  test('has the capabilities that the kernel names, in its order, of all categories', () => {
    expect(new Set(capabilities.all.map((capability) => capability.category))).toEqual(new Set(CATEGORIES));
    expect(capabilities.all.map((capability) => capability.slug)).toEqual(CAPABILITY_SLUGS);
    expect(capabilities.all.filter((capability) => capability.is_beta)).toHaveLength(3);
  });

  test.each([
    ['blog_post', ['topic'], 10],
    ['platform_knowledge_query', ['query'], 2],
    ['knowledge_base_query', ['query'], 2],
    ['search_question_discovery', ['topic'], 3],
  ])('has %s as it is known outside', (slug, required, credits) => {
    const capability = capabilities.find(slug);
    expect(capability && requiredSettings(capability)).toEqual(required);
    expect(capability?.estimated_credits).toBe(credits);
  });

  test('never asks for a blog post of fewer than 150 words', () => {
    const posts = capabilities.all.flatMap((capability) => {
      const shortest = { length_words: z.object(capability.settings.shape).shape['length_words'] ? 200 : undefined };
      return defaultPlan(capability, shortest).steps.map((step) => step.deliverable);
    });
    for (const post of posts) {
      if (post?.type === 'content' && post.content_type === 'blog_post')
        expect(post.min_words).toBeGreaterThanOrEqual(150);
    }
  });

  test('knows no capability of another name', () => {
    expect(capabilities.find('constructor')).toBeUndefined();
  });
});

describe('settings', () => {
  const parse = (slug: string, settings: object) => capabilities.find(slug)?.settings.safeParse(settings).success;
  test.each([
    ['blog_post', { topic: 'x', length_words: 100 }],
    ['blog_post', { topic: 'x', language: 'not a tag' }],
    ['blog_post', { topic: 'x\0' }],
    ['blog_post', { topic: 5 }],
    ['social_post_set', { topic: 'x', post_count: 11 }],
    ['launch_calendar', { product_name: 'x', timezone: 'Mars/Base' }],
    ['launch_calendar', { product_name: 'x', launch_date: '2026-02-30' }],
    ['translation', { content: 'x' }],
  ])('%s refuses %j', (slug, settings) => {
    expect(parse(slug, settings)).toBe(false);
  });
});

test('docs/capabilities.md has the table of the catalogue', () => {
  const rows = capabilities.all.map((capability) => {
    const left = capability.default_plan.flatMap(({ deliverable }) => {
      if (deliverable === null) return [];
      return deliverable.type === 'content' ? `${deliverable.count} \`${deliverable.content_type}\`` : deliverable.type;
    });
    const cells = [
      `\`${capability.slug}\``,
      capability.category,
      requiredSettings(capability)
        .map((name) => `\`${name}\``)
        .join(', '),
      left.join(', '),
      capability.estimated_credits,
      capability.is_beta ? 'beta' : '',
    ];
    return `| ${cells.join(' | ')} |`.replace(/ +/g, ' ');
  });
  const page = readFileSync(new URL('../docs/capabilities.md', import.meta.url), 'utf8');
  const shown = page.split('\n').filter((line) => line.startsWith('| `'));
  // The formatter aligns the columns.
  expect(shown.map((line) => line.replace(/ +/g, ' '))).toEqual(rows);
});

test('the pages that count the capabilities have counted them all', () => {
  const { all } = capabilities;
  const read = (page: string) => readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');
  expect(read('README.md')).toContain(`${all.length} capabilities (three of them beta`);
  expect(all.filter(({ is_beta }) => is_beta)).toHaveLength(3);
  const planned = all.filter((capability) => onlyPlan(capability, defaultSettings(capability)));
  expect(read('docs/ai-providers.md')).toContain(`only one possible step (${planned.length} of ${all.length})`);
});
