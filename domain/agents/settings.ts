import { z } from 'zod';
import { REVIEW_RULES } from '../guardrails/rule-list.ts';
import { languageTag, text } from '../kernel/schema.ts';

/** Maximum length of an agent's instructions, characters. */
const MAX_INSTRUCTIONS = 4_000;
const MAX_BANNED_PHRASES = 50;

const fields = {
  instructions: text(MAX_INSTRUCTIONS).describe('Instructions that apply to all work of the agent.'),
  tone: text(100).describe('Tone, unless the task sets one.'),
  audience: text(300).describe('Audience, unless the task sets one.'),
  language: languageTag().describe('Language, unless the task sets one.'),
  temperature: z.number().min(0).max(2).describe('Sent with every AI call.'),
  banned_phrases: z.array(text(200)).max(MAX_BANNED_PHRASES).describe('Phrases that send a text to review.'),
  blocking_rules: z
    .array(z.enum(REVIEW_RULES as [string, ...string[]]))
    .max(REVIEW_RULES.length)
    .describe('Guardrails whose hits stop a step instead of sending its text to review.'),
};

/** Settings of an agent by its partner; the definition of its type has the rest. */
export const agentSettings = z.object(fields).partial();
export type AgentSettings = z.output<typeof agentSettings>;

/**
 * Reads stored settings and drops invalid ones. Each setting and each list entry is parsed separately, so that a rule that no
 * longer exists does not disable other guardrails.
 */
export function readSettings(stored: Readonly<Record<string, unknown>>): AgentSettings {
  const fitting = Object.entries(fields).flatMap(([name, field]) => {
    const value = stored[name];
    const kept = Array.isArray(value) ? value.filter((entry) => field.safeParse([entry]).success) : value;
    const { success, data } = field.safeParse(kept);
    return success ? [[name, data]] : [];
  });
  return Object.fromEntries(fitting);
}

/** A change of settings: omitted ones stay, null removes one. */
export const agentSettingsChange: z.ZodType<Record<string, unknown>> = z.object(
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.nullish()])),
);

/** Merges changes into an object; null removes a value. */
export function merged<Value>(
  before: Readonly<Record<string, Value>>,
  change: Readonly<Record<string, Value | null | undefined>> = {},
): Record<string, Value> {
  const after = { ...before, ...change };
  return Object.fromEntries(Object.entries(after).filter((entry): entry is [string, Value] => entry[1] != null));
}
