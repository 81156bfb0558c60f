import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 45_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

/** Looks again and again until there is something to return; throws, with what was seen last, after the limit. */
export async function waitUntil<Seen, Wanted extends Seen>(
  what: string,
  look: () => Promise<Seen>,
  isThere: (seen: Seen) => seen is Wanted,
  limitMs?: number,
): Promise<Wanted>;
export async function waitUntil<Seen>(
  what: string,
  look: () => Promise<Seen>,
  isThere: (seen: Seen) => boolean,
  limitMs?: number,
): Promise<Seen>;
export async function waitUntil<Seen>(
  what: string,
  look: () => Promise<Seen>,
  isThere: (seen: Seen) => boolean,
  limitMs = LIMIT_MS,
): Promise<Seen> {
  const end = performance.now() + limitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    const seen = await look();
    if (isThere(seen)) return seen;
    if (performance.now() > end) throw new Error(`Waited ${limitMs} ms for ${what}; saw last: ${JSON.stringify(seen)}`);
    await pause(pauseMs);
  }
}
