import { describe, expect, test } from '@jest/globals';
import { REVIEW_RULES } from '../guardrails/rule-list.ts';
import { isCapabilitySlug } from '../kernel/capability-slugs.ts';
import { AGENT_TYPES, ALL_DEFINITIONS, findDefinition, latestVersion } from './definitions.ts';

test.each(AGENT_TYPES)('versions of a %s are numbered from 1 without gaps, and labelled by their number', (type) => {
  const versions = ALL_DEFINITIONS.filter(({ agent_type }) => agent_type === type);
  expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1));
  expect(versions.map(({ label }) => label)).toEqual(versions.map(({ version }) => `${version}.0.0`));
  expect(latestVersion(type)).toBe(versions.length);
});

test('there are four types beside the platform’s, and some have something to migrate to', () => {
  expect(AGENT_TYPES.length).toBeGreaterThanOrEqual(5);
  expect(AGENT_TYPES.some((type) => (latestVersion(type) ?? 0) > 1)).toBe(true);
});

test('what is not there is not found', () => {
  expect(findDefinition('writer', 1)).toMatchObject({ agent_type: 'writer', version: 1 });
  expect(findDefinition('writer', 99)).toBeUndefined();
  expect(findDefinition('astronaut', 1)).toBeUndefined();
  expect(latestVersion('astronaut')).toBeUndefined();
});

describe.each(
  ALL_DEFINITIONS.map((definition) => [`${definition.agent_type} ${definition.label}`, definition] as const),
)('%s', (_name, { capabilities, capability_models, guardrails, prompts }) => {
  test('names capabilities and rules that there are, and each capability once', () => {
    expect((capabilities ?? []).filter((slug) => !isCapabilitySlug(slug))).toEqual([]);
    expect(new Set(capabilities).size).toBe((capabilities ?? []).length);
    for (const slug of Object.keys(capability_models)) expect(capabilities ?? [slug]).toContain(slug);
    expect(guardrails.blocking.filter((rule) => !REVIEW_RULES.includes(rule))).toEqual([]);
  });

  test('has prompts of single lines', () => {
    for (const line of Object.values(prompts).flat()) expect(line).toMatch(/^[^\n]+[.!?]$/);
  });
});
