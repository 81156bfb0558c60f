import type { Phrases } from './catalogue/types.ts';

/** Scripts without spaces between words: kana, the long vowel mark, and Chinese characters. */
const UNSPACED = /[\u3041-\u30FF\u3400-\u9FFF]/;
/** Letters of small Latin text and digits; classes of Unicode properties would make matching some times slower. */
const LETTERS = 'a-zß-öø-ɏ';

/** What a phrase begins or ends with so that a word begins or ends there. */
const WORD_CHARACTER = /[\p{L}\p{N}(#*?)]/u;

/** Each replacement is bounded and begins or ends with what its neighbours cannot be, so that matching stays linear. */
const SHORTHANDS: Readonly<Record<string, string>> = {
  ' ': '(?:[ -]{1,2})',
  '*': `[${LETTERS}]{0,16}`,
  '#': "(?:\\d{1,12}(?:[.,' ]\\d{1,6}){0,3})",
  '♯': '#',
  '.': '\\.',
  '+': '\\+',
  $: '\\$',
};

/**
 * An expression for whole phrases in small letters (syntax in catalogue/types.ts). Words in scripts without spaces begin and end
 * anywhere.
 */
export function compile(phrases: Phrases): RegExp {
  const byEdges = new Map<string, string[]>();
  for (const phrase of listOf(phrases)) {
    const source = phrase.replace(/[ *#♯.+$]/g, (mark) => SHORTHANDS[mark] ?? mark);
    const first = /^[(#]*(.)/u.exec(phrase)?.[1] ?? '';
    const last = [...phrase].findLast((character) => !'*?)'.includes(character)) ?? '';
    const before = WORD_CHARACTER.test(phrase.charAt(0)) && !UNSPACED.test(first);
    const after = WORD_CHARACTER.test(phrase.slice(-1)) && !UNSPACED.test(last);
    const start = phrase.startsWith('#') ? '(?<![\\d.])' : before ? `(?<![\\d${LETTERS}])` : '';
    const edges = `${start}…${after ? `(?![\\d${LETTERS}])` : ''}`;
    byEdges.set(edges, [...(byEdges.get(edges) ?? []), source]);
  }
  const groups = [...byEdges].map(([edges, sources]) => edges.replace('…', `(?:${sources.join('|')})`));
  return new RegExp(groups.join('|'), 'g');
}

/** The phrases of a list. */
export function listOf(phrases: Phrases): string[] {
  return phrases.split(',').map((phrase) => phrase.replace(/\s+/g, ' ').trim());
}

/** Letters of a phrase by which words are looked up before any expression is run: at most `KEY` of its first ones. */
const KEY = 4;

/** After the key of a short word that is whole. */
const WHOLE = '.';
/** Key of all numbers. */
const NUMBER = '0';
const WORD = /#|[\p{L}\p{N}]+/gu;

/** Adds what an index has for the words of a text; its keys are those of `keysOf`. */
export function lookUp<Entry>(text: string, index: ReadonlyMap<string, ReadonlySet<Entry>>): Set<Entry> {
  const found = new Set<Entry>();
  const add = (key: string) => {
    for (const entry of index.get(key) ?? []) found.add(entry);
  };
  for (const [word] of text.matchAll(WORD)) {
    if (/^\d/.test(word)) add(NUMBER);
    for (let length = 1; length <= KEY && length <= word.length; length += 1) add(word.slice(0, length));
    if (word.length < KEY) add(`${word}${WHOLE}`);
    if (UNSPACED.test(word)) for (const character of word) add(character);
  }
  return found;
}

/** Keys of the words that a phrase can begin with. */
export function keysOf(phrase: string): string[] {
  return startsOf(phrase).flatMap((start) => {
    if (/^[#$€£¥]/.test(start)) return [NUMBER];
    const letters = /^[\p{L}\p{N}]+/u.exec(start)?.[0] ?? start.charAt(0).replace('♯', '#');
    const known = start.charAt(letters.length) === '?' ? [letters.slice(0, -1), letters] : [letters];
    const isWhole = !/^[*(|]/.test(start.slice(letters.length).replace(/^\?/, ''));
    return known.map((word) => {
      if (UNSPACED.test(word)) return word.slice(0, 1);
      return word.length < KEY && isWhole && /^[a-zß-ɏ\d]+$/.test(word) ? `${word}${WHOLE}` : word.slice(0, KEY);
    });
  });
}

/** A phrase with each choice that it begins with. */
function startsOf(phrase: string): string[] {
  const [group, choices] = /^\(([^()]*)\)/.exec(phrase) ?? [];
  if (group === undefined || choices === undefined) return [phrase];
  const isOptional = phrase.charAt(group.length) === '?';
  const rest = phrase.slice(group.length + (isOptional ? 1 : 0));
  return [...choices.split('|').map((choice) => `${choice}${rest}`), ...(isOptional ? [rest.trimStart()] : [])];
}
