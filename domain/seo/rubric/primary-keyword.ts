import type { Reading } from './reading.ts';
import { repeats } from './repetition.ts';
import { countPhrase, stems } from './text.ts';

/** Times 100, so that shares are compared as whole numbers. */
const PERCENT = 100;
/** Share of the words that uses of the keyword may be, percent (Yoast's check of keyphrase density). */
export const MIN_DENSITY = 0.5;
export const MAX_DENSITY = 3;

/** How the long description uses the phrase that the listing wants to be found for. */
export interface PrimaryKeyword {
  phrase: string;
  inFirstSentence: boolean;
  /** Uses after the first sentence, where they do not count for the rule on it. */
  uses: number;
  densityFits: boolean;
}

/**
 * The listing's primary keyword: its first search keyword that repeats nothing, or what the title says the product is.
 * Search keywords must not repeat the title, so the main phrase may stand in either: the one that the description serves
 * better counts, the search keyword if both are served alike. Null when the listing has neither.
 */
export function primaryKeyword(reading: Reading): PrimaryKeyword | null {
  const texts = reading.keywords.map(({ text }) => text);
  const keyword = texts.find((text, index) => repeats(text, reading, texts.slice(0, index)) === null);
  const [first, second] = [keyword, reading.subject].flatMap((phrase) => (phrase ? [useOf(phrase, reading)] : []));
  if (!first || !second) return first ?? null;
  return served(second) > served(first) ? second : first;
}

function useOf(phrase: string, { long }: Reading): PrimaryKeyword {
  const wanted = stems(phrase);
  const opening = openingLength(long);
  const inFirstSentence = long.sentences.slice(0, opening).some((sentence) => countPhrase(sentence.stems, wanted) > 0);
  const uses = long.sentences.slice(opening).reduce((sum, sentence) => sum + countPhrase(sentence.stems, wanted), 0);
  const rest = wordsAfterOpening(long);
  const densityFits = uses * PERCENT >= rest * MIN_DENSITY && uses * PERCENT <= rest * MAX_DENSITY && uses > 0;
  return { phrase, inFirstSentence, uses, densityFits };
}

function served({ inFirstSentence, densityFits }: PrimaryKeyword): number {
  return Number(inFirstSentence) + Number(densityFits);
}

/** Sentences that are the first one: with a heading above it two, either of which may name the keyword. */
function openingLength({ sentences, headings }: Reading['long']): number {
  const [first] = sentences;
  return headings > 0 && first && !/[.!?。！？…]["'”’)\]]*$/u.test(first.text) ? 2 : 1;
}

/** Words of the long description that density is measured in. */
export function wordsAfterOpening(long: Reading['long']): number {
  return long.sentences.slice(openingLength(long)).reduce((sum, sentence) => sum + sentence.words, 0);
}
