import { z } from 'zod';
import { CAPABILITY_IDS, type CapabilitySlug } from '../kernel/capability-slugs.ts';
import { day, languageTag, looseText, text, timezone } from '../kernel/schema.ts';
import { categoryOf, PRICES } from './prices.ts';
import { COUNT_SETTINGS } from './sizes.ts';
import type { Capability, ContentType, Deliverable, StepKind, StepTemplate } from './types.ts';

/** An entry in the catalogue's files; omitted fields have defaults. */
export interface CatalogueEntry
  extends Omit<Capability, 'id' | 'category' | 'estimated_credits' | 'required_extensions' | 'is_beta'> {
  slug: CapabilitySlug;
  is_beta?: boolean;
}

/** Completes entries with their ids, categories and prices from the shared tables. */
export function capabilities(entries: readonly CatalogueEntry[]): readonly Capability[] {
  return entries.map((entry) => ({
    is_beta: false,
    ...entry,
    id: CAPABILITY_IDS[entry.slug],
    category: categoryOf(entry.slug),
    estimated_credits: PRICES[entry.slug],
    required_extensions: [],
  }));
}

/** Maximum length of a source text (to rewrite, translate, analyse), characters. */
const MAX_SOURCE = 20_000;

/** A prompt setting; a blank one is a failed precondition, not a schema error. */
export function promptText(description: string, max = 2_000) {
  return looseText(max).describe(description);
}

/** A required name or phrase. */
export function name(description: string) {
  return text(200).describe(description);
}

/** An optional text; blank counts as omitted. */
export function optionalText(description: string, max = 2_000) {
  return looseText(max).optional().describe(description);
}

/** A text to work on. */
export function sourceText(description: string) {
  return promptText(description, MAX_SOURCE);
}

/** An optional list of short phrases. */
export function phrases(description: string) {
  return z.array(text(100)).max(20, 'Must have at most 20 entries.').default([]).describe(description);
}

/** Settings of all written texts. */
export function voice() {
  return {
    audience: optionalText(
      'Who reads it, for example "IT leads of mid-sized manufacturers". Default: the audience of the brand voice.',
      300,
    ),
    tone: optionalText(
      'How it sounds, for example "professional" or "casual". Default: the tone of the brand voice.',
      100,
    ),
    language: languageTag().default('en').describe('Language of the result as a BCP 47 tag.'),
  };
}

/** The language to translate into. */
export function targetLanguage() {
  return languageTag().describe('Language to translate into, as a BCP 47 tag such as de or pt-BR.');
}

/** Target length of the text, words. */
export function lengthWords(min: number, max: number, byDefault: number) {
  return wholeNumber(min, max, byDefault).describe(
    `Wanted length in words, ${min} to ${max}; the result may differ by a quarter.`,
  );
}

/** Number of items of the content type, under the setting name that planning reads. */
export function itemCount(type: ContentType, min: number, max: number, byDefault: number) {
  return { [COUNT_SETTINGS[type]]: wholeNumber(min, max, byDefault).describe(`How many to make, ${min} to ${max}.`) };
}

/** Number of ideas. */
export function resultCount(max: number, byDefault: number) {
  return { result_count: wholeNumber(1, max, byDefault).describe(`How many to find, 1 to ${max}.`) };
}

function wholeNumber(min: number, max: number, byDefault: number) {
  return z
    .int('Must be an integer.')
    .min(min, `Must be at least ${min}.`)
    .max(max, `Must be at most ${max}.`)
    .default(byDefault);
}

/** Settings of everything with a date. */
export function timing() {
  return {
    days_between: wholeNumber(1, 30, 2).describe('Business days between two pieces of the same kind.'),
    timezone: timezone.default('UTC').describe('IANA time zone whose business hours are used.'),
  };
}

/** The last day that a setting may name. The schedule takes events of ten years more, so what is counted from it has room there. */
const LAST_DAY = '2189-12-31';

/** An optional day; a past day or a weekend becomes the next business day. */
export function optionalDay(description: string) {
  const near = day.refine((value) => value <= LAST_DAY, `Must not be after ${LAST_DAY}.`);
  return near
    .optional()
    .describe(`${description} (YYYY-MM-DD). A past day or a weekend becomes the next business day.`);
}

/** A deliverable of content items. */
export function content(type: ContentType, minWords: number, maxWords: number, count = 1): Deliverable {
  return { type: 'content', content_type: type, min_words: minWords, max_words: maxWords, count };
}

/** A step of a default plan. */
export function step(
  key: string,
  title: string,
  kind: StepKind,
  depends_on: string[],
  deliverable: Deliverable,
): StepTemplate {
  return { key, title, kind, depends_on, deliverable };
}
