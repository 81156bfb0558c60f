import type { Db } from '../kernel/deps.ts';
import { isLetters, type Split, splitsOf } from './compounds.ts';
import { configurationOf, isCompounding } from './languages.ts';
import type { QueryTerm } from './query-terms.ts';
import { anyOf, type Corpus, type FoundLexeme, findLexemes, type TsQuery } from './search-store.ts';
import { Stems, stopWordsAmong } from './stems.ts';

/** A term with what of it is in the documents. */
export interface SearchTerm extends QueryTerm {
  number: number;
  /** Lexemes that are the term. */
  same: string[];
  /** What is nearly the term: a compound with it, its parts together, or a longer or shorter form. */
  near: TsQuery[];
  /** Lexemes of a part of it. */
  parts: string[];
  /** Passages with the term or nearly so, at most; 0: it occurs nowhere. */
  passages: number;
  /** By rarity. */
  weight: number;
}

/** Terms whose compounds are looked for: the first ones. */
const MAX_EXPANDED = 24;
/** Lexemes with a word in them that are it nearly: the shortest ones. */
const MAX_NEAR = 20;
/** Ways to take a compound apart that are searched. */
const MAX_SPLITS = 3;
/** Fewest letters of a word that compounds begin with. */
const MIN_FIRST = 4;
/** Fewest letters of a word that compounds end with, and of its stem. */
const MIN_LAST = 4;
const MIN_LAST_STEM = 3;
/** Fewest letters that a word of other languages has in common with another form of it, and which share of the word. */
const MIN_BEGINNING = 5;
const MIN_BEGINNING_SHARE = 0.6;
/** Weight of words that ask, relative to words that name. */
const ASKING = 0.25;
/** Weight of a code, relative to a word; of one that occurs nowhere more, since what has the other words is then about another. */
const CODE = 1.5;
const MISSING_CODE = 2.5;

/** Looks the terms of a query up in the vocabulary of bases; stop words are left out. */
export async function lookUpTerms(
  db: Db,
  baseIds: readonly number[],
  corpus: Corpus,
  words: readonly QueryTerm[],
): Promise<SearchTerm[]> {
  const configurations = [...new Set(corpus.languages.map(configurationOf))];
  const stopWords = await stopWordsAmong(
    db,
    configurations,
    words.flatMap(({ spellings: [word] }) => word ?? []),
  );
  const hasCompounds = configurations.some(isCompounding);
  const wanted = words
    .filter(({ word }) => !stopWords.has(word))
    .map((term, index) => ({ term, splits: hasCompounds && index < MAX_EXPANDED ? splitsOf(term.word) : [], index }));
  const stems = new Stems(db, configurations);
  await stems.add(
    wanted.flatMap(({ term, splits }) => [
      ...term.spellings,
      ...term.parts,
      ...splits.flatMap(({ heads, tail }) => [...heads, tail]),
    ]),
  );
  const looked = wanted.map(({ term, splits, index }) => {
    const same = [...new Set([...term.codes, ...stems.of(term.spellings)])];
    const isExpanded = !term.isCode && index < MAX_EXPANDED;
    return {
      ...term,
      splits: splits.map((split) => stemmed(split, stems)),
      same,
      parts: stems.of(term.parts),
      first: isExpanded ? firstOf(term, same, hasCompounds) : [],
      last: isExpanded && hasCompounds ? lastOf(term, same) : [],
      beginnings: isExpanded ? beginningsOf(term) : [],
    };
  });
  const vocabulary = new Vocabulary(
    await findLexemes(db, baseIds, {
      whole: [...stems.all(), ...looked.flatMap(({ codes, beginnings }) => [...codes, ...beginnings])],
      first: looked.flatMap(({ first }) => first),
      last: looked.flatMap(({ last }) => last),
    }),
  );
  const known = looked.filter(({ same, codes }) => same.length > codes.length || codes.length > 0);
  return withoutReplaced(known.map((term, number) => searchTerm(term, number, { vocabulary, hasCompounds, corpus })));
}

/** A term with the lexemes that it is looked for by. */
interface LookedUp extends QueryTerm {
  same: string[];
  parts: string[];
  splits: StemmedSplit[];
  first: string[];
  last: string[];
  beginnings: string[];
}

function searchTerm(
  { splits, first, last, beginnings, ...term }: LookedUp,
  number: number,
  { vocabulary, hasCompounds, corpus }: { vocabulary: Vocabulary; hasCompounds: boolean; corpus: Corpus },
): SearchTerm {
  const passages = vocabulary.count(term.same);
  // Where words are not put together, what begins alike is often another word.
  const isNear = hasCompounds || passages === 0;
  const alike = [...vocabulary.with('first', first), ...vocabulary.with('last', last)];
  const forms = passages === 0 ? beginnings.filter((lexeme) => vocabulary.count([lexeme]) > 0) : [];
  const lexemes = [...new Set(isNear ? [...forms, ...alike] : [])]
    .filter((lexeme) => isLetters(lexeme) && !term.same.includes(lexeme))
    .sort((one, other) => one.length - other.length)
    .slice(0, MAX_NEAR);
  const whole = splits
    .filter(({ heads, tail }) => vocabulary.count(heads) > 0 && vocabulary.count(tail) > 0)
    .slice(0, MAX_SPLITS);
  const nearPassages =
    vocabulary.count(lexemes) +
    whole.reduce((sum, { heads, tail }) => sum + Math.min(vocabulary.count(heads), vocabulary.count(tail)), 0);
  return {
    ...term,
    number,
    near: [
      ...(lexemes.length > 0 ? [anyOf(lexemes)] : []),
      ...whole.map(({ heads, tail }) => `(${anyOf(heads)} & ${anyOf(tail)})`),
    ],
    parts: [...term.parts, ...whole.flatMap(({ heads, tail }) => [...heads, ...tail])],
    passages: passages + nearPassages,
    weight: rarity(passages > 0 ? passages : nearPassages, corpus.passages) * importance(term, passages),
  };
}

/** The inverse document frequency of BM25. */
function rarity(passages: number, total: number): number {
  return Math.log(1 + (Math.max(0, total - passages) + 0.5) / (passages + 0.5));
}

/** How much a term says about what is asked for, whatever its rarity. */
function importance({ isCode, asks }: QueryTerm, passages: number): number {
  if (isCode) return passages === 0 ? MISSING_CODE : CODE;
  return asks ? ASKING : 1;
}

/** Two words may be one code only if that occurs; then they are its parts. */
function withoutReplaced(terms: readonly SearchTerm[]): SearchTerm[] {
  const pairs = terms.filter(({ replaces, passages }) => replaces.length === 0 || passages > 0);
  const replaced = new Set(pairs.flatMap(({ replaces }) => replaces.map(({ word }) => word)));
  return pairs.filter(({ word }) => !replaced.has(word));
}

interface StemmedSplit {
  heads: string[];
  tail: string[];
}

function stemmed({ heads, tail }: Split, stems: Stems): StemmedSplit {
  return { heads: stems.of(heads), tail: stems.of([tail]) };
}

/** Letters with which compounds with the word begin. */
function firstOf({ spellings }: QueryTerm, same: readonly string[], hasCompounds: boolean): string[] {
  const min = hasCompounds ? MIN_FIRST : MIN_BEGINNING;
  const beginnings = [...new Set([...spellings, ...same])].filter(
    (beginning) => beginning.length >= min && isLetters(beginning),
  );
  return beginnings.filter(
    (beginning) => !beginnings.some((other) => other !== beginning && beginning.startsWith(other)),
  );
}

/** Letters with which compounds with the word end. */
function lastOf({ word }: QueryTerm, same: readonly string[]): string[] {
  if (word.length < MIN_LAST) return [];
  return same.filter((lexeme) => lexeme.length >= MIN_LAST_STEM && isLetters(lexeme));
}

/** Beginnings of a word that may be the stem of another form of it, as `devolu` is that of `devolucion`. */
function beginningsOf({ spellings }: QueryTerm): string[] {
  return spellings.filter(isLetters).flatMap((word) => {
    const min = Math.max(MIN_BEGINNING, Math.ceil(word.length * MIN_BEGINNING_SHARE));
    return Array.from({ length: Math.max(0, Math.min(word.length, 30) - min) }, (_none, more) =>
      word.slice(0, min + more),
    );
  });
}

/** Lexemes of bases that were looked up. */
class Vocabulary {
  readonly #passages = new Map<string, number>();
  readonly #found: readonly FoundLexeme[];

  constructor(found: readonly FoundLexeme[]) {
    this.#found = found;
    for (const { lexeme, passages } of found) this.#passages.set(lexeme, passages);
  }

  /** Passages with any of the lexemes, at most. */
  count(lexemes: readonly string[]): number {
    return lexemes.reduce((sum, lexeme) => sum + (this.#passages.get(lexeme) ?? 0), 0);
  }

  /** Lexemes that begin or end with any of these letters. */
  with(how: 'first' | 'last', letters: readonly string[]): string[] {
    if (letters.length === 0) return [];
    return this.#found.filter((one) => one.how === how && letters.includes(one.wanted)).map(({ lexeme }) => lexeme);
  }
}
