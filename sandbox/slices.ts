import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest work between two turns of the event loop, milliseconds. */
const SLICE_MS = 8;

/** Runs work that yields every few milliseconds, and returns its result; other requests go on meanwhile. */
export async function inSlices<Result>(work: Iterator<unknown, Result>): Promise<Result> {
  let endsAtMs = performance.now() + SLICE_MS;
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() < endsAtMs) continue;
    await nextTurn();
    endsAtMs = performance.now() + SLICE_MS;
  }
}
