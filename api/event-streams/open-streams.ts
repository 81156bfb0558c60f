import type { Actor } from '../../domain/kernel/call.ts';
import { AppError } from '../../domain/kernel/errors.ts';

/** Event streams that one process keeps open. */
const MAX_STREAMS = 5_000;
/** Of those, the streams of one partner. */
const MAX_STREAMS_PER_PARTNER = 200;
/** Seconds after which a refused client may retry. */
const RETRY_SECONDS = 5;

/** The event streams that are open in this process, over REST and MCP. */
export interface OpenStreams {
  /**
   * Registers a stream; undefined when the process or the partner has too many. Call the returned function once, when
   * the stream has ended.
   */
  enter(actor: Actor): (() => void) | undefined;
}

/** Tracks open streams with a total limit and a limit per partner; administrators count as one partner. */
export function createOpenStreams(limits: { total?: number; perPartner?: number | undefined } = {}): OpenStreams {
  const { total = MAX_STREAMS, perPartner = MAX_STREAMS_PER_PARTNER } = limits;
  const byPartner = new Map<number | null, number>();
  let open = 0;
  const change = (partnerId: number | null, by: 1 | -1) => {
    open += by;
    const own = (byPartner.get(partnerId) ?? 0) + by;
    if (own === 0) byPartner.delete(partnerId);
    else byPartner.set(partnerId, own);
  };
  return {
    enter(actor) {
      const partnerId = 'partnerId' in actor ? actor.partnerId : null;
      if (open >= total || (byPartner.get(partnerId) ?? 0) >= perPartner) return undefined;
      change(partnerId, 1);
      return () => change(partnerId, -1);
    },
  };
}

/** 503 for a stream above the limit. */
export function tooManyStreams(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', 'Too many streams are open.', { retryAfterSeconds: RETRY_SECONDS });
}
