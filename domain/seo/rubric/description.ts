import { contactData } from './contact-data.ts';
import { MAX_DENSITY, MIN_DENSITY, type PrimaryKeyword, primaryKeyword, wordsAfterOpening } from './primary-keyword.ts';
import type { Reading } from './reading.ts';
import { counted, quote, quoteAll } from './text.ts';
import type { Verdict } from './types.ts';
import { verdict } from './verdict.ts';

/** AWS Marketplace advises up to 350 characters and takes 1,000. */
const SHORT_MIN_CHARACTERS = 80;
const SHORT_MAX_CHARACTERS = 350;
const SHORT_HARD_LIMIT = 1_000;
const LONG_MIN_WORDS = 200;
/** Longest description that AWS Marketplace takes. */
const LONG_HARD_LIMIT = 5_000;
/** Yoast's check of sentence length: at most a quarter of the sentences with over 20 words. */
const LONG_SENTENCE_WORDS = 20;
const MAX_LONG_SENTENCES = 0.25;
const MIN_BULLET_ITEMS = 3;
const MIN_PARAGRAPHS = 2;
/** Fewest words in which one use of the keyword is not too many. */
const MIN_WORDS_FOR_DENSITY = Math.ceil(100 / MAX_DENSITY);

/** Points of the rules: 30. Of a text that is missing, its rules are one. */
const POINTS = {
  present: 30,
  shortPresent: 5,
  longPresent: 22,
  shortLength: 5,
  longLength: 6,
  firstSentence: 4,
  density: 4,
  sentences: 4,
  paragraphs: 2,
  bulletItems: 2,
  contact: 3,
};
/** For a short description that is there, but shorter or longer than advised. */
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
    longLength(reading, keyword),
    firstSentence(reading, keyword),
    density(reading, keyword),
    sentenceLength(reading),
    paragraphs(reading),
    bulletItems(reading),
  ];
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
  return (
    `${keyword ? `Name ${quote(keyword.phrase)}` : 'Add a search keyword that repeats neither title nor category, and name it'} ` +
    `in the first sentence, and later as often as to be ${MIN_DENSITY} to ${MAX_DENSITY} % of the words: ` +
    `${usesRange(LONG_MIN_WORDS)} in ${LONG_MIN_WORDS}.`
  );
}

function shortLength({ short }: Reading): Verdict {
  const { characters } = short;
  const observed = `The short description has ${counted(characters, 'character')}.`;
  if (characters > SHORT_HARD_LIMIT) {
    return verdict('description.short_length', POINTS.shortLength, {
      observed: `${observed} At most ${SHORT_HARD_LIMIT} are taken.`,
      fix: `Take ${counted(characters - SHORT_MAX_CHARACTERS, 'character')} or more off the short description.`,
      blocking: true,
    });
  }
  if (characters > SHORT_MAX_CHARACTERS) {
    return verdict('description.short_length', POINTS.shortLength, {
      earned: SHORT_LENGTH_PARTLY,
      observed,
      fix:
        `Take ${counted(characters - SHORT_MAX_CHARACTERS, 'character')} or more off the short description; search results ` +
        `show ${SHORT_MAX_CHARACTERS}.`,
    });
  }
  if (characters >= SHORT_MIN_CHARACTERS) return verdict('description.short_length', POINTS.shortLength, null);
  return verdict('description.short_length', POINTS.shortLength, {
    earned: SHORT_LENGTH_PARTLY,
    observed,
    fix: `Add ${counted(SHORT_MIN_CHARACTERS - characters, 'character')} or more to the short description: what it does and for whom.`,
  });
}

function longLength({ long }: Reading, keyword: PrimaryKeyword | null): Verdict {
  const keep = keyword?.densityFits
    ? ` Name ${quote(keyword.phrase)} so often that it stays ${MIN_DENSITY} to ${MAX_DENSITY} % of the words.`
    : '';
  if (long.characters > LONG_HARD_LIMIT) {
    return verdict('description.long_length', POINTS.longLength, {
      observed: `The long description has ${long.characters} characters. At most ${LONG_HARD_LIMIT} are taken.`,
      fix: `Take ${counted(long.characters - LONG_HARD_LIMIT, 'character')} or more off the long description.${keep}`,
      blocking: true,
    });
  }
  if (long.words >= LONG_MIN_WORDS) return verdict('description.long_length', POINTS.longLength, null);
  return verdict('description.long_length', POINTS.longLength, {
    observed: `The long description has ${counted(long.words, 'word')}.`,
    fix:
      `Add ${counted(LONG_MIN_WORDS - long.words, 'word')} or more to the long description, in sentences of at most ` +
      `${LONG_SENTENCE_WORDS} words.${keep}`,
  });
}

function firstSentence({ long }: Reading, keyword: PrimaryKeyword | null): Verdict {
  if (keyword?.inFirstSentence) return verdict('description.first_sentence', POINTS.firstSentence, null);
  if (!keyword)
    return verdict(
      'description.first_sentence',
      POINTS.firstSentence,
      withoutKeyword('in the first sentence of the long description'),
    );
  return verdict('description.first_sentence', POINTS.firstSentence, {
    observed: `The first sentence of the long description does not name ${quote(keyword.phrase)}.`,
    fix:
      `Name ${quote(keyword.phrase)} in the first sentence, in place of other words of it: ` +
      `${quote(long.sentences[0]?.text ?? '')}.${keepWithinLimit(long, keyword.phrase.length)}`,
  });
}

function withoutKeyword(place: string) {
  return {
    observed: 'Neither title nor search keywords say what the listing wants to be found for.',
    fix: `Add a search keyword that repeats neither title nor category, and name it ${place}.`,
  };
}

function density({ long }: Reading, keyword: PrimaryKeyword | null): Verdict {
  if (keyword?.densityFits) return verdict('description.keyword_density', POINTS.density, null);
  if (!keyword)
    return verdict(
      'description.keyword_density',
      POINTS.density,
      withoutKeyword(`so often after the first sentence that it is ${MIN_DENSITY} to ${MAX_DENSITY} % of the words`),
    );
  const total = wordsAfterOpening(long);
  return verdict('description.keyword_density', POINTS.density, {
    observed:
      `After the first sentence, ${quote(keyword.phrase)} stands ${counted(keyword.uses, 'time')} in ${counted(total, 'word')}; ` +
      `${MIN_DENSITY} to ${MAX_DENSITY} % are right.`,
    fix: densityFix(keyword, total, long),
  });
}

function densityFix({ phrase, uses }: PrimaryKeyword, total: number, long: Reading['long']): string {
  if (total < MIN_WORDS_FOR_DENSITY) {
    return `Write ${MIN_WORDS_FOR_DENSITY} words or more after the first sentence, and name ${quote(phrase)} in them once.`;
  }
  const most = Math.floor((total * MAX_DENSITY) / 100);
  if (uses > most) {
    return `Replace ${quote(phrase)} by other words ${counted(uses - most, 'time')} or more: ${usesRange(total)} is right.`;
  }
  const fewest = Math.ceil((total * MIN_DENSITY) / 100);
  return (
    `Name ${quote(phrase)} ${counted(fewest - uses, 'time')} more after the first sentence, in place of other words: ` +
    `${usesRange(total)} is right.${keepWithinLimit(long, phrase.length * (fewest - uses))}`
  );
}

/** A text that just fits must not grow over the limit by what it is advised to name. */
function keepWithinLimit({ characters }: Reading['long'], added: number): string {
  const mayGrowOver = characters <= LONG_HARD_LIMIT && characters + added > LONG_HARD_LIMIT;
  return mayGrowOver ? ` Keep the whole text within ${LONG_HARD_LIMIT} characters.` : '';
}

/** How often the keyword may stand in so many words. */
function usesRange(total: number): string {
  const fewest = Math.ceil((total * MIN_DENSITY) / 100);
  const most = Math.floor((total * MAX_DENSITY) / 100);
  return fewest === most ? counted(most, 'time') : `${fewest} to ${most} times`;
}

function sentenceLength({ long }: Reading): Verdict {
  const total = long.sentences.length;
  const tooLong = long.sentences.filter((sentence) => sentence.words > LONG_SENTENCE_WORDS);
  if (tooLong.length <= total * MAX_LONG_SENTENCES) {
    return verdict('description.sentence_length', POINTS.sentences, null);
  }
  // Each split takes one from the long sentences and adds one to all.
  const splits = Math.ceil((tooLong.length - total * MAX_LONG_SENTENCES) / (1 + MAX_LONG_SENTENCES));
  const later = tooLong.filter((sentence) => sentence !== long.sentences[0]);
  const [longest] = (later.length > 0 ? later : tooLong).toSorted((a, b) => b.words - a.words);
  return verdict('description.sentence_length', POINTS.sentences, {
    observed:
      `${tooLong.length} of ${counted(total, 'sentence')} in the long description ${tooLong.length === 1 ? 'has' : 'have'} over ` +
      `${LONG_SENTENCE_WORDS} words; a quarter may.`,
    fix:
      `Split ${counted(splits, 'sentence')} or more into sentences of at most ${LONG_SENTENCE_WORDS} words, such as the one of ` +
      `${longest?.words ?? 0} words that begins ${quote(longest?.text ?? '')}.`,
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
    fix: `Make a list of ${MIN_BULLET_ITEMS} or more items of sentences that name features.`,
  });
}

function contact({ short, long }: Reading): Verdict {
  const found = contactData(`${short.text}\n${long.text}`);
  if (found.length === 0) return verdict('description.contact_data', POINTS.contact, null);
  return verdict('description.contact_data', POINTS.contact, {
    observed: `The description gives contact data: ${quoteAll(found)}.`,
    fix: `Replace ${quoteAll(found)} by words such as "through this listing"; contact data belong in the support section.`,
    blocking: true,
  });
}
