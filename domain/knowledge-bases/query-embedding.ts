import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AiError, type AiErrorKind, type AiPort, EMBED_LIMITS } from '../../infra/ai/port.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import { utcDay } from '../kernel/days.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { truncate } from '../kernel/words.ts';
import { modelOfSpace, vectorsInSpace } from './calibrate-space.ts';
import { getSpace } from './embedding-store.ts';
import { countQuery } from './meaning-store.ts';
import { QueryBreaker } from './query-breaker.ts';
import type { QuerySpace } from './table.ts';

/** Whose query it is. */
export interface Asker {
  partnerId: number;
  /** With a sandbox key: the sandbox AI embeds the query. */
  sandbox: boolean;
  /** The question of an evaluation, whose runs have a limit of their own; it is not counted as a query. */
  isEvaluation?: boolean;
}

/** The asker of a partner's call. */
export function askerOf(call: Call): Asker {
  return { partnerId: partnerOf(call), sandbox: isSandbox(call) };
}

/** What the embedding of a query needs. */
export type QueryDeps = Pick<Deps, 'ai' | 'db' | 'clock' | 'ids' | 'meters'>;

/** Queries of a partner that are embedded, which costs the partner nothing: so many in a minute and on a UTC day. */
export const QUERY_LIMITS = { perMinute: 120, perDay: 20_000 } as const;
/** A search does not wait longer for the vector of its query, milliseconds. */
const TIMEOUT_MS = 2_000;
/** The questions of an evaluation wait for their vectors together, milliseconds. */
const BATCH_TIMEOUT_MS = 10_000;
/** Vectors of queries that a process keeps; some 2 KB each. */
const MAX_KEPT = 1_000;

/** What a process remembers of the providers behind a port, since vectors of one are none of another. */
interface Remembered {
  vectors: LRUCache<string, Float32Array>;
  live: QueryBreaker;
  sandbox: QueryBreaker;
}

const remembered = new WeakMap<AiPort, Remembered>();

/** Failures that are about the query, and say nothing of whether the provider answers. */
const OF_THE_QUERY: ReadonlySet<AiErrorKind> = new Set(['refused', 'too_long', 'context_too_long']);

/** Why a query has no vector: too many of the partner's, or no answer of the provider in time. */
export type NoVector = 'limited' | 'unavailable';

/** The vector of a query, or why there is none; never throws for the provider, and never waits longer than a search may. */
export async function embedQuery(
  deps: QueryDeps,
  asker: Asker,
  space: QuerySpace,
  query: string,
): Promise<Float32Array | NoVector> {
  const { clock, db } = deps;
  const { vectors } = memoryOf(deps.ai);
  const text = textOf(query);
  const key = keyOf(asker, space, text);
  const known = vectors.get(key);
  if (known) return known;
  const now = clock.now();
  const use = { partnerId: asker.partnerId, now, day: utcDay(now) };
  if (!asker.isEvaluation && !(await countQuery(db, use, QUERY_LIMITS))) return 'limited';
  await ask(deps, asker, { space, texts: [text], timeoutMs: TIMEOUT_MS });
  return vectors.get(key) ?? 'unavailable';
}

/**
 * Has the queries of an evaluation embedded by few requests, so that their searches find the vectors; those that get none here are
 * asked for by their searches. Never throws for the provider.
 */
export async function embedQueriesAhead(
  deps: QueryDeps,
  asker: Asker,
  space: QuerySpace,
  { queries, batchSize }: { queries: readonly string[]; batchSize: number },
): Promise<void> {
  const { vectors } = memoryOf(deps.ai);
  const unknown = [...new Set(queries.map(textOf))].filter((text) => !vectors.has(keyOf(asker, space, text)));
  // The longest texts of a search fit into a request of this many.
  const size = Math.min(batchSize, Math.floor(EMBED_LIMITS.characters / EMBED_LIMITS.charactersOfText));
  for (let at = 0; at < unknown.length; at += size) {
    const isAnswered = await ask(deps, asker, {
      space,
      texts: unknown.slice(at, at + size),
      timeoutMs: BATCH_TIMEOUT_MS,
    });
    if (!isAnswered) return;
  }
}

function textOf(query: string): string {
  return truncate(query, EMBED_LIMITS.charactersOfText);
}

function keyOf({ sandbox }: Asker, space: QuerySpace, text: string): string {
  return JSON.stringify([sandbox, space, createHash('sha256').update(text).digest('base64')]);
}

/** Texts to ask for at once. */
interface Asked {
  space: QuerySpace;
  texts: readonly string[];
  timeoutMs: number;
}

/** Asks for the vectors of queries and remembers them; false: there are none. */
async function ask(
  { ai, db, clock, ids, meters }: QueryDeps,
  asker: Asker,
  { space, texts, timeoutMs }: Asked,
): Promise<boolean> {
  const { partnerId, sandbox } = asker;
  const { vectors: cache, [sandbox ? 'sandbox' : 'live']: breaker } = memoryOf(ai);
  const count = (outcome: 'skipped' | 'embedded' | 'failed') => {
    for (const _text of texts) meters.queryEmbedded(outcome);
  };
  if (!breaker.lets(clock.now().getTime())) {
    count('skipped');
    return false;
  }
  let sent: readonly Float32Array[];
  try {
    ({ vectors: sent } = await ai.embed({
      model: modelOfSpace(space),
      role: 'query',
      texts,
      purpose: { partnerId, subject: null },
      sandbox,
      idempotencyKey: ids.uuid(),
      signal: AbortSignal.timeout(timeoutMs),
      timeoutMs,
    }));
  } catch (error) {
    // The call is recorded with its failure, and the search answers by words.
    if (error instanceof AiError && OF_THE_QUERY.has(error.kind)) breaker.succeeded();
    else breaker.failed(clock.now().getTime());
    count('failed');
    return false;
  }
  breaker.succeeded();
  count('embedded');
  const vectors = [...vectorsInSpace(await getSpace(db, space.id), 'query', sent)];
  for (const [index, vector] of vectors.entries()) cache.set(keyOf(asker, space, texts[index] ?? ''), vector);
  return true;
}

function memoryOf(ai: AiPort): Remembered {
  const known = remembered.get(ai);
  if (known) return known;
  const memory = {
    vectors: new LRUCache<string, Float32Array>({ max: MAX_KEPT }),
    live: new QueryBreaker(),
    sandbox: new QueryBreaker(),
  };
  remembered.set(ai, memory);
  return memory;
}
