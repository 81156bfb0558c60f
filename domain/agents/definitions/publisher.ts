import { slugsOf } from '../../capabilities/prices.ts';
import type { AgentDefinition } from './types.ts';

export const PUBLISHER_1: AgentDefinition = {
  agent_type: 'publisher',
  version: 1,
  label: '1.0.0',
  description: 'Plans and schedules what is published, and runs campaigns.',
  capabilities: slugsOf('publishing', 'workflow'),
  model: null,
  capability_models: {},
  prompts: {
    plan: ['Plan backwards from the day of publication; what is published needs a review before it.'],
    write: ['Write for the channel that the text is published on; a post has one thing to do and says it.'],
    analyse: ['Look for what stands in the way of publication: gaps, contradictions, missing dates.'],
  },
  temperature: null,
  guardrails: { blocking: ['claim.banned'], banned_phrases: [] },
};
