import type { Db } from '../kernel/deps.ts';
import { configurationOf, spaced } from './languages.ts';
import { findCorpus, findPassages, findTerms, type Term } from './passage-store.ts';
import type { FoundPassage } from './types.ts';

/** Maximum different words of a query. */
const MAX_WORDS = 200;
/** Maximum words in the search: the rarest, which say most. */
const MAX_TERMS = 16;
/** Maximum passages that are ranked; limits the cost of a search over many passages. */
const MAX_CANDIDATES = 250;

/** A search query and the bases to search. */
export interface Search {
  baseIds: readonly number[];
  query: string;
  limit: number;
}

/**
 * The passages that match a query best, best first. Words are weighted by rarity (the inverse document frequency of
 * BM25). PostgreSQL's own ranking does not know rarity and would read every passage with a common word.
 */
export async function searchPassages(db: Db, { baseIds, query, limit }: Search): Promise<FoundPassage[]> {
  const words = wordsOf(query);
  if (baseIds.length === 0 || words.length === 0) return [];
  const corpus = await findCorpus(db, baseIds);
  const configurations = [...new Set(corpus.languages.map(configurationOf))];
  const terms = await findTerms(db, baseIds, configurations, words);
  const known = terms.filter(({ passages }) => passages > 0).slice(0, MAX_TERMS);
  // Words that occur nowhere count too: passages lack a part of the query.
  const missing = terms.filter(({ passages }) => passages === 0).slice(0, MAX_TERMS);
  const weights = known.map((term) => ({ term, weight: rarity(term, corpus.passages) }));
  const maxRank = [...known, ...missing].reduce((sum, term) => sum + rarity(term, corpus.passages), 0);
  for (const choice of candidateQueries(known)) {
    const found = await findPassages(db, baseIds, { ...choice, weights, candidates: MAX_CANDIDATES, limit });
    if (found.length > 0)
      return found.map((passage) => ({ ...passage, rank: Math.round((passage.rank / maxRank) * 1_000) / 1_000 }));
  }
  return [];
}

/**
 * Which passages to rank: those with one of the rarest words, or, if all are common, first those with the two rarest.
 */
function* candidateQueries(terms: readonly Term[]): Generator<{ terms: Term[]; how: 'all' | 'any' }> {
  const rare: Term[] = [];
  let passages = 0;
  for (const term of terms) {
    passages += term.passages;
    if (passages > MAX_CANDIDATES) break;
    rare.push(term);
  }
  if (rare.length > 0) yield { terms: rare, how: 'any' };
  else if (terms.length > 0) {
    yield { terms: terms.slice(0, 2), how: 'all' };
    yield { terms: terms.slice(0, 1), how: 'any' };
  }
}

function rarity({ passages }: Term, total: number): number {
  return Math.log(1 + (Math.max(0, total - passages) + 0.5) / (passages + 0.5));
}

/** The different words of a text, without punctuation. */
function wordsOf(text: string): string[] {
  const words = spaced(text)
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase())
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, MAX_WORDS);
}
