import type { Db } from '../kernel/deps.ts';
import type { QueryTerm } from './query-terms.ts';
import { anyOf, type CandidateQuery, findCorpus, type Gain, scorePassages, type TsQuery } from './search-store.ts';
import { lookUpTerms, type SearchTerm } from './search-terms.ts';

/** The terms of a query and the bases to search. */
export interface WordSearch {
  baseIds: readonly number[];
  terms: readonly QueryTerm[];
  limit: number;
}

/** A passage in the order of a search, and why it is there. */
export interface RankedPassage {
  id: number;
  /** 0 to 1: how much of the query is in it, with rare words weighing more. */
  rank: number;
  /** Words and codes of the query that it has or nearly has, in lower case. */
  words: string[];
}

/** Maximum terms that are searched: the rarest, which say most. Of those that occur nowhere so many count, too. */
const MAX_TERMS = 16;
/** Maximum candidates of a selection; limits the cost of a search over many passages. */
const MAX_CANDIDATES = 250;
/** Common terms of which two make a candidate. */
const MAX_COMMON = 4;
/** Share of the passages from which on a walk through them finds enough candidates sooner than the index lists all. */
const COMMON_SHARE = 0.2;

/** Part of a term's weight for what is nearly the term. */
const NEAR = 0.7;
/** Part of a term's weight for a part of it. */
const PART = 0.1;
/** Part of the weight of two neighbours in the query that counts, in the order of passages, for those that have them side by side. */
const SIDE_BY_SIDE = 0.3;

/**
 * The passages that match the words of a query best, best first. Words are weighted by rarity; PostgreSQL's own ranking does
 * not know it and would read every passage with a common word.
 */
export async function searchByWords(db: Db, { baseIds, terms: asked, limit }: WordSearch): Promise<RankedPassage[]> {
  if (baseIds.length === 0 || asked.length === 0) return [];
  const corpus = await findCorpus(db, baseIds);
  const terms = await lookUpTerms(db, baseIds, corpus, asked);
  const byRarity = terms.toSorted((one, other) => one.passages - other.passages || one.number - other.number);
  const known = byRarity.filter(({ passages }) => passages > 0).slice(0, MAX_TERMS);
  // What occurs nowhere counts too: passages lack a part of the query.
  const missing = byRarity.filter(({ passages }) => passages === 0).slice(0, MAX_TERMS);
  if (known.length === 0) return [];
  const counted = [...known, ...missing];
  const scored = await scorePassages(db, baseIds, {
    queries: candidateQueries(known, corpus.passages),
    candidates: MAX_CANDIDATES,
    gains: [...counted.flatMap(gainsOf), ...sideBySide(known)],
    limit,
  });
  const maxRank = counted.reduce((sum, { weight }) => sum + weight, 0);
  const wordOf = new Map(terms.map(({ number, word }) => [number, word]));
  return scored.map(({ id, rank, terms: found }) => ({
    id,
    rank: Math.round(Math.min(1, rank / maxRank) * 1_000) / 1_000,
    words: found.flatMap((number) => wordOf.get(number) ?? []),
  }));
}

/** What a passage gains by a term: all of its weight for the term, less for what is near it, least for a part. */
function gainsOf({ number, same, near, parts, weight }: SearchTerm): Gain[] {
  const steps = [
    { queries: same.length > 0 ? [anyOf(same)] : [], share: 1 },
    { queries: near, share: NEAR },
    { queries: parts.length > 0 ? [anyOf(parts)] : [], share: PART },
  ].filter(({ queries }) => queries.length > 0);
  return steps.map(({ share }, index) => ({
    term: share > PART ? number : null,
    query: steps
      .slice(0, index + 1)
      .flatMap(({ queries }) => queries)
      .join(' | '),
    weight: weight * (share - (steps[index + 1]?.share ?? 0)),
    bonus: 0,
  }));
}

/** What a passage gains in order by two words that stand side by side as they do in the query. */
function sideBySide(terms: readonly SearchTerm[]): Gain[] {
  const inOrder = terms.toSorted((one, other) => one.number - other.number);
  return inOrder.flatMap((term, index) => {
    const next = inOrder[index + 1];
    if (!next || next.number !== term.number + 1 || !next.isNext || term.isCode) return [];
    const query = `${anyOf(term.same)} <-> ${anyOf(next.same)}`;
    return { term: null, query, weight: 0, bonus: Math.min(term.weight, next.weight) * SIDE_BY_SIDE };
  });
}

/**
 * Which passages to rank: those with one of the rarest terms, and those with two of the rarest that are common. If all are
 * common, also those with the rarest of them.
 */
function candidateQueries(terms: readonly SearchTerm[], total: number): CandidateQuery[] {
  let passages = 0;
  const rare = terms.filter((term) => {
    passages += term.passages;
    return passages <= MAX_CANDIDATES;
  });
  const common = terms.slice(rare.length, rare.length + MAX_COMMON);
  const share = (term: SearchTerm) => Math.min(1, term.passages / total);
  const pairs = common.flatMap((one, index) => common.slice(index + 1).map((other) => [one, other] as const));
  const withoutPair = pairs.reduce((rest, [one, other]) => rest * (1 - share(one) * share(other)), 1);
  const [first] = common;
  const queries: { query: TsQuery; share: number }[] = [];
  if (rare.length > 0) queries.push({ query: rare.map(candidatesOf).join(' | '), share: 0 });
  if (pairs.length > 0) {
    const query = pairs.map(([one, other]) => `(${candidatesOf(one)}) & (${candidatesOf(other)})`).join(' | ');
    queries.push({ query, share: 1 - withoutPair });
  }
  if (rare.length === 0 && first) queries.push({ query: candidatesOf(first), share: share(first) });
  return queries.map(({ query, share: matching }) => ({ query, isCommon: matching >= COMMON_SHARE }));
}

function candidatesOf({ same, near }: SearchTerm): TsQuery {
  return [...(same.length > 0 ? [anyOf(same)] : []), ...near].join(' | ');
}
