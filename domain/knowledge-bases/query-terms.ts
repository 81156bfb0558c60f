import { spellingsOf } from './languages.ts';
import { QUESTION_WORDS } from './question-words.ts';
import { pairOf, type Token } from './tokens.ts';

/** A word or code of a query, before its words are stemmed. */
export interface QueryTerm {
  /** As it is written, in lower case. */
  word: string;
  /** Whether it is a code or address: found as a whole, or not at all. */
  isCode: boolean;
  /** Whether it asks rather than names. */
  asks: boolean;
  /** Its spellings, of which any is the word; empty for a code. */
  spellings: string[];
  /** Its lexemes as a code. */
  codes: string[];
  /** Words in a code, which say little. */
  parts: string[];
  /** Terms that it replaces where it is found: 2 words that may be a code. */
  replaces: readonly QueryTerm[];
  /** Whether it follows the term before it directly. */
  isNext: boolean;
}

/** Most terms of a query; the rest is not searched. */
const MAX_TERMS = 200;

/** The different terms of a query, in its order; pairs that may be one code come after their parts. */
export function queryTermsOf(tokens: readonly Token[]): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  let before: { token: Token; terms: QueryTerm[] } | undefined;
  for (const token of tokens) {
    if (terms.size >= MAX_TERMS) break;
    const own = termsOf(token).map((term) => known(terms, term));
    const pair = before ? pairOf(before.token, token, true) : [];
    if (before && pair.length > 0) {
      const replaces = [...before.terms, ...own];
      const words = [...before.token.words, ...token.words];
      const word = `${before.token.text} ${token.text}`;
      known(terms, { ...codeTerm(word, pair, words), replaces });
    }
    before = { token, terms: own };
  }
  return [...terms.values()];
}

function known(terms: Map<string, QueryTerm>, term: QueryTerm): QueryTerm {
  const same = terms.get(term.word);
  if (same) return same;
  terms.set(term.word, term);
  return term;
}

function termsOf({ text, words, codes, joined }: Token): QueryTerm[] {
  if (codes.length > 0) return [codeTerm(text, codes, words)];
  return words.map((word) => {
    const spellings = [word, ...spellingsOf(word)];
    if (joined !== null) spellings.push(joined, ...spellingsOf(joined));
    const asks = spellings.some((spelling) => QUESTION_WORDS.has(spelling));
    return { word, isCode: false, asks, spellings, codes: [], parts: [], replaces: [], isNext: true };
  });
}

function codeTerm(word: string, codes: string[], parts: string[]): QueryTerm {
  return { word, isCode: true, asks: false, spellings: [], codes, parts, replaces: [], isNext: false };
}
