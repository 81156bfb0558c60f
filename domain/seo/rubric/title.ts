import type { Reading } from './reading.ts';
import { countCharacters, counted, countedUpTo, quote, quoteAll } from './text.ts';
import { emphaticMarks, shoutedWords, smallWords } from './title-words.ts';
import { type Verdict, verdict } from './types.ts';

const MIN_CHARACTERS = 10;
/** Longest title that AWS Marketplace accepts. */
const MAX_CHARACTERS = 72;
/** Longest title whose length is stated exactly, characters. */
const MAX_EXACT = 900;
/** Longest title that is proposed in full, characters. */
const MAX_PROPOSED = 200;

/** Points of the rules: 20. */
const POINTS = { present: 20, length: 6, brand: 5, case: 4, hyperbole: 3, shouting: 2 };

/**
 * The rules on the title. Case and shouting are judged without its hyperbole, so that each fault costs points once. All
 * of them propose the same new title, so that their recommendations do not contradict each other.
 */
export function scoreTitle(reading: Reading): Verdict[] {
  if (reading.title === '') return [missing(reading)];
  return [length(reading), brand(reading), titleCase(reading), hyperbole(reading), shouting(reading)];
}

function missing(reading: Reading): Verdict {
  return verdict('title.present', POINTS.present, {
    observed: 'The listing has no title.',
    fix: newTitle(reading),
    blocking: true,
  });
}

function newTitle({ brands: [brand], keywords }: Reading): string {
  const asked = brand
    ? `Write a title of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters in title case that names ${quote(brand.name)} and says ` +
      'what the product is, without superlatives, words in capitals and exclamation marks.'
    : `Write a title of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters in title case that says what the product is, without ` +
      'superlatives, words in capitals and exclamation marks.';
  return asked + without(keywords.map(({ text }) => text));
}

/** Keywords that repeat the title lose points, so new words must not come from them. */
function without(keywords: string[]): string {
  return keywords.length > 0
    ? ` Do not repeat the search keywords ${quoteAll(keywords)} in it, or replace those that it repeats.`
    : '';
}

/** The title that all rules propose, word for word where it needs nothing else. */
function proposal(reading: Reading): { fix: string; text?: string } {
  const { proposedTitle } = reading;
  const characters = countCharacters(proposedTitle);
  if (characters < MIN_CHARACTERS || characters > MAX_CHARACTERS) return { fix: described(reading, characters) };
  return { fix: `Write ${quote(proposedTitle, MAX_PROPOSED)}.`, text: proposedTitle };
}

function described(reading: Reading, characters: number): string {
  const { proposedTitle, brands, keywords } = reading;
  if (proposedTitle === '') return newTitle(reading);
  const proposed = `Write ${quote(proposedTitle, MAX_PROPOSED)}`;
  if (characters < MIN_CHARACTERS) {
    return (
      `${proposed}, followed by ${counted(MIN_CHARACTERS - characters, 'character')} or more, such as "for" and whom the product ` +
      `serves.${without(keywords.map(({ text }) => text))}`
    );
  }
  const [brand] = brands;
  return (
    `${proposed}, but only as much of its beginning as makes ${MAX_CHARACTERS} characters or fewer, which is what is shown.` +
    (brand ? ` Keep ${quote(brand.name)}.` : '')
  );
}

function length(reading: Reading): Verdict {
  const { titleCharacters: characters } = reading;
  if (characters >= MIN_CHARACTERS && characters <= MAX_CHARACTERS) {
    return verdict('title.length', POINTS.length, null);
  }
  return verdict('title.length', POINTS.length, {
    observed: `The title has ${countedUpTo(characters, MAX_EXACT, 'character')}; ${MIN_CHARACTERS} to ${MAX_CHARACTERS} are right.`,
    ...proposal(reading),
  });
}

function brand(reading: Reading): Verdict {
  const [first, ...others] = reading.brands;
  if (!first || reading.titleWords.some((word) => word.brand)) return verdict('title.brand', POINTS.brand, null);
  const alternatives = others.length > 0 ? ` ${quoteAll(others.map(({ name }) => name))} would do, too.` : '';
  return verdict('title.brand', POINTS.brand, {
    observed: `The title does not name ${quote(first.name)}.${alternatives}`,
    ...proposal(reading),
  });
}

function titleCase(reading: Reading): Verdict {
  const small = smallWords(reading.titleWords.filter((word) => !word.hyperbole));
  if (small.length === 0) return verdict('title.case', POINTS.case, null);
  return verdict('title.case', POINTS.case, {
    observed:
      small.length === 1
        ? `${quoteAll(small.map(({ text }) => text))} begins with a small letter.`
        : `${quoteAll(small.map(({ text }) => text))} begin with a small letter.`,
    ...proposal(reading),
  });
}

function hyperbole(reading: Reading): Verdict {
  const praise = reading.titleWords.filter((word) => word.hyperbole).map((word) => word.text);
  if (praise.length === 0) return verdict('title.hyperbole', POINTS.hyperbole, null);
  return verdict('title.hyperbole', POINTS.hyperbole, {
    observed: `The title praises instead of naming: ${quoteAll(praise)}.`,
    ...proposal(reading),
  });
}

function shouting(reading: Reading): Verdict {
  const plain = reading.titleWords.filter((word) => !word.hyperbole);
  const shouted = shoutedWords(plain).map(({ text }) => text);
  const marks = plain.flatMap(({ text }) => emphaticMarks(text));
  if (shouted.length + marks.length === 0) return verdict('title.shouting', POINTS.shouting, null);
  return verdict('title.shouting', POINTS.shouting, {
    observed: `The title shouts: ${quoteAll([...shouted, ...new Set(marks)])}.`,
    ...proposal(reading),
  });
}
