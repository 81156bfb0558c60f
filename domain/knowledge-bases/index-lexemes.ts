import { collectInSlices } from '../kernel/slices.ts';
import type { Passage } from './cut-passages.ts';
import { spellingsOf } from './languages.ts';
import { pairOf, type Token, tokensOf } from './tokens.ts';

/**
 * Version of how passages are indexed. Raise it with every change to this file or to `tokens.ts` that changes lexemes:
 * documents of an earlier version are indexed again.
 */
export const INDEX_VERSION = 2;

/** What a passage is indexed by. Words still have to be stemmed by the rules of a language; each text is separated by spaces. */
interface IndexedTexts {
  /** All words, in the order of the passage. */
  words: string;
  /** Other spellings of some. */
  spellings: string;
  /** Lexemes of codes and addresses. */
  codes: string;
}

/** What a passage with its section is indexed by. */
function indexedTexts({ section, text }: Passage): IndexedTexts {
  const words: string[] = [];
  const spellings = new Set<string>();
  const codes = new Set<string>();
  let before: Token | undefined;
  for (const token of tokensOf(`${section}\n${text}`)) {
    words.push(...token.words);
    for (const word of token.words) for (const spelling of spellingsOf(word)) spellings.add(spelling);
    if (token.joined !== null) for (const form of [token.joined, ...spellingsOf(token.joined)]) spellings.add(form);
    const pair = before ? pairOf(before, token, false) : [];
    for (const code of [...token.codes, ...token.wider, ...pair]) codes.add(code);
    before = token;
  }
  return { words: words.join(' '), spellings: [...spellings].join(' '), codes: [...codes].join(' ') };
}

/** A passage with what it is indexed by. */
export type IndexedPassage = Passage & IndexedTexts;

/** Passages with what they are indexed by, in slices: it takes a millisecond for each, so it is not for a transaction of many. */
export function indexedPassages(passages: readonly Passage[]): Promise<IndexedPassage[]> {
  return collectInSlices(withTexts(passages));
}

function* withTexts(passages: readonly Passage[]): Generator<IndexedPassage> {
  for (const { section, text } of passages) yield { section, text, ...indexedTexts({ section, text }) };
}
