import type { Material } from '../capabilities/knowledge/passages.ts';
import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { searchPassages } from './search.ts';
import { findPlatformBase, listIdsOfPartner } from './store.ts';
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

/** Passages of the caller's documents. Throws NOT_FOUND and FORBIDDEN as for a path. */
export async function partnerMaterial(
  deps: Pick<Deps, 'db'>,
  call: Call,
  { kbIds, query, answering }: Wanted,
): Promise<Material[]> {
  const baseIds = [...new Set(kbIds ?? (await listIdsOfPartner(deps.db, partnerOf(call))))];
  if (kbIds) for (const id of baseIds) await ownKnowledgeBase(deps, call, { id });
  const found = await searchPassages(deps.db, { baseIds, query: query.slice(0, MAX_QUERY), limit: MAX_PASSAGES });
  return found.filter(({ rank }) => !answering || rank >= MIN_RANK).map(materialOf);
}

/** Passages of the platform's own documentation that answer a question. */
export async function platformMaterial({ db }: Pick<Deps, 'db'>, query: string): Promise<Material[]> {
  const base = await findPlatformBase(db);
  if (base === null) return [];
  const found = await searchPassages(db, { baseIds: [base], query, limit: MAX_PASSAGES });
  // No partner can open these documents by their number.
  return found.filter(({ rank }) => rank >= MIN_RANK).map((passage) => ({ ...materialOf(passage), document_id: null }));
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
