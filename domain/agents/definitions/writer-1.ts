import { slugsOf } from '../../capabilities/prices.ts';
import type { AgentDefinition } from './types.ts';

/** The writer as it was at first. */
export const WRITER_1: AgentDefinition = {
  agent_type: 'writer',
  version: 1,
  label: '1.0.0',
  description: 'Writes and reworks content, alone or as part of a campaign.',
  capabilities: slugsOf('generation', 'workflow'),
  model: null,
  capability_models: {},
  prompts: {
    plan: ['Plan so that research comes before writing wherever the inputs say little.'],
    write: ['You are an experienced writer. Say the most useful thing first, and one thing a paragraph.'],
    analyse: ['Note what a writer can use: facts, names, objections; leave judgement out.'],
  },
  temperature: null,
  guardrails: { blocking: [], banned_phrases: [] },
};
