import type { Reading } from './reading.ts';
import { countCharacters, quote, quoteAll } from './text.ts';
import type { TitleWord } from './title-words.ts';
import type { Verdict } from './types.ts';
import { verdict } from './verdict.ts';
import { SMALL_WORDS } from './vocabulary.ts';

const MIN_CHARACTERS = 10;
/** Longest title that AWS Marketplace takes. */
const MAX_CHARACTERS = 72;
/** Shorter words in capitals are taken for acronyms. */
const SHOUTED_LETTERS = 6;
/** In a title all in capitals, words from this length on are shouted. */
const SHOUTED_LETTERS_AMONG_CAPITALS = 4;
const WORDS_OF_A_SHOUTED_TITLE = 3;
/** Longest title that is proposed in full, characters. */
const MAX_PROPOSED = 200;
/** Exclamation marks, question marks in a row, and pictographs but for ©, ® and ™. */
const LOUD_MARKS = /[!！]|\?{2,}|(?![©®™])\p{Extended_Pictographic}\uFE0F?/gu;

/** Points of the rules: 20. */
const POINTS = { present: 20, length: 6, brand: 5, case: 4, hyperbole: 3, shouting: 2 };

/** The rules on the title. Case and shouting are judged without its hyperbole, so that each fault costs once. */
export function scoreTitle(reading: Reading): Verdict[] {
  if (reading.title === '') return [missing(reading)];
  return [length(reading), brand(reading), titleCase(reading), hyperbole(reading), shouting(reading)];
}

function missing({ brands, keywords }: Reading): Verdict {
  const name = brands[0] ? ` names ${quote(brands[0].name)} and` : '';
  return verdict('title.present', POINTS.present, {
    observed: 'The listing has no title.',
    fix:
      `Write a title of ${MIN_CHARACTERS} to ${MAX_CHARACTERS} characters in title case that${name} says what the product ` +
      `is, without superlatives, words in capitals and exclamation marks.${without(keywords.map(({ text }) => text))}`,
    blocking: true,
  });
}

/** Keywords that repeat the title are lost, so new words must not come from them. */
function without(keywords: string[]): string {
  return keywords.length > 0
    ? ` Do not repeat the search keywords ${quoteAll(keywords)} in it, or replace those that it repeats.`
    : '';
}

function length({ title, titleWords, keywords }: Reading): Verdict {
  const characters = countCharacters(title);
  const observed = `The title has ${characters} characters.`;
  if (characters < MIN_CHARACTERS) {
    return verdict('title.length', POINTS.length, {
      observed,
      fix:
        `Add at least ${MIN_CHARACTERS - characters} characters after ${quote(title)}, such as "for" and whom the product ` +
        `serves.${without(keywords.map(({ text }) => text))}`,
    });
  }
  if (characters <= MAX_CHARACTERS) return verdict('title.length', POINTS.length, null);
  const kept = titleWords.filter((word) => word.brand).map((word) => word.text);
  return verdict('title.length', POINTS.length, {
    observed,
    fix:
      `Take ${characters - MAX_CHARACTERS} characters or more off the end; at most ${MAX_CHARACTERS} are shown.` +
      (kept.length > 0 ? ` Keep ${quote(kept.join(' '))}.` : ''),
  });
}

function brand({ title, titleWords, brands }: Reading): Verdict {
  const [first, ...others] = brands;
  if (!first || titleWords.some((word) => word.brand)) return verdict('title.brand', POINTS.brand, null);
  const proposed = `${first.name} ${title}`;
  const excess = countCharacters(title) > MAX_CHARACTERS ? 0 : countCharacters(proposed) - MAX_CHARACTERS;
  const alternatives = others.length > 0 ? ` (${quoteAll(others.map(({ name }) => name))} would do too)` : '';
  return verdict('title.brand', POINTS.brand, {
    observed: `The title does not name ${quote(first.name)}.`,
    fix:
      `Begin the title with the brand: ${quote(proposed, MAX_PROPOSED)}${alternatives}.` +
      (excess > 0 ? ` Then take ${excess} characters or more off the end.` : ''),
  });
}

function titleCase({ titleWords }: Reading): Verdict {
  const plain = titleWords.filter((word) => !word.hyperbole);
  const small = plain.filter((word, index) => !isCapitalised(word, index === 0));
  if (small.length === 0) return verdict('title.case', POINTS.case, null);
  const mended = titleWords.map((word) => (small.includes(word) ? capitalise(word.text) : word.text)).join(' ');
  return verdict('title.case', POINTS.case, {
    observed: `${quoteAll(small.map(({ text }) => text))} ${small.length === 1 ? 'begins' : 'begin'} with a small letter.`,
    fix: `Write the title in title case: ${quote(mended, MAX_PROPOSED)}.`,
  });
}

/** Words with a capital inside (`iPaaS`) or a digit (`k8s`) are names that are written like that. */
function isCapitalised({ text, brand: isBrand }: TitleWord, first: boolean): boolean {
  const initial = /\p{L}/u.exec(text)?.[0];
  if (initial === undefined || isBrand || /[\p{Lu}\p{Lt}\p{N}]/u.test(text)) return true;
  return initial.toUpperCase() === initial || (!first && SMALL_WORDS.has(text.replace(/[^\p{L}]/gu, '').toLowerCase()));
}

function capitalise(word: string): string {
  return word.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}

function hyperbole({ titleWords, title }: Reading): Verdict {
  const praise = titleWords.filter((word) => word.hyperbole).map((word) => word.text);
  if (praise.length === 0) return verdict('title.hyperbole', POINTS.hyperbole, null);
  const rest = titleWords.filter((word) => !word.hyperbole).map((word) => word.text);
  return verdict('title.hyperbole', POINTS.hyperbole, {
    observed: `The title praises instead of naming: ${quoteAll(praise)}.`,
    fix:
      rest.length > 0
        ? `Write ${quote(rest.join(' '), MAX_PROPOSED)}${keepLength(title, rest.join(' '))}.`
        : 'Write the name of the product instead.',
  });
}

function shouting({ titleWords, title }: Reading): Verdict {
  const plain = titleWords.filter((word) => !word.hyperbole);
  const shouted = plain.filter((word) => isShouted(word, plain));
  const marks = plain.flatMap(({ text }) => text.match(LOUD_MARKS) ?? []);
  if (shouted.length + marks.length === 0) return verdict('title.shouting', POINTS.shouting, null);
  const mended = titleWords
    .map((word) => (shouted.includes(word) ? capitalise(word.text.toLowerCase()) : word.text).replace(LOUD_MARKS, ''))
    .filter((text) => text !== '')
    .join(' ');
  return verdict('title.shouting', POINTS.shouting, {
    observed: `The title shouts: ${quoteAll([...shouted.map(({ text }) => text), ...new Set(marks)])}.`,
    fix: `Write ${quote(mended, MAX_PROPOSED)}${keepLength(title, mended)}.`,
  });
}

function isShouted(word: TitleWord, title: readonly TitleWord[]): boolean {
  if (word.brand || !isInCapitals(word.text)) return false;
  const others = title.filter(({ brand: isBrand, text }) => !isBrand && /\p{L}/u.test(text));
  const allInCapitals = others.length >= WORDS_OF_A_SHOUTED_TITLE && others.every(({ text }) => isInCapitals(text));
  const letters = word.text.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= (allInCapitals ? SHOUTED_LETTERS_AMONG_CAPITALS : SHOUTED_LETTERS);
}

function isInCapitals(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** A shorter title must not become too short for the rule on its length. */
function keepLength(before: string, after: string): string {
  const tooShort = countCharacters(after) < MIN_CHARACTERS && countCharacters(before) >= MIN_CHARACTERS;
  return tooShort ? `, and say what the product is, so that ${MIN_CHARACTERS} characters remain` : '';
}
