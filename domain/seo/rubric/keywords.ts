import type { Reading } from './reading.ts';
import { repeats } from './repetition.ts';
import { countedUpTo, enumerate, quote, quoteAll } from './text.ts';
import type { Verdict } from './types.ts';
import { verdict } from './verdict.ts';

/** More keywords would weaken each other. */
const MAX_COUNT = 3;
/** AWS Marketplace accepts 250 characters of keywords with commas between them. */
const MAX_CHARACTERS = 250;
/** Three keywords of this length, with commas, fit. */
const FITTING_CHARACTERS = 80;

/** Largest figures that are stated exactly. */
const MAX_EXACT = { count: 400, characters: 900 };

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

function count({ keywordCount }: Reading): Verdict {
  if (keywordCount <= MAX_COUNT) return verdict('keywords.count', POINTS.count, null);
  return verdict('keywords.count', POINTS.count, {
    observed: `There are ${countedUpTo(keywordCount, MAX_EXACT.count, 'keyword')}; ${MAX_COUNT} count.`,
    fix: `Keep the first ${MAX_COUNT} keywords and remove what follows.`,
  });
}

function length({ keywords }: Reading): Verdict {
  const characters = keywords.reduce((sum, keyword) => sum + keyword.characters + 1, -1);
  if (characters <= MAX_CHARACTERS) return verdict('keywords.length', POINTS.length, null);
  const long = keywords.filter((keyword) => keyword.characters > FITTING_CHARACTERS);
  return verdict('keywords.length', POINTS.length, {
    observed: `The keywords have ${countedUpTo(characters, MAX_EXACT.characters, 'character')} with commas; ${MAX_CHARACTERS} are taken.`,
    fix: `Shorten ${quoteAll(long.map(({ text }) => text))} to at most ${FITTING_CHARACTERS} characters${
      long.length > 1 ? ' each' : ''
    }, to words that stand neither in the title nor in a category.`,
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
