import type { Reading, Sentence } from './reading.ts';
import { countedUpTo, countPhrase, enumerate, proposedList, quote, quoteAll, stems, words } from './text.ts';
import { type Verdict, verdict } from './types.ts';

/**
 * What the keyword repeats, as a noun for a sentence: the title, a category, the brand or an earlier keyword; else
 * null.
 */
function repeats(keyword: string, reading: Reading, earlier: readonly string[]): string | null {
  const phrase = stems(keyword);
  const holds = (text: string) => countPhrase(stems(text), phrase) > 0;
  const spelling = words(keyword).join('');
  // Also the proposed title, so that following the title's recommendation makes no keyword a repetition.
  if (holds(reading.title) || holds(reading.proposedTitle)) return 'the title';
  const category = reading.categories.find(holds);
  if (category !== undefined) return `the category ${quote(category)}`;
  // The brand belongs in the title, even if it is not there yet.
  const brand = reading.brands.find((accepted) => accepted.spelling === spelling);
  if (brand) return `the brand ${quote(brand.name)}`;
  return earlier.some((other) => stems(other).join(' ') === phrase.join(' ')) ? 'an earlier keyword' : null;
}

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
  const phrases = withoutRepeats(reading);
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

/** More keywords would weaken each other. */
const MAX_COUNT = 3;
/** AWS Marketplace accepts 250 characters of keywords with commas between them. */
const MAX_CHARACTERS = 250;
/** Three keywords of this length, with commas, fit. */
const FITTING_CHARACTERS = 80;

/** Largest figures that are stated exactly. */
const MAX_EXACT = { count: 400, characters: 900 };

/** Keywords that are found neither in the title and the categories nor in one before. */
function withoutRepeats(reading: Reading): string[] {
  const keywords = reading.keywords.map(({ text }) => text);
  return keywords.filter((text, index) => repeats(text, reading, keywords.slice(0, index)) === null);
}

/** Points of the rules: 15. */
const POINTS = { present: 15, repeats: 6, count: 5, length: 4 };

/** The rules on the search keywords; length and repetition are judged on the first three, the ones that count. */
export function scoreKeywords(reading: Reading): Verdict[] {
  if (reading.keywordCount === 0) return [missing(reading)];
  return [count(reading), length(reading), repetition(reading)];
}

function missing({ title, categories }: Reading): Verdict {
  const found = [title, ...categories].filter((text) => text !== '');
  return verdict('keywords.present', POINTS.present, {
    observed: 'The listing has no search keywords.',
    fix:
      `Add 1 to ${MAX_COUNT} search keywords, with commas at most ${MAX_CHARACTERS} characters: what buyers type who do not ` +
      `know the product yet.${found.length > 0 ? ` Words of ${quoteAll(found)} are found anyway.` : ''}`,
  });
}

function count(reading: Reading): Verdict {
  const { keywordCount } = reading;
  if (keywordCount <= MAX_COUNT) return verdict('keywords.count', POINTS.count, null);
  return verdict('keywords.count', POINTS.count, {
    observed: `There are ${countedUpTo(keywordCount, MAX_EXACT.count, 'keyword')}; ${MAX_COUNT} count.`,
    fix: `Keep the first ${MAX_COUNT} keywords and remove what follows.`,
    ...proposedList(withoutRepeats(reading)),
  });
}

function length({ keywords }: Reading): Verdict {
  const characters = keywords.reduce((sum, keyword) => sum + keyword.characters + 1, -1);
  if (characters <= MAX_CHARACTERS) return verdict('keywords.length', POINTS.length, null);
  const long = keywords.filter((keyword) => keyword.characters > FITTING_CHARACTERS);
  const named = quoteAll(long.map(({ text }) => text));
  return verdict('keywords.length', POINTS.length, {
    observed: `The keywords have ${countedUpTo(characters, MAX_EXACT.characters, 'character')} with commas; ${MAX_CHARACTERS} are taken.`,
    fix:
      long.length > 1
        ? `Shorten ${named} to at most ${FITTING_CHARACTERS} characters each, to words that stand neither in the title nor in a category.`
        : `Shorten ${named} to at most ${FITTING_CHARACTERS} characters, to words that stand neither in the title nor in a category.`,
  });
}

function repetition(reading: Reading): Verdict {
  const texts = reading.keywords.map(({ text }) => text);
  const found = texts.flatMap((text, index) => {
    const repeated = repeats(text, reading, texts.slice(0, index));
    return repeated === null ? [] : [{ text, repeated, place: index + 1 }];
  });
  if (found.length === 0) return verdict('keywords.repeats', POINTS.repeats, null);
  const named = found.map(({ text, place }) => `keyword ${place} (${quote(text)})`);
  return verdict('keywords.repeats', POINTS.repeats, {
    observed: `${found.map(({ text, repeated }) => `${quote(text)} repeats ${repeated}`).join('; ')}.`,
    fix:
      `Replace ${enumerate(named)} by other words that buyers type, at most ${FITTING_CHARACTERS} characters each; title, categories ` +
      'and brand are searched anyway.',
  });
}
