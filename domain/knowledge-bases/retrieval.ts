import type { RetrievalRequest } from '../capabilities/types.ts';
import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import type { RetrievedPassage } from './passages.ts';
import { searchPassages } from './search.ts';
import { findPlatformBase, selectIdsOfPartner } from './store.ts';
import { ownKnowledgeBase } from './target.ts';
import type { FoundPassage } from './types.ts';

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
  return base_ids ? passages : passages.map((passage) => ({ ...passage, document_id: null }));
}

async function platformBases(db: Db): Promise<number[]> {
  const base = await findPlatformBase(db);
  return base === null ? [] : [base];
}

function retrievedPassage({ document_id, title, section, text, language }: FoundPassage): RetrievedPassage {
  return { document_id, document: title, section, text, language };
}

/** Joins the texts among values into a query. */
export function textsOf(values: object): string {
  return Object.values(values)
    .flat()
    .filter((value) => typeof value === 'string')
    .join('\n');
}
