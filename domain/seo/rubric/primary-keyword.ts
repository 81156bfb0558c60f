import type { Reading, Sentence } from './reading.ts';
import { repeats } from './repetition.ts';
import { countPhrase, stems } from './text.ts';

/** Times 100, so that densities are compared as integers. */
const PERCENT = 100;
/** Lowest share of words that are uses of the keyword, percent (Yoast's check of keyphrase density). */
export const MIN_DENSITY = 0.5;
/** The highest, percent, from the same source. */
export const MAX_DENSITY = 3;
/** Longest phrase that a description is checked for, characters: as long as recommendations quote. */
const MAX_PHRASE = 80;

/** How the long description uses the phrase that the listing should be found by. */
export interface PrimaryKeyword {
  phrase: string;
  inFirstSentence: boolean;
  /** Uses after the first sentence, which has its own rule. */
  uses: number;
  densityFits: boolean;
}

/**
 * The phrase that the listing should be found by: of its non-repeating search keywords and the subject of its title,
 * the one that the description uses best; the first of several equal ones. So adding or replacing a keyword never
 * lowers the score. Null when the listing has none.
 */
export function primaryKeyword(reading: Reading): PrimaryKeyword | null {
  const keywords = reading.keywords.map(({ text }) => text);
  const phrases = keywords.filter((text, index) => repeats(text, reading, keywords.slice(0, index)) === null);
  if (reading.subject) phrases.push(reading.subject);
  const [first, ...others] = phrases
    .filter((phrase) => phrase.length <= MAX_PHRASE)
    .map((phrase) => useOf(phrase, reading));
  return first ? others.reduce((best, other) => (served(other) > served(best) ? other : best), first) : null;
}

function useOf(phrase: string, { long }: Reading): PrimaryKeyword {
  const wanted = stems(phrase);
  const inFirstSentence = openingOf(long).some((sentence) => countPhrase(sentence.stems, wanted) > 0);
  const uses = afterOpening(long).reduce((sum, sentence) => sum + countPhrase(sentence.stems, wanted), 0);
  return { phrase, inFirstSentence, uses, densityFits: isDense(uses, wordsIn(afterOpening(long))) };
}

/** Whether this many uses are a good density for this many words. */
export function isDense(uses: number, total: number): boolean {
  return uses > 0 && uses * PERCENT >= total * MIN_DENSITY && uses * PERCENT <= total * MAX_DENSITY;
}

function served({ inFirstSentence, densityFits }: PrimaryKeyword): number {
  return Number(inFirstSentence) + Number(densityFits);
}

/** The sentences that count as the first one: with a heading above it two, either of which may contain the keyword. */
function openingOf({ sentences, headings }: Reading['long']): Sentence[] {
  const [first] = sentences;
  const two = headings > 0 && first && !/[.!?。！？…]["'”’)\]]*$/u.test(first.text);
  return sentences.slice(0, two ? 2 : 1);
}

/** The sentences after the first one, in which density is measured. */
export function afterOpening(long: Reading['long']): Sentence[] {
  return long.sentences.slice(openingOf(long).length);
}

/** Words of all the sentences. */
export function wordsIn(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, sentence) => sum + sentence.words, 0);
}
