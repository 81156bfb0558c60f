import type { Deps } from '../kernel/deps.ts';
import { collectInSlices } from '../kernel/slices.ts';
import { fuse, type Ranked } from './fusion.ts';
import { embedForSearch, type MeaningState, type NearPassage, searchByMeaning } from './meaning-search.ts';
import { selectUnembeddedAmong } from './meaning-store.ts';
import type { Asker, QueryDeps } from './query-embedding.ts';
import { type QueryTerm, queryTermsOf } from './query-terms.ts';
import { selectPassages } from './search-store.ts';
import type { FoundPassage } from './table.ts';
import { tokensOf } from './tokens.ts';
import { type RankedPassage, searchByWords } from './word-search.ts';

/** Passages that are ranked for each that is returned, since some may have the same text. */
const RANKED_FOR_EACH = 3;
/** Fewest passages of the ranking by words that are joined with those by meaning, and most of those by meaning. */
const RANKED_BY_WORDS = 50;
const RANKED_BY_MEANING = 50;

/** What a search needs. */
export type SearchDeps = QueryDeps;

/** A search query and the bases to search. */
interface Search {
  baseIds: readonly number[];
  query: string;
  limit: number;
}

/** A search with whose it is. */
export interface AskedSearch extends Search {
  /** Who asks; null: nobody whose queries could be counted, so by words only. */
  asker: Asker | null;
}

/** What a search found, and how it went by meaning. */
export interface SearchResult {
  passages: FoundPassage[];
  meaning: MeaningState;
}

/**
 * The passages of bases that match a query best by words and by meaning, best first; all searches are made here. By words only where
 * there are no vectors, or none for the query in time. Of passages with the same text, the first one.
 */
export async function searchPassages(deps: SearchDeps, search: AskedSearch): Promise<SearchResult> {
  const limit = search.limit * RANKED_FOR_EACH;
  const terms = queryTermsOf(await collectInSlices(tokensOf(search.query)));
  // Before either search: the provider may take its time, and a request that waits for it reads nothing meanwhile.
  const embedded = await embedForSearch(deps, search.asker, search);
  const [byWords, byMeaning] = await Promise.all([
    searchByWords(deps.db, { baseIds: search.baseIds, terms, limit: Math.max(limit, RANKED_BY_WORDS) }),
    searchByMeaning(deps, search.baseIds, embedded),
  ]);
  const needed = neededAmong(terms);
  const codes = needed.filter(isCode);
  const wordsOf = new Map(byWords.map(({ id, words }) => [id, words]));
  // A code that a passage lacks is about something else, however near the meaning is.
  const rankings = byMeaning.rankings.map((ranking) =>
    ranking.filter(({ id }) => hasAll(codes, wordsOf.get(id))).slice(0, RANKED_BY_MEANING),
  );
  const wordIds = byWords.map(({ id }) => id);
  const unembedded = new Set(await selectUnembeddedAmong(deps.db, wordIds, byMeaning.spaceIds));
  const ids = fuse([byWords.map((passage) => weighed(passage, unembedded)), ...rankings]).slice(0, limit);
  const passages = await foundPassages(deps.db, search, { ids, byWords, byMeaning: rankings.flat(), needed });
  const texts = new Set<string>();
  return {
    passages: passages.filter(({ text }) => !texts.has(text) && texts.add(text)).slice(0, search.limit),
    meaning: byMeaning.state,
  };
}

/**
 * A passage with few of the query's words says less than its place: the words of a question in another language are such. One that is
 * not embedded stands in no ranking by meaning, so its words count for that, too.
 */
function weighed({ id, rank }: RankedPassage, unembedded: ReadonlySet<number>): Ranked {
  const share = Math.min(1, rank);
  return { id, weight: Math.sqrt(share) + (unembedded.has(id) ? share : 0) };
}

/** What both searches found, and the passages of it to read. */
interface Joined {
  ids: readonly number[];
  byWords: readonly RankedPassage[];
  byMeaning: readonly NearPassage[];
  needed: readonly NeededTerm[];
}

async function foundPassages(
  db: Deps['db'],
  { baseIds }: Search,
  { ids, byWords, byMeaning, needed }: Joined,
): Promise<FoundPassage[]> {
  const passages = await selectPassages(db, baseIds, ids);
  const byId = new Map(passages.map((passage) => [passage.passage_id, passage]));
  const ranked = new Map(byWords.map((passage) => [passage.id, passage]));
  const near = new Map(byMeaning.map((passage) => [passage.id, passage]));
  return ids.flatMap((id) => {
    const passage = byId.get(id);
    const words = ranked.get(id)?.words ?? [];
    const { similarity = null, isAnswer = false } = near.get(id) ?? {};
    const why = { rank: ranked.get(id)?.rank ?? 0, words, similarity, is_near: isAnswer && hasAll(needed, words) };
    return passage ? { ...passage, ...why, has_codes: hasAll(needed.filter(isCode), words) } : [];
  });
}

/** A code or number of a query. */
interface NeededTerm {
  isCode: boolean;
  /** Any of these is it: itself, and pairs of words that it is a part of. */
  words: string[];
}

function isCode(term: NeededTerm): boolean {
  return term.isCode;
}

function neededAmong(terms: readonly QueryTerm[]): NeededTerm[] {
  const pairs = terms.filter(({ replaces }) => replaces.length > 0);
  return terms.flatMap((term) => {
    if (term.replaces.length > 0 || !(term.isCode || /\p{N}/u.test(term.word))) return [];
    const words = [term, ...pairs.filter(({ replaces }) => replaces.includes(term))].map(({ word }) => word);
    return { isCode: term.isCode, words };
  });
}

function hasAll(needed: readonly NeededTerm[], words: readonly string[] = []): boolean {
  return needed.every((term) => term.words.some((word) => words.includes(word)));
}
