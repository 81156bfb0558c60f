import { GERMAN } from './catalogues/de.ts';
import { ENGLISH } from './catalogues/en.ts';
import { SPANISH } from './catalogues/es.ts';
import type { Language } from './languages.ts';

/**
 * Texts by the English text that the domain has. `{name}` stands for a value, `{name:text}` for one that is translated,
 * too, such as a count with its noun.
 */
export type Catalogue = Readonly<Record<string, string>>;

/** Longer texts are nobody's message, and are not looked at. */
const MAX_LENGTH = 6_000;
/** Values that are texts themselves: as deep as texts are put together. */
const MAX_DEPTH = 4;

interface Placeholder {
  name: string;
  isText: boolean;
}

/** A text with values: what stands before, between and behind them. */
interface Pattern {
  literals: readonly string[];
  placeholders: readonly Placeholder[];
  translation: string;
}

interface Compiled {
  texts: ReadonlyMap<string, string>;
  /** Those with more words of their own come first. */
  patterns: readonly Pattern[];
}

const PLACEHOLDER = /\{(\w+)(:text)?\}/;

/** The catalogue of each language. That of English has only what programs read in words of their own. */
export const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en: ENGLISH, de: GERMAN, es: SPANISH };

const COMPILED: Readonly<Record<Language, Compiled>> = {
  en: compile(ENGLISH),
  de: compile(GERMAN),
  es: compile(SPANISH),
};

/** A text of the catalogue with its placeholders, for those who fill them in themselves. */
export function wordingOf(text: string, language: Language): string {
  return CATALOGUES[language][text] ?? text;
}

/** A text of the service in a language; as it is where the catalogue does not have it, and for programs (undefined). */
export function translate(text: string, language: Language | undefined): string {
  if (language === undefined || text.length > MAX_LENGTH) return text;
  return translated(text, COMPILED[language], 0) ?? text;
}

/** The text in one piece, else sentence by sentence; undefined where nothing of it is known. */
function translated(text: string, catalogue: Compiled, depth: number): string | undefined {
  const whole = catalogue.texts.get(text) ?? filled(text, catalogue, depth);
  if (whole !== undefined) return whole;
  const sentences = sentencesOf(text);
  if (sentences.length < 2) return undefined;
  const each = sentences.map((sentence) => catalogue.texts.get(sentence) ?? filled(sentence, catalogue, depth));
  if (each.every((sentence) => sentence === undefined)) return undefined;
  return each.map((sentence, index) => sentence ?? sentences[index]).join(' ');
}

function filled(text: string, catalogue: Compiled, depth: number): string | undefined {
  for (const { literals, placeholders, translation } of catalogue.patterns) {
    const values = valuesIn(text, literals);
    if (!values) continue;
    const named = placeholders.map(({ name, isText }, index): [string, string | undefined] => {
      const value = values[index] ?? '';
      return [name, isText ? valueIn(value, catalogue, depth) : plainValue(value)];
    });
    if (named.some(([, value]) => value === undefined)) continue;
    const byName = new Map(named);
    return translation.replace(/\{(\w+)(?::text)?\}/g, (placeholder, name: string) => byName.get(name) ?? placeholder);
  }
  return undefined;
}

/** A value is a part of a sentence: what has more of them belongs to another text. */
function plainValue(value: string): string | undefined {
  return sentencesOf(value).length > 1 ? undefined : value;
}

/** A value that is a text: translated, or as it is where it has no words of its own. */
function valueIn(value: string, catalogue: Compiled, depth: number): string | undefined {
  if (!/\p{L}/u.test(value) || /^"[^"]*"$/.test(value)) return value;
  return depth < MAX_DEPTH ? translated(value, catalogue, depth + 1) : undefined;
}

/**
 * What stands between the literals, or undefined where the text does not have them in their order. Each is looked for
 * once from left to right, so a text costs no more than its length for each pattern, whatever stands in it.
 */
function valuesIn(text: string, literals: readonly string[]): string[] | undefined {
  const first = literals[0] ?? '';
  const last = literals.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return undefined;
  const values: string[] = [];
  const end = text.length - last.length;
  let from = first.length;
  for (const literal of literals.slice(1, -1)) {
    const at = text.indexOf(literal, from);
    if (at < 0 || at + literal.length > end) return undefined;
    values.push(text.slice(from, at));
    from = at + literal.length;
  }
  values.push(text.slice(from, end));
  return values.every((value) => value !== '') ? values : undefined;
}

/** Sentences, each with its point. A point within quotation marks ends none. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') isQuoted = !isQuoted;
    const isEnd = (character === '.' || character === '?') && text[at + 1] === ' ' && !isQuoted;
    if (!isEnd || !/[\p{Lu}\p{N}"]/u.test(text[at + 2] ?? '')) continue;
    sentences.push(text.slice(from, at + 1));
    from = at + 2;
  }
  return [...sentences, text.slice(from)];
}

function compile(catalogue: Catalogue): Compiled {
  const texts = new Map<string, string>();
  const patterns: Pattern[] = [];
  for (const [text, translation] of Object.entries(catalogue)) {
    if (!PLACEHOLDER.test(text)) {
      texts.set(text, translation);
      continue;
    }
    const parts = text.split(/\{(\w+(?::text)?)\}/);
    patterns.push({
      literals: parts.filter((_, index) => index % 2 === 0),
      placeholders: parts
        .filter((_, index) => index % 2 === 1)
        .map((part) => ({ name: part.replace(':text', ''), isText: part.endsWith(':text') })),
      translation,
    });
  }
  const weight = ({ literals }: Pattern) => literals.join('').length;
  return { texts, patterns: patterns.sort((a, b) => weight(b) - weight(a)) };
}

/** Messages by field, in a language. */
export function translatedProblems(
  problems: Readonly<Record<string, readonly string[]>>,
  language: Language | undefined,
): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(problems).map(([field, messages]) => [
      field,
      messages.map((message) => translate(message, language)),
    ]),
  );
}

/**
 * A JSON Schema with its titles and help in a language. Choices whose names differ from their values get `x-labels`, the
 * names by value.
 */
export function translatedSchema<Schema>(schema: Schema, language: Language | undefined): Schema {
  return language === undefined ? schema : (schemaIn(schema, language) as Schema);
}

function schemaIn(schema: unknown, language: Language): unknown {
  if (Array.isArray(schema)) return schema.map((part) => schemaIn(part, language));
  if (typeof schema !== 'object' || schema === null) return schema;
  const fields = Object.entries(schema).map(([keyword, value]: [string, unknown]) => {
    const isText = (keyword === 'title' || keyword === 'description') && typeof value === 'string';
    if (isText) return [keyword, translate(value, language)];
    return [keyword, KEPT.has(keyword) ? value : schemaIn(value, language)];
  });
  const { enum: choices } = schema as { enum?: unknown };
  return { ...Object.fromEntries(fields), ...(Array.isArray(choices) && labelsOf(choices, language)) };
}

/** Values of fields, which are nobody's words. */
const KEPT = new Set(['default', 'enum', 'const', 'examples', 'pattern', 'required']);

function labelsOf(choices: readonly unknown[], language: Language): object {
  const named = choices
    .filter((choice) => typeof choice === 'string')
    .map((choice) => [choice, translate(choice, language)] as const)
    .filter(([choice, label]) => choice !== label);
  return named.length > 0 ? { 'x-labels': Object.fromEntries(named) } : {};
}
