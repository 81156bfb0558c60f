import type { AgentDefinition } from './types.ts';
import { WRITER_1 } from './writer-1.ts';

/** Stricter than before: promises stop a text, stock phrases send it to review; short texts go to a small model where one is offered. */
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
