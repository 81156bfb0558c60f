import { setTimeout as delay } from 'node:timers/promises';

const INTERVAL_MS = 100;

/** Asks until there is an answer other than undefined or false; throws, naming what was waited for, after the limit. */
export async function until<T>(
  what: string,
  limitMs: number,
  probe: () => Promise<T | undefined | false>,
): Promise<Exclude<T, undefined | false>> {
  const limit = performance.now() + limitMs;
  let last: unknown;
  for (;;) {
    try {
      const found = await probe();
      if (found !== undefined && found !== false) return found as Exclude<T, undefined | false>;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (performance.now() > limit) {
      const why = last === undefined ? '' : ` The last look failed: ${last}`;
      throw new Error(`Waited ${Math.round(limitMs / 1000)} s in vain for ${what}.${why}`);
    }
    await delay(INTERVAL_MS);
  }
}

/** Runs work on each item, so many at a time. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
