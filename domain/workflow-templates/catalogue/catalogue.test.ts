import { describe, expect, test } from '@jest/globals';
import { isAcyclic } from '../../capabilities/plan.ts';
import { blankPrompts, requiredSettings, settingsSchema } from '../../capabilities/request.ts';
import { capabilities } from '../../features.ts';
import { CAPABILITY_SLUGS } from '../../kernel/capability-slugs.ts';
import { capabilityOf, estimatedCredits, planTemplate } from '../plan.ts';
import { TEMPLATE_CATEGORY_NAMES } from '../types.ts';
import { WORKFLOW_TEMPLATES } from './index.ts';

test('there are templates enough, in every category, under names of their own', () => {
  expect(WORKFLOW_TEMPLATES.length).toBeGreaterThanOrEqual(12);
  expect(new Set(WORKFLOW_TEMPLATES.map(({ category }) => category))).toEqual(new Set(TEMPLATE_CATEGORY_NAMES));
  const names = [...WORKFLOW_TEMPLATES.map(({ slug }) => slug), ...CAPABILITY_SLUGS];
  expect(new Set(names).size).toBe(names.length);
});

describe.each(WORKFLOW_TEMPLATES.map((template) => [template.slug, template] as const))('%s', (_slug, template) => {
  const { steps, input, prompt_inputs } = template;
  const byKey = new Map(steps.map((step) => [step.key, step]));

  test('has steps that follow each other, one of them required', () => {
    expect(byKey.size).toBe(steps.length);
    expect(steps.every(({ key }) => /^[a-z][a-z0-9_]{0,29}$/.test(key))).toBe(true);
    expect(steps.flatMap(({ depends_on }) => depends_on).filter((key) => !byKey.has(key))).toEqual([]);
    expect(isAcyclic(steps)).toBe(true);
    expect(steps.some(({ optional }) => !optional)).toBe(true);
  });

  test('requires no step that needs an optional one', () => {
    const needy = steps.filter(
      ({ optional, depends_on }) => !optional && depends_on.some((key) => byKey.get(key)?.optional),
    );
    expect(needy).toEqual([]);
  });

  test('feeds and sets only settings that there are, from steps before and fields that there are', () => {
    for (const step of steps) {
      const { shape } = capabilityOf(capabilities, step).settings;
      for (const [name, source] of Object.entries(step.settings)) {
        expect(Object.keys(shape)).toContain(name);
        if (source.from === 'step') expect(step.depends_on).toContain(source.step);
        if (source.from === 'input') expect(Object.keys(input.shape)).toContain(source.field);
      }
    }
  });

  test('uses every field of its input', () => {
    const used = new Set(
      steps.flatMap((step) =>
        Object.keys(capabilityOf(capabilities, step).settings.shape).map((name) => {
          const source = step.settings[name];
          return source === undefined ? name : source.from === 'input' ? source.field : '';
        }),
      ),
    );
    expect(Object.keys(input.shape).filter((field) => !used.has(field))).toEqual([]);
  });

  test('names no capability whose settings name records, or whose price hangs on what is fed', () => {
    for (const step of steps) {
      const { knowledge, settings, price } = capabilityOf(capabilities, step);
      expect(knowledge).toBeUndefined();
      expect(price).toBeUndefined();
      expect(Object.keys(settings.shape)).not.toEqual(expect.arrayContaining(['kb_ids']));
      expect(Object.keys(settings.shape)).not.toEqual(expect.arrayContaining(['post_type']));
    }
  });

  test('has a description on every field, and an example that is valid and not blank', () => {
    const { properties = {} } = settingsSchema({ settings: input });
    for (const property of Object.values(properties)) expect(property).toHaveProperty('description');
    const parsed = input.parse(template.example);
    const plan = planTemplate(capabilities, template, parsed);
    expect(plan.price).toBe(estimatedCredits(template));
    expect(plan.steps.reduce((sum, step) => sum + step.estimated_credits, 0)).toBe(plan.price);
    expect(isAcyclic(plan.steps)).toBe(true);
    for (const { key, title, depends_on } of plan.steps) {
      expect(key.length).toBeLessThanOrEqual(64);
      expect(title.length).toBeLessThanOrEqual(200);
      expect(depends_on).not.toContain(key);
    }
  });

  test('takes the longest texts and gives each capability settings that are valid', () => {
    const longest = Object.fromEntries(
      Object.entries(settingsSchema({ settings: input }).properties ?? {}).map(([name, property]) => [
        name,
        typeof property === 'object' && property.maxLength !== undefined && !WORDS.has(name)
          ? 'x'.repeat(property.maxLength)
          : undefined,
      ]),
    );
    const parsed = input.parse({ ...longest, ...lengthless(template.example, longest) });
    expect(() => planTemplate(capabilities, template, parsed)).not.toThrow();
  });

  test('asks for whatever its capabilities ask the AI', () => {
    const blank = Object.fromEntries(prompt_inputs.map((name) => [name, ' ']));
    const parsed = input.parse({ ...template.example, ...blank });
    const asked = planTemplate(capabilities, template, parsed).steps.flatMap((step) => {
      const found = steps.find(({ key }) => step.key === key || step.key.startsWith(`${key}.`));
      return found ? blankPrompts(capabilityOf(capabilities, found), step.settings) : [];
    });
    expect(asked.length).toBeGreaterThan(0);
    // No text of the example is blank.
    const filled = planTemplate(capabilities, template, input.parse(template.example)).steps;
    for (const step of filled) {
      const found = steps.find(({ key }) => step.key === key || step.key.startsWith(`${key}.`));
      if (found) expect(blankPrompts(capabilityOf(capabilities, found), step.settings)).toEqual([]);
    }
    for (const step of steps) expect(requiredSettings(capabilityOf(capabilities, step)).length).toBeGreaterThan(0);
  });
});

/** Text fields with a fixed set of values. */
const WORDS = new Set(['timezone', 'language', 'target_language', 'start_date', 'launch_date', 'webinar_date']);

/** Fields of the example without a longest text. */
function lengthless(example: Record<string, unknown>, longest: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(example).filter(([name]) => longest[name] === undefined));
}
