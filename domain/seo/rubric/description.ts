import {
  afterOpening,
  isDense,
  MAX_DENSITY,
  MIN_DENSITY,
  type PrimaryKeyword,
  primaryKeyword,
  wordsIn,
} from './keywords.ts';
import type { Reading } from './reading.ts';
import { contactData, counted, countedUpTo, enumerate, quote, quoteAll, times, timesMore } from './text.ts';
import { type Verdict, verdict } from './types.ts';

/** AWS Marketplace recommends up to 350 characters and accepts 1,000. */
const SHORT_MIN_CHARACTERS = 80;
const SHORT_MAX_CHARACTERS = 350;
const SHORT_HARD_LIMIT = 1_000;
/** Longest short description whose length is stated exactly, characters. */
const SHORT_MAX_EXACT = 10_000;
const LONG_MIN_WORDS = 200;
/** Longest description that AWS Marketplace accepts. */
const LONG_HARD_LIMIT = 5_000;
/** Yoast's check of sentence length: at most a quarter of the sentences with over 20 words. */
const LONG_SENTENCE_WORDS = 20;
const MAX_LONG_SENTENCES = 0.25;
const MIN_BULLET_ITEMS = 3;
const MIN_PARAGRAPHS = 2;
/** Fewest words in which one use of the keyword does not exceed the maximum density. */
const MIN_WORDS_FOR_DENSITY = Math.ceil(100 / MAX_DENSITY);
/** Recommended density, percent: far enough inside the limits that fixing other faults does not leave them. */
const ADVISED_DENSITY = { min: 1, max: 2 };
/** Fixing other faults may change the length of a text by this share. */
const MARGIN = 0.1;
/** The same for a short description, characters. */
const SHORT_MARGIN = 60;

/**
 * Points of the rules: 30. If a text is missing or has the wrong length, rules that cannot be met one by one are
 * combined.
 */
const POINTS = {
  present: 30,
  shortPresent: 5,
  longPresent: 22,
  shortLength: 5,
  longLength: 6,
  longLengthAndDensity: 10,
  firstSentence: 4,
  density: 4,
  sentences: 4,
  paragraphs: 2,
  bulletItems: 2,
  contact: 3,
};
/** For a short description that exists, but is shorter or longer than recommended. */
const SHORT_LENGTH_PARTLY = 2;

const SHORT_WANTED = `${SHORT_MIN_CHARACTERS} to ${SHORT_MAX_CHARACTERS} characters`;
const LONG_WANTED =
  `at least ${LONG_MIN_WORDS} words and at most ${LONG_HARD_LIMIT} characters, in ${MIN_PARAGRAPHS} or more paragraphs with ` +
  `a list of ${MIN_BULLET_ITEMS} or more items, most sentences within ${LONG_SENTENCE_WORDS} words, without contact data`;

/** The rules on short and long description. */
export function scoreDescription(reading: Reading): Verdict[] {
  const { short, long } = reading;
  if (short.text === '' && long.text === '') return [missing(reading)];
  return [
    short.text === '' ? shortMissing() : shortLength(reading),
    ...(long.text === '' ? [longMissing(reading)] : longRules(reading)),
    contact(reading),
  ];
}

function longRules(reading: Reading): Verdict[] {
  const keyword = primaryKeyword(reading);
  return [
    ...lengthAndDensity(reading, keyword),
    firstSentence(reading, keyword),
    sentenceLength(reading, keyword),
    paragraphs(reading),
    bulletItems(reading),
  ];
}

/**
 * The right number of uses of a keyword depends on the text's length, so for a text of the wrong length both are one
 * task.
 */
function lengthAndDensity(reading: Reading, keyword: PrimaryKeyword | null): Verdict[] {
  const { characters, words } = reading.long;
  if (characters > LONG_HARD_LIMIT) return [tooLong(reading, keyword)];
  if (words < LONG_MIN_WORDS) return [tooShort(reading, keyword)];
  return [verdict('description.long_length', POINTS.longLength, null), density(reading, keyword)];
}

function missing(reading: Reading): Verdict {
  return verdict('description.present', POINTS.present, {
    observed: 'The listing has no description.',
    fix: `Write a short description of ${SHORT_WANTED}, and a long one: ${LONG_WANTED}. ${keywordWanted(reading)}`,
    blocking: true,
  });
}

function shortMissing(): Verdict {
  return verdict('description.short_present', POINTS.shortPresent, {
    observed: 'The listing has no short description.',
    fix: `Write a short description of ${SHORT_WANTED}, without contact data.`,
    blocking: true,
  });
}

function longMissing(reading: Reading): Verdict {
  return verdict('description.long_present', POINTS.longPresent, {
    observed: 'The listing has no long description.',
    fix: `Write a long description: ${LONG_WANTED}. ${keywordWanted(reading)}`,
    blocking: true,
  });
}

function keywordWanted(reading: Reading): string {
  const keyword = primaryKeyword(reading);
  return `${keyword ? '' : `${CHOOSE_KEYWORD} `}Name ${phraseOf(keyword)} in the first sentence, and later ${advisedDensity()}.`;
}

/** Recommendation for a listing that has neither title nor keyword to be found by. */
const CHOOSE_KEYWORD =
  'Choose one search keyword that repeats neither title nor category, as one of at most three and the same for every recommendation ' +
  'that asks for it.';

function phraseOf(keyword: PrimaryKeyword | null): string {
  return keyword ? quote(keyword.phrase) : 'it';
}

function advisedDensity(): string {
  const { min, max } = ADVISED_DENSITY;
  return `so often that it is ${min} to ${max} % of the words: ${usesRange(LONG_MIN_WORDS)} in ${LONG_MIN_WORDS}`;
}

function shortLength({ short }: Reading): Verdict {
  const { characters } = short;
  const observed = `The short description has ${countedUpTo(characters, SHORT_MAX_EXACT, 'character')}.`;
  if (characters > SHORT_HARD_LIMIT) {
    return verdict('description.short_length', POINTS.shortLength, {
      observed: `${observed} At most ${SHORT_HARD_LIMIT} are taken.`,
      fix: `Shorten the short description to ${SHORT_MAX_CHARACTERS} characters or fewer.`,
      blocking: true,
    });
  }
  if (characters > SHORT_MAX_CHARACTERS) {
    return verdict('description.short_length', POINTS.shortLength, {
      earned: SHORT_LENGTH_PARTLY,
      observed,
      fix: `Shorten the short description to ${SHORT_MAX_CHARACTERS} characters or fewer, which is what search results show.`,
    });
  }
  if (characters >= SHORT_MIN_CHARACTERS) return verdict('description.short_length', POINTS.shortLength, null);
  return verdict('description.short_length', POINTS.shortLength, {
    earned: SHORT_LENGTH_PARTLY,
    observed,
    fix: `Add ${counted(SHORT_MIN_CHARACTERS - characters, 'character')} or more to the short description: what it does and for whom.`,
  });
}

function tooLong({ long }: Reading, keyword: PrimaryKeyword | null): Verdict {
  return verdict('description.long_length', POINTS.longLengthAndDensity, {
    observed: `The long description has ${long.cut ? 'more than ' : ''}${long.characters} characters. At most ${LONG_HARD_LIMIT} are taken.`,
    fix:
      `Take ${long.cut ? 'more than ' : ''}${counted(long.characters - LONG_HARD_LIMIT, 'character')} off the long description, but ` +
      `not its first sentence. ` +
      `${sizeWanted(keyword)} Keep what the other rules ask for: ${LONG_WANTED}.`,
    blocking: true,
  });
}

function tooShort({ long }: Reading, keyword: PrimaryKeyword | null): Verdict {
  return verdict('description.long_length', POINTS.longLengthAndDensity, {
    observed: `The long description has ${counted(long.words, 'word')}.`,
    fix:
      `Add ${counted(LONG_MIN_WORDS - long.words, 'word')} or more after the first sentence of the long description, in sentences of at ` +
      `most ${LONG_SENTENCE_WORDS} words. ${sizeWanted(keyword)}`,
  });
}

function sizeWanted(keyword: PrimaryKeyword | null): string {
  return `${keyword ? '' : `${CHOOSE_KEYWORD} `}After the first sentence, name ${phraseOf(keyword)} ${advisedDensity()}.`;
}

function firstSentence({ long }: Reading, keyword: PrimaryKeyword | null): Verdict {
  if (keyword?.inFirstSentence) return verdict('description.first_sentence', POINTS.firstSentence, null);
  return verdict('description.first_sentence', POINTS.firstSentence, {
    observed: keyword
      ? `The first sentence of the long description does not name ${quote(keyword.phrase)}.`
      : NO_SEARCH_PHRASE,
    fix:
      `${keyword ? '' : `${CHOOSE_KEYWORD} `}Name ${phraseOf(keyword)} in the first sentence, in place of other words of it: ` +
      `${quote(long.sentences[0]?.text ?? '')}.${keepLimits(long, keyword)}`,
  });
}

const NO_SEARCH_PHRASE = 'Neither title nor search keywords say what the listing wants to be found for.';

function density({ long }: Reading, keyword: PrimaryKeyword | null): Verdict {
  if (keyword?.densityFits) return verdict('description.keyword_density', POINTS.density, null);
  const total = wordsIn(afterOpening(long));
  return verdict('description.keyword_density', POINTS.density, {
    observed: keyword
      ? `After the first sentence, ${quote(keyword.phrase)} stands ${times(keyword.uses)} in ${counted(total, 'word')}; ` +
        `${MIN_DENSITY} to ${MAX_DENSITY} % are right.`
      : NO_SEARCH_PHRASE,
    fix: densityFix(keyword, total, long) + keepLimits(long, null),
  });
}

function densityFix(keyword: PrimaryKeyword | null, total: number, long: Reading['long']): string {
  if (total < MIN_WORDS_FOR_DENSITY) {
    return (
      `${keyword ? '' : `${CHOOSE_KEYWORD} `}Divide the first sentence, of ${counted(long.words - total, 'word')}, into sentences of at ` +
      `most ${LONG_SENTENCE_WORDS} words. Name ${phraseOf(keyword)} in the first of them, and later ${advisedDensity()}.`
    );
  }
  if (!keyword)
    return `${CHOOSE_KEYWORD} Name it ${usesRange(total)} after the first sentence, in place of other words.`;
  const { phrase, uses } = keyword;
  const { fewest, most } = advisedUses(total);
  return uses > most
    ? `Replace ${quote(phrase)} by other words ${times(uses - most)} or more: ${usesRange(total)} is advised.`
    : `Name ${quote(phrase)} ${uses === 0 ? times(fewest) : timesMore(fewest - uses)} after the first sentence, in place of other ` +
        `words: ${usesRange(total)} is advised.`;
}

/** Warns, where a limit is near, what an edit of the long description must not exceed. */
function keepLimits(long: Reading['long'], keyword: PrimaryKeyword | null): string {
  const total = wordsIn(afterOpening(long));
  const staysDense = (uses: number) => isDense(uses, total * (1 - MARGIN)) && isDense(uses, total * (1 + MARGIN));
  const limits = [
    ...(long.words * (1 - MARGIN) < LONG_MIN_WORDS ? [`${LONG_MIN_WORDS} words or more`] : []),
    ...(long.characters * (1 + MARGIN) > LONG_HARD_LIMIT ? [`at most ${LONG_HARD_LIMIT} characters`] : []),
    ...(keyword?.densityFits && !staysDense(keyword.uses)
      ? [`${quote(keyword.phrase)} as ${MIN_DENSITY} to ${MAX_DENSITY} % of the words after its first sentence`]
      : []),
  ];
  return limits.length > 0 ? ` In the end the long description needs ${enumerate(limits)}.` : '';
}

/** How often the keyword should occur in this many words. */
function advisedUses(total: number): { fewest: number; most: number } {
  const most = Math.max(1, Math.floor((total * ADVISED_DENSITY.max) / 100));
  return { fewest: Math.min(most, Math.ceil((total * ADVISED_DENSITY.min) / 100)), most };
}

function usesRange(total: number): string {
  const { fewest, most } = advisedUses(total);
  return fewest === most ? times(most) : `${fewest} to ${times(most)}`;
}

/** The first sentence has its own rule, so that neither rule takes words or the keyword from the other. */
function sentenceLength({ long }: Reading, keyword: PrimaryKeyword | null): Verdict {
  const later = afterOpening(long);
  const tooLong = later.filter((sentence) => sentence.words > LONG_SENTENCE_WORDS);
  if (tooLong.length <= later.length * MAX_LONG_SENTENCES) {
    return verdict('description.sentence_length', POINTS.sentences, null);
  }
  // Each split removes one long sentence and adds one sentence.
  const splits = Math.ceil((tooLong.length - later.length * MAX_LONG_SENTENCES) / (1 + MAX_LONG_SENTENCES));
  const sentencesAfter =
    later.length === 1
      ? '1 sentence after the first in the long description'
      : `${later.length} sentences after the first in the long description`;
  const [longest] = tooLong.toSorted((a, b) => b.words - a.words);
  return verdict('description.sentence_length', POINTS.sentences, {
    observed:
      tooLong.length === 1
        ? `1 of ${sentencesAfter} has over ${LONG_SENTENCE_WORDS} words; a quarter may.`
        : `${tooLong.length} of ${sentencesAfter} have over ${LONG_SENTENCE_WORDS} words; a quarter may.`,
    fix:
      `Split ${counted(splits, 'sentence')} or more into sentences of at most ${LONG_SENTENCE_WORDS} words, such as the one of ` +
      `${longest?.words ?? 0} words that begins ${quote(longest?.text ?? '')}.${keepLimits(long, keyword)}`,
  });
}

function paragraphs({ long }: Reading): Verdict {
  if (long.paragraphs >= MIN_PARAGRAPHS || long.headings > 0) {
    return verdict('description.paragraphs', POINTS.paragraphs, null);
  }
  return verdict('description.paragraphs', POINTS.paragraphs, {
    observed: 'The long description is one block of text.',
    fix: `Divide the long description into ${MIN_PARAGRAPHS} or more paragraphs.`,
  });
}

function bulletItems({ long }: Reading): Verdict {
  if (long.bulletItems >= MIN_BULLET_ITEMS) return verdict('description.bullet_items', POINTS.bulletItems, null);
  return verdict('description.bullet_items', POINTS.bulletItems, {
    observed: `The long description has ${counted(long.bulletItems, 'list item')}.`,
    fix: `Make a list of ${MIN_BULLET_ITEMS} or more items of sentences after the first that name features.`,
  });
}

function contact(reading: Reading): Verdict {
  const { short, long } = reading;
  const found = contactData(`${short.text}\n${long.text}`);
  if (found.length === 0) return verdict('description.contact_data', POINTS.contact, null);
  return verdict('description.contact_data', POINTS.contact, {
    observed: `The description gives contact data: ${quoteAll(found)}.`,
    fix:
      `Replace ${quoteAll(found)} by words such as "us"; contact data belong in the support section.${keepShort(short)}` +
      `${long.text === '' ? '' : keepLimits(long, primaryKeyword(reading))}`,
    blocking: true,
  });
}

/** Contact data are longer than their replacement. */
function keepShort({ text, characters }: Reading['short']): string {
  return contactData(text).length > 0 && characters < SHORT_MIN_CHARACTERS + SHORT_MARGIN
    ? ` In the end the short description needs ${SHORT_MIN_CHARACTERS} characters or more.`
    : '';
}
