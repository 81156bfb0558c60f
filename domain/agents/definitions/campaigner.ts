import { slugsOf } from '../../capabilities/prices.ts';
import type { AgentDefinition } from './types.ts';

export const CAMPAIGNER_1: AgentDefinition = {
  agent_type: 'campaigner',
  version: 1,
  label: '1.0.0',
  description: 'Runs campaigns from the message to the last date: everything that is made of several parts.',
  capabilities: [
    ...slugsOf('publishing', 'workflow'),
    'email_campaign',
    'social_post_set',
    'landing_page_copy',
    'audience_insights',
  ],
  model: null,
  capability_models: {},
  prompts: {
    plan: [
      'Settle audience and message in one early step that all parts build on.',
      'Parts that do not build on each other must not wait for each other.',
    ],
    write: [
      'Every part carries the same message and offer, in the words of its channel.',
      'Each part says what the reader does next.',
    ],
    analyse: ['Ask what would make this audience act, and what keeps it from acting; rest on the inputs.'],
  },
  temperature: null,
  guardrails: { blocking: ['claim.banned'], banned_phrases: ['act now', 'last chance', 'don’t miss out'] },
};
