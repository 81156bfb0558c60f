import { bareWord } from '../../kernel/words.ts';
import { type Brand, brandRuns } from './brand.ts';
import { hasWord, words } from './text.ts';
import { FOREIGN_WORDS, HYPERBOLE, SMALL_WORDS } from './vocabulary.ts';

/** Most words of a title's subject. */
const MAX_SUBJECT_WORDS = 3;

/** A word of the title, split at spaces. */
export interface TitleWord {
  text: string;
  brand: boolean;
  hyperbole: boolean;
}

/** The title's words, each with whether it is part of a brand or of praise. */
export function titleWords(title: string, brands: readonly Brand[]): TitleWord[] {
  const texts = title === '' ? [] : title.split(' ');
  const owners: number[] = [];
  const tokens = texts.flatMap((text, owner) => {
    const own = words(text);
    owners.push(...own.map(() => owner));
    return own;
  });
  const ownersOf = (runs: readonly [number, number][]) => {
    const found = new Set<number>();
    // A run begins no earlier than the one before, so that what both have is looked at once.
    let seen = 0;
    for (const [from, to] of runs) {
      for (const owner of owners.slice(Math.max(from, seen), to)) found.add(owner);
      seen = Math.max(seen, to);
    }
    return found;
  };
  const brand = ownersOf(brandRuns(tokens, brands));
  const hyperbole = ownersOf(hyperboleRuns(tokens));
  return texts.map((text, index) => ({
    text,
    brand: brand.has(index),
    hyperbole: !brand.has(index) && (hyperbole.has(index) || /^#1(?!\d)/.test(text)),
  }));
}

function hyperboleRuns(tokens: readonly string[]): [number, number][] {
  const isAt = (phrase: readonly string[], from: number) =>
    phrase.every((word, index) => tokens[from + index] === word);
  return tokens.flatMap((_, from) =>
    HYPERBOLE.filter((phrase) => isAt(phrase, from)).map((phrase): [number, number] => [from, from + phrase.length]),
  );
}

/**
 * What a title says the product is: up to three words of its first segment, without the brand; a small word or a
 * separator ends a segment. Null when nothing is left.
 */
export function titleSubject(title: readonly TitleWord[]): string | null {
  const subject: string[] = [];
  for (const word of title) {
    const bare = bareWord(word.text);
    const separates = bare === '' || SMALL_WORDS.has(bare.toLowerCase());
    const opens = /^[([{"“]/.test(word.text);
    if (subject.length > 0 && (separates || opens)) break;
    if (!separates && !word.brand) subject.push(bare);
    if (subject.length === MAX_SUBJECT_WORDS || (subject.length > 0 && /[,:;|)\]}"”]$/.test(word.text))) break;
  }
  return subject.length > 0 ? subject.join(' ') : null;
}

/** Shorter words in capitals count as acronyms. */
const SHOUTED_LETTERS = 6;
/** In a title all in capitals, words from this length on count as shouted. */
const SHOUTED_LETTERS_AMONG_CAPITALS = 4;
const WORDS_OF_A_SHOUTED_TITLE = 3;
/** Exclamation marks, question marks in a row, and pictographs except ©, ® and ™. */
const EMPHATIC_MARKS = /[!！]|\?{2,}|(?![©®™])\p{Extended_Pictographic}\uFE0F?/gu;

/** Words that title case would capitalise; none in a title that seems to be in a language other than English. */
export function smallWords(title: readonly TitleWord[]): TitleWord[] {
  if (title.some(({ text, brand }) => !brand && isForeign(text))) return [];
  return title.filter((word, index) => !isCapitalised(word, index === 0));
}

/**
 * Other languages capitalise titles differently. A common word of theirs, or a letter that English does not have,
 * identifies them.
 */
function isForeign(text: string): boolean {
  return /(?![A-Za-z])\p{L}/u.test(text.normalize('NFC')) || FOREIGN_WORDS.has(lettersOf(text));
}

/** Words with a capital inside (`iPaaS`) or a digit (`k8s`) are names that keep their spelling. */
function isCapitalised({ text, brand }: TitleWord, first: boolean): boolean {
  if (brand || !/\p{L}/u.test(text) || /[\p{Lu}\p{Lt}\p{N}]/u.test(text)) return true;
  return !first && SMALL_WORDS.has(lettersOf(text));
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '').toLowerCase();
}

/** Words in capitals that are neither the brand nor an acronym. */
export function shoutedWords(title: readonly TitleWord[]): TitleWord[] {
  const named = namedWords(title);
  const fewest = isAllInCapitals(named) ? SHOUTED_LETTERS_AMONG_CAPITALS : SHOUTED_LETTERS;
  return named.filter(({ text }) => isInCapitals(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= fewest);
}

/** Words with letters that are not the brand. */
function namedWords(title: readonly TitleWord[]): TitleWord[] {
  return title.filter(({ brand, text }) => !brand && /\p{L}/u.test(text));
}

function isAllInCapitals(named: readonly TitleWord[]): boolean {
  return named.length >= WORDS_OF_A_SHOUTED_TITLE && named.every(({ text }) => isInCapitals(text));
}

function isInCapitals(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** The emphatic marks in a text. */
export function emphaticMarks(text: string): string[] {
  return text.match(EMPHATIC_MARKS) ?? [];
}

/** The text without its emphatic marks. */
function withoutEmphaticMarks(text: string): string {
  return text.replace(EMPHATIC_MARKS, '');
}

/** The remaining words can form praise or a brand again, but rarely more than once. */
const MAX_ROUNDS = 5;

/**
 * The title that all its recommendations propose: the brand first unless the title has one, without praise and emphatic
 * marks, in title case. A title in that form does not change; empty when it was only praise and marks.
 */
export function proposeTitle(title: string, brands: readonly Brand[]): string {
  let rewritten = title;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = rewriteOnce(rewritten, brands);
    if (next === rewritten) break;
    rewritten = next;
  }
  return rewritten;
}

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the']);

/** The words without praise, and without the article that it began with: "The Best Backup" becomes "Backup". */
function withoutLeftArticle(words: readonly TitleWord[]): TitleWord[] {
  const first = words.findIndex((word) => !word.brand);
  const article = words[first];
  const hasLeft = article !== undefined && ARTICLES.has(article.text.toLowerCase()) && words[first + 1]?.hyperbole;
  return words.filter((word) => !word.hyperbole && !(hasLeft && word === article));
}

function rewriteOnce(title: string, brands: readonly Brand[]): string {
  const words = titleWords(title, brands);
  const plain = withoutLeftArticle(words);
  const [small, shouted] = [smallWords(plain), shoutedWords(plain)];
  const [brand] = brands;
  const namesBrand = words.some((word) => word.brand);
  const isLoud = shouted.length > 0 && isAllInCapitals(namedWords(plain));
  const texts = plain
    .map((word, index) => {
      const isFirst = index === 0 && (namesBrand || !brand);
      // Among capitals, THE and FOR are no acronyms.
      if (isLoud && !word.brand && SMALL_WORDS.has(lettersOf(word.text))) {
        return isFirst ? capitalise(word.text.toLowerCase()) : word.text.toLowerCase();
      }
      if (shouted.includes(word)) return capitalise(word.text.toLowerCase());
      return small.includes(word) ? capitalise(word.text) : word.text;
    })
    .map(withoutEmphaticMarks)
    .filter((text) => text !== '');
  if (!texts.some(hasWord)) return '';
  return brand && !namesBrand ? [brand.name, ...texts].join(' ') : texts.join(' ');
}

function capitalise(word: string): string {
  return word.replace(/\p{L}/u, (letter) => letter.toUpperCase());
}
