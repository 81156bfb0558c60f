import { type Brand, brandRuns } from './brand.ts';
import { countPhrase, words } from './text.ts';
import { HYPERBOLE, SMALL_WORDS } from './vocabulary.ts';

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
  const ownersOf = (runs: readonly [number, number][]) => new Set(runs.flatMap(([from, to]) => owners.slice(from, to)));
  const brand = ownersOf(brandRuns(tokens, brands));
  const hyperbole = ownersOf(hyperboleRuns(tokens));
  return texts.map((text, index) => ({
    text,
    brand: brand.has(index),
    hyperbole: !brand.has(index) && (hyperbole.has(index) || /^#1(?!\d)/.test(text)),
  }));
}

function hyperboleRuns(tokens: readonly string[]): [number, number][] {
  return tokens.flatMap((_, from) =>
    HYPERBOLE.filter((phrase) => countPhrase(tokens.slice(from, from + phrase.length), phrase) > 0).map(
      (phrase): [number, number] => [from, from + phrase.length],
    ),
  );
}

/**
 * What a title says the product is: up to three words of its first segment, without the brand; a small word or a
 * separator ends a segment. Null when nothing is left.
 */
export function titleSubject(title: readonly TitleWord[]): string | null {
  const subject: string[] = [];
  for (const word of title) {
    const bare = word.text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const separates = bare === '' || SMALL_WORDS.has(bare.toLowerCase());
    const opens = /^[([{"“]/.test(word.text);
    if (subject.length > 0 && (separates || opens)) break;
    if (!separates && !word.brand) subject.push(bare);
    if (subject.length === MAX_SUBJECT_WORDS || (subject.length > 0 && /[,:;|)\]}"”]$/.test(word.text))) break;
  }
  return subject.length > 0 ? subject.join(' ') : null;
}
