import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 45_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;

/** How long a test waits. */
export interface WaitOptions {
  /** Fails after so long; 45 s when left out. */
  limitMs?: number;
  /** The longest pause between two observations, milliseconds; 250 when left out. */
  longestPauseMs?: number;
  /** Whether an observation that rejects is made again, rather than failing the wait: for parts that are down on purpose. */
  retryErrors?: boolean;
}

/** What is there once the wait is over. */
type Found<Seen> = Exclude<Seen, undefined | null | false>;

/**
 * Observes a state until it is reached: until `isReached` says so, or, without it, until what is seen is neither undefined,
 * null nor false. Throws, with what was seen last, after the limit.
 */
export async function waitUntil<Seen>(
  what: string,
  observe: () => Seen | Promise<Seen>,
  options?: WaitOptions,
): Promise<Found<Seen>>;
export async function waitUntil<Seen, Wanted extends Seen>(
  what: string,
  observe: () => Seen | Promise<Seen>,
  isReached: (seen: Seen) => seen is Wanted,
  options?: WaitOptions,
): Promise<Wanted>;
export async function waitUntil<Seen>(
  what: string,
  observe: () => Seen | Promise<Seen>,
  isReached: (seen: Seen) => boolean,
  options?: WaitOptions,
): Promise<Seen>;
export async function waitUntil<Seen>(
  what: string,
  observe: () => Seen | Promise<Seen>,
  ...rest: [WaitOptions?] | [(seen: Seen) => boolean, WaitOptions?]
): Promise<Seen> {
  const [isReached, options = {}] = typeof rest[0] === 'function' ? [rest[0], rest[1]] : [isThere, rest[0]];
  const { limitMs = LIMIT_MS, longestPauseMs = LONGEST_PAUSE_MS, retryErrors = false } = options;
  const end = performance.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, longestPauseMs)) {
    const outcome = await look(observe, retryErrors);
    if ('seen' in outcome && isReached(outcome.seen)) return outcome.seen;
    if (performance.now() > end) {
      const last = 'seen' in outcome ? JSON.stringify(outcome.seen) : String(outcome.error);
      throw new Error(`Waited ${limitMs} ms for ${what}; saw last: ${last}`);
    }
    await pause(pauseMs);
  }
}

async function look<Seen>(
  observe: () => Seen | Promise<Seen>,
  retryErrors: boolean,
): Promise<{ seen: Seen } | { error: unknown }> {
  try {
    return { seen: await observe() };
  } catch (error) {
    if (!retryErrors) throw error;
    return { error };
  }
}

function isThere(seen: unknown): boolean {
  return seen !== undefined && seen !== null && seen !== false;
}
