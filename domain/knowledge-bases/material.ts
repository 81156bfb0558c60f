import type { RetrievalRequest } from '../capabilities/types.ts';
import type { Call } from '../kernel/call.ts';
import type { Db, Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import type { Material } from './passages.ts';
import { searchPassages } from './search.ts';
import { findPlatformBase, selectIdsOfPartner } from './store.ts';
import { ownKnowledgeBase } from './target.ts';
import type { FoundPassage } from './types.ts';

/** Passages that a prompt takes. */
const MAX_PASSAGES = 10;
/** A passage that says less of a question than this does not answer it. */
const MIN_RANK = 0.25;
/** Of what is written about, as much is looked at for words to search by, characters. */
const MAX_QUERY = 10_000;

/** What there is to find. */
export interface Wanted {
  /** Knowledge bases, which must be the caller's; undefined: all that the caller has. */
  kbIds: readonly number[] | undefined;
  query: string;
  /** Whether passages have to answer the query, or need only be about it. */
  answering: boolean;
}

/** A search of the caller's documents. Throws NOT_FOUND and FORBIDDEN as for a path. */
export async function partnerLookup(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { kbIds, query, answering }: Wanted,
): Promise<RetrievalRequest> {
  const baseIds = [...new Set(kbIds ?? (await selectIdsOfPartner(deps.db, partnerOf(call))))];
  if (kbIds) for (const id of baseIds) await ownKnowledgeBase(deps, call, { id });
  return { base_ids: baseIds, query: query.slice(0, MAX_QUERY), answering };
}

/** A search of the platform's own documentation for what answers a question. */
export function platformLookup(query: string): RetrievalRequest {
  return { base_ids: null, query, answering: true };
}

/** The context of a prompt with what a search finds; as it is where there is nothing to look up. */
export async function withPassages(
  deps: Pick<Deps, 'db'>,
  { context, lookup }: { context: Record<string, unknown>; lookup: RetrievalRequest | null },
): Promise<Record<string, unknown>> {
  return lookup ? { ...context, passages: await lookUp(deps, lookup) } : context;
}

/** What a search finds; what has been deleted since is not found. */
export async function lookUp(
  { db }: Pick<Deps, 'db'>,
  { base_ids, query, answering }: RetrievalRequest,
): Promise<Material[]> {
  const baseIds = base_ids ?? (await platformBases(db));
  const found = await searchPassages(db, { baseIds, query, limit: MAX_PASSAGES });
  const material = found.filter(({ rank }) => !answering || rank >= MIN_RANK).map(materialOf);
  // No partner can open the platform's documents by their number.
  return base_ids ? material : material.map((passage) => ({ ...passage, document_id: null }));
}

async function platformBases(db: Db): Promise<number[]> {
  const base = await findPlatformBase(db);
  return base === null ? [] : [base];
}

function materialOf({ document_id, title, section, text, language }: FoundPassage): Material {
  return { document_id, document: title, section, text, language };
}

/** The texts among values, as what is searched by. */
export function textsOf(values: object): string {
  return Object.values(values)
    .flat()
    .filter((value) => typeof value === 'string')
    .join('\n');
}
