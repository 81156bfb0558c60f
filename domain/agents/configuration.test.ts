import { expect, test } from '@jest/globals';
import { resolveAgent } from './configuration.ts';

const WRITER = { agent_type: 'writer', config_version: 1, model: null, capability_models: {} };

test('a setting that no longer fits takes no guardrail along', () => {
  const settings = {
    temperature: 9,
    tone: 'calm',
    banned_phrases: ['synergy'],
    blocking_rules: ['rule.of.an.earlier.release', 'agent.banned_phrase'],
  };
  const { settings: kept, guardrails, temperature } = resolveAgent({ ...WRITER, settings });
  expect(kept).toEqual({ tone: 'calm', banned_phrases: ['synergy'], blocking_rules: ['agent.banned_phrase'] });
  expect(guardrails.banned_phrases).toContain('synergy');
  expect(guardrails.blocking).toContain('agent.banned_phrase');
  expect(temperature).toBe(resolveAgent({ ...WRITER, settings: {} }).temperature);
});
