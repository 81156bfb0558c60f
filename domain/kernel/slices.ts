import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest work between two turns of the event loop, milliseconds. */
const SLICE_MS = 8;

/** All items of a generator that does little work for each; everything else in the process goes on meanwhile. */
export async function collectInSlices<Item>(items: Iterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  let endsAtMs = performance.now() + SLICE_MS;
  for (const item of items) {
    all.push(item);
    if (performance.now() < endsAtMs) continue;
    await nextTurn();
    endsAtMs = performance.now() + SLICE_MS;
  }
  return all;
}
