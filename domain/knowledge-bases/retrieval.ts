import type { RetrievalRequest } from '../capabilities/types.ts';
import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { bareWord } from '../kernel/words.ts';
import { NOWHERE, type RetrievedPassage } from './citations.ts';
import { configurationOf, spaced } from './languages.ts';
import { findCorpus, findPassages, findTerms, type Term } from './passage-store.ts';
import { ownKnowledgeBase } from './schema.ts';
import { findPlatformBase, selectIdsOfPartner } from './store.ts';
import type { FoundPassage } from './table.ts';

/** Maximum passages in a prompt. */
const MAX_PASSAGES = 10;
/** Minimum rank of a passage that answers a question. */
const MIN_RANK = 0.25;
/** Longest text used as a query, characters. */
const MAX_QUERY = 10_000;

/** Options of a retrieval. */
export interface RetrievalOptions {
  /** Knowledge bases, which must be the caller's; undefined: all of the caller's. */
  kbIds: readonly number[] | undefined;
  query: string;
  /** Whether passages must answer the query, or only be related to it. */
  answering: boolean;
}

/** A retrieval request for the caller's documents. Throws NOT_FOUND and FORBIDDEN as for a path. */
export async function partnerRetrieval(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { kbIds, query, answering }: RetrievalOptions,
): Promise<RetrievalRequest> {
  const baseIds = [...new Set(kbIds ?? (await selectIdsOfPartner(deps.db, partnerOf(call))))];
  if (kbIds) for (const id of baseIds) await ownKnowledgeBase(deps, call, { id });
  return { base_ids: baseIds, query: query.slice(0, MAX_QUERY), answering };
}

/** A retrieval request for the platform's own documentation. */
export function platformRetrieval(query: string): RetrievalRequest {
  return { base_ids: null, query, answering: true };
}

/** The context with the retrieved passages; unchanged when there is nothing to retrieve. */
export async function withPassages(
  deps: Pick<Deps, 'db'>,
  { context, lookup }: { context: Record<string, unknown>; lookup: RetrievalRequest | null },
): Promise<Record<string, unknown>> {
  return lookup ? { ...context, passages: await retrievePassages(deps, lookup) } : context;
}

/** Retrieves passages. Documents deleted since the request was made are skipped. */
export async function retrievePassages(
  { db }: Pick<Deps, 'db'>,
  { base_ids, query, answering }: RetrievalRequest,
): Promise<RetrievedPassage[]> {
  const baseIds = base_ids ?? (await platformBases(db));
  const found = await searchPassages(db, { baseIds, query, limit: MAX_PASSAGES });
  const passages = found.filter(({ rank }) => !answering || rank >= MIN_RANK).map(retrievedPassage);
  // Partners cannot open the platform's documents by id, so leave it out.
  return base_ids ? passages : passages.map((passage) => ({ ...passage, ...NOWHERE }));
}

async function platformBases(db: Db): Promise<number[]> {
  const base = await findPlatformBase(db);
  return base === null ? [] : [base];
}

function retrievedPassage({ title, rank: _rank, ...passage }: FoundPassage): RetrievedPassage {
  return { ...passage, document: title };
}

/** Joins the texts among values into a query. */
export function textsOf(values: object): string {
  return Object.values(values)
    .flat()
    .filter((value) => typeof value === 'string')
    .join('\n');
}

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
    .map((word) => bareWord(word).toLowerCase())
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, MAX_WORDS);
}
