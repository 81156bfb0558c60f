import { setTimeout as pause } from 'node:timers/promises';
import { sampleLoop } from '../environment/loop.ts';

/** Nothing may hold the event loop longer, milliseconds. */
export const MAX_HOLD_MS = 20;
/** Other requests and collections of garbage fall into some runs and not into others: the least counts. */
const RUNS = 3;
/** Metrics begin anew with each look; what happens before the process itself has looked at its loop again is not counted. */
const FIRST_LOOK_MS = 25;

/** Requests by what is special about them; each returns the status of its answer. */
export type Requests = ReadonlyMap<string, () => Promise<number>>;

/**
 * The requests that hold the event loop of a process, by its metrics, each time for more than so many milliseconds, fail or are answered
 * with 5xx: in a line each.
 */
export async function findHolds(metricsOrigin: string, requests: Requests, mostMs = MAX_HOLD_MS): Promise<string[]> {
  const problemOf = (all: Requests) => leastProblem(metricsOrigin, all, mostMs);
  if ((await problemOf(requests)) === undefined) return [];
  const found: string[] = [];
  for (const [what, request] of requests) {
    const problem = await problemOf(new Map([[what, request]]));
    if (problem !== undefined) found.push(`${what}: ${problem}`);
  }
  return found;
}

/** What is wrong with the requests, one after another, in every run; undefined where nothing is. */
async function leastProblem(metricsOrigin: string, requests: Requests, mostMs: number): Promise<string | undefined> {
  let heldMs = Number.POSITIVE_INFINITY;
  for (let run = 1; run <= RUNS && heldMs > mostMs; run += 1) {
    const before = await sampleLoop(metricsOrigin);
    await pause(FIRST_LOOK_MS);
    const failure = await failureOf(requests);
    if (failure !== undefined) return failure;
    const after = await sampleLoop(metricsOrigin);
    // Where other processes use the cores, the loop is late without having been held: no hold takes more than the processor time.
    heldMs = Math.min(heldMs, after.heldMs, (after.cpuSeconds - before.cpuSeconds) * 1_000);
  }
  return heldMs > mostMs ? `held the event loop for ${heldMs.toFixed(0)} ms` : undefined;
}

async function failureOf(requests: Requests): Promise<string | undefined> {
  try {
    for (const request of requests.values()) {
      const status = await request();
      if (status >= 500) return `answered with ${status}`;
    }
    return undefined;
  } catch (error) {
    return String(error);
  }
}
