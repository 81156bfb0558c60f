import { slugsOf } from '../../capabilities/prices.ts';
import type { AgentDefinition } from './types.ts';

/** The analyst as it was at first. */
export const ANALYST_1: AgentDefinition = {
  agent_type: 'analyst',
  version: 1,
  label: '1.0.0',
  description: 'Answers questions and examines content, listings, keywords and audiences.',
  capabilities: slugsOf('analysis'),
  model: null,
  capability_models: {},
  prompts: {
    plan: ['Plan one examining step for each thing that is examined.'],
    write: ['Write as an analyst reports: the finding, then what it rests on.'],
    analyse: ['You are a careful analyst. Tell what is observed from what is concluded.'],
  },
  temperature: null,
  guardrails: { blocking: [], banned_phrases: [] },
};
