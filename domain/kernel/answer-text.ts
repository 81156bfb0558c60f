import { z } from 'zod';
import { withoutBlank } from './visible-text.ts';

/** Longest text in a field of the AI's answer unless given, characters: a few paragraphs. */
const MAX_FIELD = 4_000;
/** Entries in a list of an answer. */
const MAX_ENTRIES = 200;

/**
 * A text in the AI's answer; empty where nothing of it is visible. The maximum is no wish, which its description has, but what
 * code accepts; it is not part of the JSON Schema, because providers refuse `maxLength`.
 */
export function answerText(max = MAX_FIELD): z.ZodString {
  return z
    .string()
    .overwrite(withoutBlank)
    .refine((text) => text.length <= max, `Must be at most ${max} characters.`);
}

/** A list in the AI's answer. */
export function answerList<Item extends z.ZodType>(item: Item): z.ZodArray<Item> {
  return z.array(item).refine((items) => items.length <= MAX_ENTRIES, `Must have at most ${MAX_ENTRIES} entries.`);
}
