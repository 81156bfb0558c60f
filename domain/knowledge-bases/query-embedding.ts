import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AiError, type AiErrorKind, type AiPort, EMBED_LIMITS } from '../../infra/ai/port.ts';
import { utcDay } from '../credits/rules.ts';
import { type Call, isSandbox } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { partnerOf } from '../kernel/invoke.ts';
import { truncate } from '../kernel/words.ts';
import { calibrationOfSpace } from './calibrate-space.ts';
import { calibrate } from './calibration.ts';
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
  { ai, db, clock, ids, meters }: QueryDeps,
  { partnerId, sandbox, isEvaluation = false }: Asker,
  space: QuerySpace,
  query: string,
): Promise<Float32Array | NoVector> {
  const text = truncate(query, EMBED_LIMITS.charactersOfText);
  const { vectors: cache, [sandbox ? 'sandbox' : 'live']: breaker } = memoryOf(ai);
  const hash = createHash('sha256').update(text).digest('base64');
  const { id, model: name, dimensions, inputs } = space;
  const key = JSON.stringify([sandbox, space, hash]);
  const known = cache.get(key);
  if (known) return known;
  const now = clock.now();
  const use = { partnerId, now, day: utcDay(now) };
  if (!isEvaluation && !(await countQuery(db, use, QUERY_LIMITS))) return 'limited';
  if (!breaker.lets(clock.now().getTime())) {
    meters.queryEmbedded('skipped');
    return 'unavailable';
  }
  try {
    const { vectors } = await ai.embed({
      model: { name, dimensions, inputs },
      role: 'query',
      texts: [text],
      purpose: { partnerId, subject: null },
      sandbox,
      idempotencyKey: ids.uuid(),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      timeoutMs: TIMEOUT_MS,
    });
    breaker.succeeded();
    meters.queryEmbedded('embedded');
    const [sent] = vectors;
    if (!sent) return 'unavailable';
    const calibration = calibrationOfSpace(await getSpace(db, id));
    const vector = calibration ? calibrate(calibration, 'query', sent) : sent;
    cache.set(key, vector);
    return vector;
  } catch (error) {
    // The call is recorded with its failure, and the search answers by words.
    if (error instanceof AiError && OF_THE_QUERY.has(error.kind)) breaker.succeeded();
    else breaker.failed(clock.now().getTime());
    meters.queryEmbedded('failed');
    return 'unavailable';
  }
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
