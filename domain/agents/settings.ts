import { z } from 'zod';
import { REVIEW_RULES } from '../guardrails/rules.ts';
import { languageTag, text } from '../kernel/schema.ts';

/** Most characters of an agent's own instructions. */
const MAX_INSTRUCTIONS = 4_000;
const MAX_BANNED_PHRASES = 50;

const fields = {
  instructions: text(MAX_INSTRUCTIONS).describe('What the agent is to keep to in all that it does.'),
  tone: text(100).describe('Tone, where the task names none.'),
  audience: text(300).describe('Whom it writes for, where the task names nobody.'),
  language: languageTag().describe('Language, where the task names none.'),
  temperature: z.number().min(0).max(2).describe('Goes with every question to the AI.'),
  banned_phrases: z.array(text(200)).max(MAX_BANNED_PHRASES).describe('Phrases that send what was written to review.'),
  blocking_rules: z
    .array(z.enum(REVIEW_RULES as [string, ...string[]]))
    .max(REVIEW_RULES.length)
    .describe('Guardrails whose hits stop a step, where they would send its text to review.'),
};

/** What a partner shapes an agent by; its type's definition has the rest. */
export const agentSettings = z.object(fields).partial();
export type AgentSettings = z.output<typeof agentSettings>;

/**
 * The settings that an agent was given, as far as they still fit. Each is read by itself, and so is each entry of a list, so that a rule
 * that is no more takes no other guardrail along.
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

/** A change of them: what is left out stays, null takes a setting away. */
export const agentSettingsChange: z.ZodType<Record<string, unknown>> = z.object(
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.nullish()])),
);

/** Some of an object's values changed; null takes one away. */
export function merged<Value>(
  before: Readonly<Record<string, Value>>,
  change: Readonly<Record<string, Value | null | undefined>> = {},
): Record<string, Value> {
  const after = { ...before, ...change };
  return Object.fromEntries(Object.entries(after).filter((entry): entry is [string, Value] => entry[1] != null));
}
