import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest work between two turns of the event loop, milliseconds. */
const SLICE_MS = 8;

/** Waits until the next slice may begin: the next pass of the loop, or in a request the partner's turn (`eventLoopScheduler`). */
export type SliceTurn = () => Promise<unknown>;

/** Runs a generator that does little work between two yields, and returns its result; everything else in the process goes on meanwhile. */
export async function runInSlices<Result>(
  work: Iterator<unknown, Result>,
  turn: SliceTurn = nextTurn,
): Promise<Result> {
  let endsAtMs = performance.now() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < endsAtMs) continue;
    await turn();
    endsAtMs = performance.now() + SLICE_MS;
  }
}

/** All items of a generator that does little work for each. */
export function collectInSlices<Item>(items: Iterable<Item>, turn?: SliceTurn): Promise<Item[]> {
  return runInSlices(collect(items), turn);
}

function* collect<Item>(items: Iterable<Item>): Generator<undefined, Item[]> {
  const all: Item[] = [];
  for (const item of items) {
    all.push(item);
    yield;
  }
  return all;
}
