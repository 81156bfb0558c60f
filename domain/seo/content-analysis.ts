import { flesch } from 'flesch';
import { syllable } from 'syllable';
import type { ListingContent } from '../../infra/marketplace/port.ts';
import { oneLine, truncate } from '../kernel/words.ts';
import { type Keyphrase, keyphrases } from './keyphrases.ts';
import { sentences, words } from './rubric/text.ts';

/** Text that is analysed at most, UTF-16 units; longer than all texts of a listing on AWS Marketplace together. */
const MAX_TEXT = 10_000;
/** Longest word whose syllables are counted; longer ones are not English words. */
const MAX_WORD = 40;
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
