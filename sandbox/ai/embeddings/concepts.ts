import { readFileSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { STOP_WORDS } from './words.ts';

/**
 * The table: concepts of work, trades and everyday life, each with its words in English, German and Spanish without accents, separated
 * by spaces, most of which are beginnings. `=` at the end: the whole word; `-`: words that follow each other, of which the last may be a
 * beginning. `common`: a concept that says little about what a text is about.
 */
const TABLE = readFileSync(new URL('./concepts.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([concept = '', weight, ...languages]) => ({
    concept,
    isCommon: weight === 'common',
    words: languages.join(' ').split(' '),
  }));

/** What a concept weighs that many texts share: what kind of answer is asked for, units, numbers, verbs such as give and take. */
const COMMON_WEIGHT = 0.35;
/** How a word shares its weight among several concepts: each has the weight divided by their number to this power. */
const SHARE = 0.4;
/** Shortest word that may be a German compound, and shortest word of the table that is a part of one. */
const MIN_COMPOUND = 8;
const MIN_PART = 4;
/** Shortest last part behind a first one that the table does not have, and the longest suffix of a part. */
const MIN_HEAD = 5;
const MAX_SUFFIX_OF_PART = 3;
/** Letters between the parts of a compound. */
/** How German names people by what they do: `Auszubildende` have no end. */
const PARTICIPLE = /^ende[mnrs]?$/;
const LINKS = ['', 's', 'n', 'en', 'es', 'e', 'er'];
/** What follows a first part where a word must begin that the table does not have. */
const LINKED_WORD = /^s[bdfghklnrvwz]\p{L}{3,}$/u;
/** Longest suffix that is ignored, characters; more is another word. */
const MAX_SUFFIX = 7;
/** Beginnings up to this length are in many words (`kran` in `krank`), so that what follows must be a suffix. */
const SHORT = 4;
const SUFFIX =
  /^(?:e[nrsmt]?|est|n|s|t|st|te[nrs]?|er[ns]|erin(?:nen)?|lich\w*|ung(?:en)?|d|ed|ing|ings|y|ly|l|r|rs|able|a[rns]?|os?|amos|[ai]d[oa]s?|[ai]ndo|[ai]cion(?:es)?|[aei]mos|ir|i|io|ia|aron|ieron|amientos?)?$/;

/** Ends where an inflected word changes its last letter: `companies`, `luces`. */
const PLURAL_OF_Y = /(?<=[^aeiou])ie[sd]$/;
const PLURAL_OF_Z = /(?<=[aeiou])ces$/;

const COMMON = new Set(TABLE.filter(({ isCommon }) => isCommon).map(({ concept }) => concept));
/** Concepts by whole words, by beginnings of words, and by the first word of several. */
const WHOLE = new Map<string, string[]>();
const BEGINNINGS = new Map<string, string[]>();
const PHRASES = new Map<string, Phrase[]>();

for (const { concept, words } of TABLE) {
  for (const word of words) {
    const [first = '', ...others] = word.split('-');
    if (others.length > 0) add(PHRASES, first, { text: word.replaceAll('-', ' '), concept });
    else if (word.endsWith('=')) add(WHOLE, word.slice(0, -1), concept);
    else add(BEGINNINGS, word, concept);
  }
}
const LONGEST = Math.max(...[...BEGINNINGS.keys()].map(({ length }) => length));

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}

/** What the table has about a word. */
interface Entry {
  concepts: ReadonlyMap<string, number>;
  parts: readonly Part[];
}

/** The words that were looked up last, since the sentences of a text, its passage and the next text have the same. Long ones are not kept. */
const LOOKED_UP = new LRUCache<string, Entry>({ max: 20_000 });
const LONGEST_KEPT = 40;

/** The concepts of a word without accents with their weights; those of its parts, too, where it is a compound. */
export function conceptsOf(word: string): ReadonlyMap<string, number> {
  return lookUp(word).concepts;
}

/** The parts of a German compound, such as `Aufnahme` and `Gebühr`; none of another word. */
export function partsOf(word: string): readonly Part[] {
  return lookUp(word).parts;
}

function lookUp(word: string): Entry {
  const known = LOOKED_UP.get(word);
  if (known) return known;
  const parts = dividedInto(word);
  const ofParts = parts.flatMap(({ concepts }) => concepts);
  const found = [...meaningsOf(word), ...ofParts, ...[...beginningsOf(word, MAX_SUFFIX)].flat()];
  const singular = found.length > 0 ? word : word.replace(PLURAL_OF_Y, 'y').replace(PLURAL_OF_Z, 'z');
  const concepts = singular === word ? meaningOf(found) : conceptsOf(singular);
  const entry = { concepts, parts };
  if (word.length <= LONGEST_KEPT) LOOKED_UP.set(word, entry);
  return entry;
}

/** Concepts of a word with their weights. */
export function meaningOf(concepts: Iterable<string>): Map<string, number> {
  const all = new Set(concepts);
  return new Map([...all].map((concept) => [concept, conceptWeight(concept) / all.size ** SHARE]));
}

/** A part of a compound with its concepts; none for one that the table does not have. */
export interface Part {
  text: string;
  concepts: readonly string[];
}

/** The concepts that the table has for a word as a whole, with a short suffix at most. */
export function meaningsOf(word: string): readonly string[] {
  const [longest = []] = beginningsOf(word, MAX_SUFFIX_OF_PART);
  return [...(WHOLE.get(word) ?? []), ...longest];
}

function dividedInto(word: string): Part[] {
  if (word.length < MIN_COMPOUND) return [];
  const parts = twoPartsOf(word, new Set());
  return parts.length > 0 || meaningsOf(word).length > 0 ? parts : partsWithHead(word);
}

/**
 * A first part that the table has, and what follows it, which may be a compound, too. What was found to be none is remembered: else a
 * long word of parts that may end in several places would take twice as long for each of them.
 */
function twoPartsOf(word: string, indivisible: Set<string>): Part[] {
  if (indivisible.has(word)) return [];
  for (const first of firstPartsOf(word)) {
    const rest = word.slice(first.text.length);
    for (const link of LINKS) {
      if (!rest.startsWith(link) || rest.length - link.length < MIN_PART) continue;
      if (link === '' && PARTICIPLE.test(rest)) continue;
      const others = onePartOrMore(rest.slice(link.length), indivisible);
      if (others.length > 0) return [first, ...others];
    }
    if (LINKED_WORD.test(rest)) return [first, { text: rest.slice(1), concepts: [] }];
  }
  indivisible.add(word);
  return [];
}

function onePartOrMore(text: string, indivisible: Set<string>): Part[] {
  const concepts = meaningsOf(text);
  return concepts.length > 0 ? [{ text, concepts }] : twoPartsOf(text, indivisible);
}

/** A first part that the table does not have, and the longest last one that it has. */
function partsWithHead(word: string): Part[] {
  for (let at = MIN_PART; at <= word.length - MIN_HEAD; at += 1) {
    const head = word.slice(at);
    const concepts = meaningsOf(head);
    if (concepts.length > 0)
      return [
        { text: word.slice(0, at), concepts: [] },
        { text: head, concepts },
      ];
  }
  return [];
}

/** The concepts of each beginning of a word that leaves a suffix of so many characters at most, the longest first. */
function* beginningsOf(word: string, maxSuffix: number): Generator<readonly string[]> {
  for (let length = Math.min(word.length, LONGEST); length > 1 && word.length - length <= maxSuffix; length -= 1) {
    const concepts = beginningOf(word, length);
    if (concepts.length > 0) yield concepts;
  }
}

/** The concepts of the beginning of a word of a length; none where it is short, and the word another one. */
function beginningOf(word: string, length: number): readonly string[] {
  const isAnother = length <= SHORT && !SUFFIX.test(word.slice(length));
  return (isAnother ? undefined : BEGINNINGS.get(word.slice(0, length))) ?? [];
}

/** The beginnings of a word that the table has, which may be parts of it, longest first. */
function* firstPartsOf(word: string): Generator<Part> {
  for (let length = Math.min(word.length - MIN_PART, LONGEST); length >= MIN_PART; length -= 1) {
    const text = word.slice(0, length);
    // `Uber` is a taxi, but not in `Überstunden`.
    if (STOP_WORDS.has(text)) continue;
    const concepts = [...(BEGINNINGS.get(text) ?? []), ...(WHOLE.get(text) ?? [])];
    if (concepts.length > 0) yield { text, concepts };
  }
}

/** Several words together that have a concept. */
export interface Phrase {
  text: string;
  concept: string;
}

/** Stop words that change the meaning of those around them. */
const MEANINGFUL = new Set('not no without out off nicht kein keine ohne sin'.split(' '));

/** The phrases of the table in a text, each as often as it is there; else those that articles and the like part: `misses an appointment`. */
export function* phrasesOf(words: readonly string[]): Generator<Phrase> {
  const found = new Set<string>();
  for (const phrase of adjacentPhrasesOf(words)) {
    found.add(phrase.text);
    yield phrase;
  }
  const content = words.filter((word) => MEANINGFUL.has(word) || !STOP_WORDS.has(word));
  if (content.length === words.length) return;
  for (const phrase of adjacentPhrasesOf(content)) if (!found.has(phrase.text)) yield phrase;
}

function* adjacentPhrasesOf(words: readonly string[]): Generator<Phrase> {
  const line = words.join(' ');
  let at = 0;
  for (const word of words) {
    for (const phrase of PHRASES.get(word) ?? []) if (line.startsWith(phrase.text, at)) yield phrase;
    at += word.length + 1;
  }
}

/** What a concept weighs of which a text is about. */
export const MAX_CONCEPT_WEIGHT = 1;

/** What a concept weighs: less where many texts have it. */
export function conceptWeight(concept: string): number {
  return COMMON.has(concept) ? COMMON_WEIGHT : MAX_CONCEPT_WEIGHT;
}
