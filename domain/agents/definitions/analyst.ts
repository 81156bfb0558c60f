import { slugsOf } from '../../capabilities/prices.ts';
import type { AgentDefinition } from './types.ts';

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

/** States its confidence and blocks findings that promise something; a lower temperature makes answers vary less. */
export const ANALYST_2: AgentDefinition = {
  ...ANALYST_1,
  version: 2,
  label: '2.0.0',
  prompts: {
    plan: ANALYST_1.prompts.plan,
    write: ['Write as an analyst reports: the finding, then what it rests on, then how sure it is.'],
    analyse: [
      'You are a careful analyst. Tell what is observed from what is concluded.',
      'Say what is missing rather than guess; a finding without ground in the inputs is left out.',
      'Recommendations name the next step and who takes it.',
    ],
  },
  temperature: 0.2,
  guardrails: { blocking: ['claim.banned'], banned_phrases: [] },
};
