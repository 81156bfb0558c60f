import type { RetrievalRequest } from '../capabilities/types.ts';
import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { truncate } from '../kernel/words.ts';
import { NOWHERE, type RetrievedPassage } from './citations.ts';
import { askerOf } from './query-embedding.ts';
import { rerank } from './rerank.ts';
import { ownKnowledgeBase } from './schema.ts';
import { type AskedSearch, type SearchDeps, type SearchResult, searchPassages } from './search.ts';
import { findPlatformBase, findThresholds, selectIdsOfPartner } from './store.ts';
import type { FoundPassage } from './table.ts';

/** Maximum passages in a prompt. */
const MAX_PASSAGES = 10;
/** Rank from which a passage answers a question, in a base without a threshold of its own. Chosen on the questions of test/knowledge. */
export const ANSWER_THRESHOLD = 0.45;
/** Passages that the AI reads at least, if need be from below the gate: questions in other words or another language have theirs there. */
const MIN_READ = MAX_PASSAGES;
/** Passages among which those below the gate are chosen, and how many of a section come before others: rows of a price list are much alike. */
const MAX_SOUGHT = 2 * MAX_PASSAGES;
const MAX_OF_SECTION = 3;
/** Longest text used as a query, characters. */
const MAX_QUERY = 10_000;

/** Options of a retrieval. */
export interface RetrievalOptions {
  /** Knowledge bases, which must be the caller's; undefined: all of the caller's. */
  kbIds: readonly number[] | undefined;
  query: string;
  /** Whether passages must answer the query, or only be related to it. */
  answering: boolean;
  /** Whether the AI reads the nearest passages, too, where few answer. */
  uncertain?: boolean;
  /** Whether the AI puts them in order. */
  rerank?: boolean;
}

/** A retrieval request for the caller's documents. Throws NOT_FOUND and FORBIDDEN as for a path. */
export async function partnerRetrieval(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { kbIds, query, answering, uncertain, rerank: reranked }: RetrievalOptions,
): Promise<RetrievalRequest> {
  const baseIds = [...new Set(kbIds ?? (await selectIdsOfPartner(deps.db, partnerOf(call))))];
  if (kbIds) for (const id of baseIds) await ownKnowledgeBase(deps, call, { id });
  const request = { base_ids: baseIds, query: truncate(query, MAX_QUERY), answering, asker: askerOf(call) };
  return { ...request, ...(uncertain && { uncertain }), ...(reranked && { rerank: true }) };
}

/** A retrieval request for the platform's own documentation. */
export function platformRetrieval(call: Call, query: string): RetrievalRequest {
  return { base_ids: null, query, answering: true, uncertain: true, asker: askerOf(call) };
}

/** The context with the retrieved passages; unchanged when there is nothing to retrieve. */
export async function withPassages(
  deps: SearchDeps,
  { context, lookup }: { context: Record<string, unknown>; lookup: RetrievalRequest | null },
): Promise<Record<string, unknown>> {
  return lookup ? { ...context, passages: await retrievePassages(deps, lookup) } : context;
}

/** Retrieves passages. Documents deleted since the request was made are skipped. */
export async function retrievePassages(
  deps: SearchDeps,
  { base_ids, query, answering, uncertain, asker, rerank: reranked }: RetrievalRequest,
): Promise<RetrievedPassage[]> {
  const baseIds = base_ids ?? (await platformBases(deps.db));
  const sought = uncertain ? passagesToRead : answeringPassages;
  const find = answering ? sought : relatedPassages;
  const { passages: found } = await find(deps, { baseIds, query, asker: asker ?? null });
  const ordered = reranked && asker ? await rerank(deps, asker, query, found) : found;
  const passages = ordered.map(retrievedPassage);
  // Partners cannot open the platform's documents by id, so leave it out.
  return base_ids ? passages : passages.map((passage) => ({ ...passage, ...NOWHERE }));
}

/** The passages that pass the gate for a question to these bases, best first; none where the bases hardly have an answer. */
export async function answeringPassages(deps: SearchDeps, search: Omit<AskedSearch, 'limit'>): Promise<SearchResult> {
  const { answering, meaning } = await soughtPassages(deps, search);
  return { passages: answering, meaning };
}

/** The passages that the AI reads for a question, best first: those that pass the gate, and where they are few, the nearest ones. */
async function passagesToRead(deps: SearchDeps, search: Omit<AskedSearch, 'limit'>): Promise<SearchResult> {
  const { answering, uncertain, meaning } = await soughtPassages(deps, search, MAX_SOUGHT);
  const below = severalSectionsFirst(uncertain).slice(0, Math.max(0, MIN_READ - answering.length));
  return { passages: [...answering, ...below], meaning };
}

/** Passages in their order, of which those come last that others of their section stand before. */
function severalSectionsFirst(passages: readonly FoundPassage[]): FoundPassage[] {
  const bySection = Map.groupBy(passages, ({ document_id, section }) => `${document_id} ${section}`);
  const last = new Set([...bySection.values()].flatMap((ofSection) => ofSection.slice(MAX_OF_SECTION)));
  return [...passages.filter((passage) => !last.has(passage)), ...last];
}

/** What a search found for a question: what passes the gate, and what is below it and may have the answer all the same. */
async function soughtPassages(deps: SearchDeps, search: Omit<AskedSearch, 'limit'>, limit = MAX_PASSAGES) {
  const { passages, meaning } = await searchPassages(deps, { ...search, limit });
  const thresholds = await findThresholds(deps.db, search.baseIds);
  const years = new Set(search.query.match(YEAR));
  const first = new Set(passages.slice(0, MAX_PASSAGES));
  const possible = passages.filter((passage) => hasAllOf(years, passage));
  const passes = ({ rank, is_near, knowledge_base_id: base }: FoundPassage) =>
    is_near || rank >= (thresholds.get(base) ?? ANSWER_THRESHOLD);
  return {
    answering: possible.filter((passage) => passes(passage) && first.has(passage)),
    // A partner who sets a threshold does not want what is below it to be read.
    uncertain: possible.filter(
      (passage) => !passes(passage) && passage.has_codes && !thresholds.has(passage.knowledge_base_id),
    ),
    meaning,
  };
}

/** What is said of another year answers no question about this one, whatever other words they share. */
const YEAR = /(?<![\p{L}\p{N}])(?:19|20)\d{2}(?![\p{L}\p{N}])/gu;

function hasAllOf(
  years: ReadonlySet<string>,
  { title, section, text }: Pick<FoundPassage, 'title' | 'section' | 'text'>,
) {
  const found = new Set([title, section ?? '', text].join(' ').match(YEAR));
  return [...years].every((year) => found.has(year));
}

function relatedPassages(deps: SearchDeps, search: Omit<AskedSearch, 'limit'>): Promise<SearchResult> {
  return searchPassages(deps, { ...search, limit: MAX_PASSAGES });
}

async function platformBases(db: Db): Promise<number[]> {
  const base = await findPlatformBase(db);
  return base === null ? [] : [base];
}

function retrievedPassage({
  title,
  rank: _rank,
  words: _words,
  similarity: _similarity,
  is_near: _isNear,
  has_codes: _hasCodes,
  ...passage
}: FoundPassage): RetrievedPassage {
  return { ...passage, document: title };
}

/** Joins the texts among values into a query. */
export function textsOf(values: object): string {
  return Object.values(values)
    .flat()
    .filter((value) => typeof value === 'string')
    .join('\n');
}
