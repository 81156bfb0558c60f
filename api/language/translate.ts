import { GERMAN } from './catalogues/de.ts';
import { ENGLISH } from './catalogues/en.ts';
import { SPANISH } from './catalogues/es.ts';
import { LANGUAGES, type Language } from './languages.ts';

/**
 * Texts by the English text that the domain has. `{name}` stands for a value, `{count}` for a number, `{name:text}` for
 * one that is translated, too: a count with its noun, a quotation, a list of such.
 */
export type Catalogue = Readonly<Record<string, string>>;

/** Longer texts are nobody's message, and are not looked at. */
const MAX_LENGTH = 6_000;
/** Values that are texts themselves: as deep as texts are put together. */
const MAX_DEPTH = 4;
/** Patterns that a text is compared with at most, with its sentences and values; the longest of ours take some 700. */
const MAX_TRIES = 1_000;

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
  language: Language;
  list: Intl.ListFormat;
  texts: ReadonlyMap<string, string>;
  /** By the character that texts of it begin with; those with more words of their own come first. */
  patterns: ReadonlyMap<string, readonly Pattern[]>;
  /** Those that begin with a value, in the same order. */
  openPatterns: readonly Pattern[];
}

/** A catalogue for one text. What strangers wrote could have parts within parts, each compared with everything. */
interface Search extends Compiled {
  triesLeft: number;
}

const PLACEHOLDER = /\{(\w+)(:text)?\}/;

/** Words that texts of the catalogue have between quotation marks themselves. */
const OWN_QUOTATIONS: ReadonlySet<string> = new Set(
  Object.keys(GERMAN).flatMap((text) => [...text.matchAll(/"([^"{}]+)"/g)].map(([, words]) => words ?? '')),
);

/** The catalogue of each language. That of English has only what programs read in words of their own. */
export const CATALOGUES: Readonly<Record<Language, Catalogue>> = { en: ENGLISH, de: GERMAN, es: SPANISH };

const COMPILED = Object.fromEntries(
  LANGUAGES.map((language) => [language, compile(language, CATALOGUES[language])]),
) as Readonly<Record<Language, Compiled>>;

/** A text of the catalogue with its placeholders, for those who fill them in themselves. */
export function wordingOf(text: string, language: Language): string {
  return CATALOGUES[language][text] ?? text;
}

/** A text of the service in a language; as it is where the catalogue does not have it, and for programs (undefined). */
export function translate(text: string, language: Language | undefined): string {
  if (language === undefined || text.length > MAX_LENGTH) return text;
  const exact = COMPILED[language].texts.get(text);
  if (exact !== undefined) return exact;
  const { masked, unmask } = maskQuotations(text);
  const catalogue: Search = { ...COMPILED[language], triesLeft: MAX_TRIES };
  const found = translated(masked, catalogue, 0) ?? translatedInPart(masked, catalogue);
  return found === undefined ? text : unmask(found);
}

/** First of the private characters that stand for quotations while a text is translated. */
const FIRST_MASK = 0xe000;
/** More quotations than any of our texts has; what is behind them stays as it is. */
const MAX_MASKS = 64;

/**
 * What stands between quotation marks is somebody else's words: sentences, lists and placeholders do not look into it.
 * Words that our own texts quote stay.
 */
function maskQuotations(text: string): { masked: string; unmask: (text: string) => string } {
  const hidden: string[] = [];
  // A text that has such characters itself is not masked.
  if (/[\uE000-\uE0FF]/.test(text)) return { masked: text, unmask: (found) => found };
  let masked = '';
  let from = 0;
  for (const [begin, end] of quotationsIn(text)) {
    const words = text.slice(begin + 1, end);
    if (OWN_QUOTATIONS.has(words) || hidden.length === MAX_MASKS) continue;
    masked += `${text.slice(from, begin)}"${String.fromCharCode(FIRST_MASK + hidden.push(words) - 1)}"`;
    from = end + 1;
  }
  masked += text.slice(from);
  return {
    masked,
    unmask: (found) => found.replace(/[\uE000-\uE0FF]/g, (mask) => hidden[mask.charCodeAt(0) - FIRST_MASK] ?? mask),
  };
}

/**
 * Places of the marks that begin and end each quotation. What is quoted may have marks itself: `"a "fast" 19" rack"` is one.
 */
function quotationsIn(text: string): [begin: number, end: number][] {
  const found: [begin: number, end: number][] = [];
  let depth = 0;
  let begin = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    const opens = /^$|[\s(]/.test(text[at - 1] ?? '') && !/^$|[\s.,;:)]/.test(text[at + 1] ?? '');
    if (opens) {
      if (depth === 0) begin = at;
      depth += 1;
    } else if (depth > 0) {
      depth -= 1;
      if (depth === 0) found.push([begin, at]);
    } else {
      const last = found.at(-1);
      if (last) last[1] = at;
    }
  }
  return found;
}

/** The text in one piece, else sentence by sentence; undefined where a part of it is not known. */
function translated(text: string, catalogue: Search, depth: number): string | undefined {
  const exact = catalogue.texts.get(text);
  if (exact !== undefined) return exact;
  const sentences = sentencesOf(text);
  if (sentences.length < 2) return filled(text, catalogue, depth);
  const each: string[] = [];
  for (const sentence of sentences) {
    const found = sentenceIn(sentence, catalogue, depth);
    // What one sentence is not, the others need not be looked at for.
    if (found === undefined) return filled(text, catalogue, depth);
    each.push(found);
  }
  return each.join(' ');
}

/** The sentences that are known, among the others as they are; undefined where none is. */
function translatedInPart(text: string, catalogue: Search): string | undefined {
  const sentences = sentencesOf(text);
  const each = sentences.map((sentence) => sentenceIn(sentence, catalogue, 0));
  if (each.every((sentence) => sentence === undefined)) return undefined;
  return each.map((sentence, index) => sentence ?? sentences[index]).join(' ');
}

function sentenceIn(sentence: string, catalogue: Search, depth: number): string | undefined {
  return catalogue.texts.get(sentence) ?? filled(sentence, catalogue, depth);
}

function filled(text: string, catalogue: Search, depth: number): string | undefined {
  const patterns = catalogue.patterns.get(text[0] ?? '') ?? catalogue.openPatterns;
  for (const { literals, placeholders, translation } of patterns) {
    if (catalogue.triesLeft === 0) return undefined;
    catalogue.triesLeft -= 1;
    const values = valuesIn(text, literals);
    if (!values) continue;
    const named = placeholders.map(({ name, isText }, index): [string, string | undefined] => {
      const value = values[index] ?? '';
      return [name, isText ? valueIn(value, catalogue, depth) : plainValue(name, value)];
    });
    if (named.some(([, value]) => value === undefined)) continue;
    const byName = new Map(named);
    return translation.replace(/\{(\w+)(?::text)?\}/g, (placeholder, name: string) => byName.get(name) ?? placeholder);
  }
  return undefined;
}

/** A value is a part of a sentence: what has more of them belongs to another text. A count is a number. */
function plainValue(name: string, value: string): string | undefined {
  if (name === 'count' && !/^\d+$/.test(value)) return undefined;
  return sentencesOf(value).length > 1 ? undefined : value;
}

/** A value that is a text: translated, a list of such, or as it is where it has no words of its own. */
function valueIn(value: string, catalogue: Search, depth: number): string | undefined {
  if (/^\d+\.\d+$/.test(value)) return catalogue.language === 'en' ? value : value.replace('.', ',');
  if (!/\p{L}/u.test(value.replaceAll(/"[^"]*"/g, '')) && !value.includes(', ')) return value;
  if (depth >= MAX_DEPTH) return undefined;
  return catalogue.texts.get(value) ?? listIn(value, catalogue, depth + 1) ?? translated(value, catalogue, depth + 1);
}

/** A list such as `"a", "b" and 3 more`, each of whose parts is a text. */
function listIn(value: string, catalogue: Search, depth: number): string | undefined {
  const parts = value.split(/, | and /);
  if (parts.length < 2) return undefined;
  const each = parts.map((part) => valueIn(part, catalogue, depth));
  if (each.some((part) => part === undefined)) return undefined;
  return catalogue.list.format(each as string[]);
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

function compile(language: Language, catalogue: Catalogue): Compiled {
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
  // Lists of the texts have no comma before the last part.
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language);
  patterns.sort((a, b) => weight(b) - weight(a));
  return { language, list, texts, ...indexed(patterns) };
}

function indexed(patterns: readonly Pattern[]): Pick<Compiled, 'patterns' | 'openPatterns'> {
  const beginningOf = ({ literals }: Pattern) => literals[0]?.[0] ?? '';
  const beginnings = new Set(patterns.map(beginningOf));
  const byBeginning = [...beginnings].map((beginning): [string, Pattern[]] => [
    beginning,
    patterns.filter((pattern) => ['', beginning].includes(beginningOf(pattern))),
  ]);
  return {
    patterns: new Map(byBeginning),
    openPatterns: patterns.filter((pattern) => beginningOf(pattern) === ''),
  };
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
