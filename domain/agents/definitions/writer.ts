import { slugsOf } from '../../capabilities/prices.ts';
import type { AgentDefinition } from './types.ts';

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

/** Stricter than version 1: promises block a text, stock phrases send it to review; short texts use a small model if offered. */
export const WRITER_2: AgentDefinition = {
  ...WRITER_1,
  version: 2,
  label: '2.0.0',
  capability_models: {
    meta_descriptions: 'gpt-5-nano',
    summarization: 'gpt-5-nano',
    social_post_set: 'gpt-5-mini',
  },
  prompts: {
    plan: [
      'Plan so that research comes before writing wherever the inputs say little.',
      'Let one preparing step serve all that is written from it, rather than one for each.',
    ],
    write: [
      'You are an experienced writer. Say the most useful thing first, and one thing a paragraph.',
      'Prefer verbs to nouns and short words to long ones; name who does what.',
      'Take examples from the inputs; where they hold none, do without.',
    ],
    analyse: ['Note what a writer can use: facts, names, objections, each with where it stands in the inputs.'],
  },
  guardrails: {
    blocking: ['claim.banned'],
    banned_phrases: ['game-changer', 'game-changing', 'revolutionary', 'cutting-edge', 'in today’s fast-paced world'],
  },
};
