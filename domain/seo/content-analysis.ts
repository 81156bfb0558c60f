import { flesch } from 'flesch';
import { syllable } from 'syllable';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { oneLine, truncate } from '../kernel/words.ts';
import { sentences, stem, words } from './rubric/text.ts';

/** Longest phrase, words. */
const MAX_WORDS = 3;
const MAX_PHRASES = 10;
/** Longest word, characters; longer ones are not English words. */
const MAX_WORD = 40;
/** A phrase that occurs once is not a theme. */
const MIN_OCCURRENCES = 2;
/** Weight of a phrase by its number of words: log2(words + 1), so that single words have a weight, too. */
const LENGTH_WEIGHT = [0, 1, Math.log2(3), 2];

/** English words that no phrase contains. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above across after again all allow allows already also always am an and another any are around as at away be
  because been before being below between both but by can cannot could did do does doing done down during each either
  else enable enables even ever every few for from further get gets give gives had has have having he her here hers him his
  how i if in into is it it's its itself just keep keeps least less let lets like made make makes many may me might more
  most much must my need needs never no nor not now of off on once one only onto or other our ours out over own per
  provide provides same see several she should since so some such take takes than that the their theirs them then there
  these they this those through to together too toward two under until up upon us use used uses using very via was we well
  were what when where whether which while who whom whose why will with within without would yet you your yours`.split(
    /\s+/,
  ),
);

/** A phrase that recurs in the text. */
interface Keyphrase {
  /** As it first occurs in the text, in lower case. */
  phrase: string;
  occurrences: number;
  /** Relative to the strongest phrase: above 0, at most 1. */
  relevance: number;
}

interface Candidate {
  phrase: string;
  stems: string[];
  occurrences: number;
}

/**
 * Up to ten recurring phrases of an English text by their C-value (Frantzi, Ananiadou and Mima, 2000): frequent and
 * long ones first, without phrases that occur only as part of a longer one.
 */
export function keyphrases(text: string): Keyphrase[] {
  const candidates = candidatesOf(text).filter(({ occurrences }) => occurrences >= MIN_OCCURRENCES);
  const nesting = longerOccurrences(candidates);
  const ranked = candidates
    .map((candidate) => ({ ...candidate, value: cValue(candidate, nesting.get(candidate.stems.join(' ')) ?? []) }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, MAX_PHRASES);
  const strongest = ranked[0]?.value ?? 1;
  return ranked.map(({ phrase, occurrences, value }) => ({
    phrase,
    occurrences,
    relevance: Math.max(0.01, Math.round((value / strongest) * 100) / 100),
  }));
}

/** Runs of one to three words without a stop word, number or punctuation between them, in text order. */
function candidatesOf(text: string): Candidate[] {
  const found = new Map<string, Candidate>();
  for (const run of sentences(text).flatMap(runsOf)) {
    const runStems = run.map(stem);
    for (let from = 0; from < run.length; from += 1) {
      for (let to = from + 1; to <= Math.min(run.length, from + MAX_WORDS); to += 1) {
        const stems = runStems.slice(from, to);
        const known = found.get(stems.join(' '));
        if (known) known.occurrences += 1;
        else found.set(stems.join(' '), { phrase: run.slice(from, to).join(' '), stems, occurrences: 1 });
      }
    }
  }
  return [...found.values()];
}

function runsOf(sentence: string): string[][] {
  const runs: string[][] = [[]];
  for (const piece of sentence.split(/[^\p{L}\p{N}\p{M}'’\s-]+/u)) {
    for (const word of words(piece)) {
      if (word.length < 2 || word.length > MAX_WORD || /^\p{N}+$/u.test(word) || STOP_WORDS.has(word)) runs.push([]);
      else runs.at(-1)?.push(word);
    }
    runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** For each phrase, how often longer phrases that contain it occur. */
function longerOccurrences(candidates: readonly Candidate[]): Map<string, number[]> {
  const longer = new Map<string, number[]>();
  for (const { stems, occurrences } of candidates) {
    for (const part of properParts(stems)) longer.set(part, [...(longer.get(part) ?? []), occurrences]);
  }
  return longer;
}

function properParts(stems: readonly string[]): Set<string> {
  const parts = new Set<string>();
  for (let from = 0; from < stems.length; from += 1) {
    for (let to = from + 1; to <= stems.length; to += 1) {
      if (to - from < stems.length) parts.add(stems.slice(from, to).join(' '));
    }
  }
  return parts;
}

function cValue({ stems, occurrences }: Candidate, longer: readonly number[]): number {
  const nested = longer.length === 0 ? 0 : longer.reduce((sum, count) => sum + count, 0) / longer.length;
  return (LENGTH_WEIGHT[stems.length] ?? 0) * (occurrences - nested);
}

/** Text that is analysed at most, UTF-16 units; longer than all texts of a listing on AWS Marketplace together. */
const MAX_TEXT = 10_000;
/** Texts with a smaller share of Latin letters are not measured, percent. */
const MIN_LATIN_PERCENT = 50;

const ENGLISH_ONLY = 'Readability and keyphrases are worked out by rules for English.';
const NOT_MEASURED = `${ENGLISH_ONLY} This text is mostly written in another script, so they are left out.`;

/** Below the lowest level. */
const HARDEST = 'very difficult';
/** Names of the levels by their lowest reading ease (Rudolf Flesch, The Art of Readable Writing, 1949). */
const LEVELS = [
  [90, 'very easy'],
  [80, 'easy'],
  [70, 'fairly easy'],
  [60, 'plain English'],
  [50, 'fairly difficult'],
  [30, 'difficult'],
] as const;

/** How easy the descriptions and highlights are to read. */
interface Readability {
  /** Flesch reading ease: 100 very easy, 0 very difficult; values outside are possible. One decimal. */
  flesch_reading_ease: number;
  reading_level: (typeof LEVELS)[number][1] | typeof HARDEST;
  words_per_sentence: number;
  syllables_per_word: number;
}

/** Figures on a listing's texts that do not affect its score. */
export interface ContentAnalysis {
  /** Null for a text without words, or mostly in a script other than Latin. */
  readability: Readability | null;
  /** At most ten, the strongest first; null for a text mostly in a script other than Latin. */
  keyphrases: Keyphrase[] | null;
  words: number;
  sentences: number;
  /** Whether the text was longer than the 10,000 characters that are analysed. */
  truncated: boolean;
  /** Limits of the figures. */
  note: string;
}

/** Analyses short description, long description and highlights. Deterministic: independent of clock and locale. */
export function analyseContent(content: ListingContent): ContentAnalysis {
  const whole = textOf(content);
  const text = truncate(whole, MAX_TEXT).toWellFormed();
  const allSentences = sentences(text);
  const allWords = allSentences.flatMap(words);
  const measured = isMostlyLatin(text);
  return {
    readability: measured && allWords.length > 0 ? readability(allWords, allSentences.length) : null,
    keyphrases: measured ? keyphrases(text) : null,
    words: allWords.length,
    sentences: allSentences.length,
    truncated: whole.length > MAX_TEXT,
    note: measured ? ENGLISH_ONLY : NOT_MEASURED,
  };
}

function textOf({ shortDescription, longDescription, highlights }: ListingContent): string {
  const lines = [
    shortDescription,
    ...longDescription.text.slice(0, MAX_TEXT + 1).split('\n'),
    ...highlights.slice(0, 10),
  ];
  return lines.map((line) => oneLine(line, MAX_TEXT + 1)).join('\n');
}

/** A text without letters counts as Latin. */
function isMostlyLatin(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 100 >= letters * MIN_LATIN_PERCENT;
}

function readability(allWords: readonly string[], sentenceCount: number): Readability {
  const syllables = allWords.reduce((sum, word) => sum + Math.max(1, syllable(word.slice(0, MAX_WORD))), 0);
  const ease = round(flesch({ sentence: sentenceCount, word: allWords.length, syllable: syllables }), 1);
  return {
    flesch_reading_ease: ease,
    reading_level: LEVELS.find(([lowest]) => ease >= lowest)?.[1] ?? HARDEST,
    words_per_sentence: round(allWords.length / sentenceCount, 1),
    syllables_per_word: round(syllables / allWords.length, 2),
  };
}

function round(figure: number, decimals: number): number {
  return Number(figure.toFixed(decimals));
}
