import { z } from 'zod';
import { REVIEW_RULES } from '../guardrails/rules.ts';
import { languageTag, text } from '../kernel/schema.ts';

/** Most characters of an agent's own instructions. */
const MAX_INSTRUCTIONS = 4_000;
const MAX_BANNED_PHRASES = 50;

/** What a partner shapes an agent by; its type's definition has the rest. */
export const agentSettings = z.object({
  instructions: text(MAX_INSTRUCTIONS).optional().describe('What the agent is to keep to in all that it does.'),
  tone: text(100).optional().describe('Tone, where the task names none.'),
  audience: text(300).optional().describe('Whom it writes for, where the task names nobody.'),
  language: languageTag().optional().describe('Language, where the task names none.'),
  temperature: z.number().min(0).max(2).optional().describe('Goes with every question to the AI.'),
  banned_phrases: z
    .array(text(200))
    .max(MAX_BANNED_PHRASES)
    .optional()
    .describe('Phrases that send what was written to review.'),
  blocking_rules: z
    .array(z.enum(REVIEW_RULES as [string, ...string[]]))
    .max(REVIEW_RULES.length)
    .optional()
    .describe('Guardrails whose hits stop a step, where they would send its text to review.'),
});
export type AgentSettings = z.output<typeof agentSettings>;
