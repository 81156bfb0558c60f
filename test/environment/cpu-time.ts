import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Processor time of this thread for the work, milliseconds, the minimum of several runs: other processes do not count, and a result within
 * `enough` ends the measurement. Asynchronous work is awaited; other work of the thread meanwhile counts.
 */
export async function cpuTimeOf(work: () => unknown, enough = 0): Promise<number> {
  const runs = enough > 0 ? 10 : 3;
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs && least > enough; run += 1) {
    const before = process.threadCpuUsage();
    await work();
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** Collections of garbage, which take this thread's time where other cores are busy, fall into some runs and not into others. */
const RUNS = 20;

/**
 * Longest time that the work holds the event loop, processor time of this thread in milliseconds, the minimum of several runs; a
 * result within `enough` ends the measurement.
 */
export async function longestHoldOf(work: () => Promise<unknown>, enough = 0): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least > enough; run += 1) {
    let isOver = false;
    let longest = 0;
    const watching = (async () => {
      for (let before = process.threadCpuUsage(); !isOver; before = process.threadCpuUsage()) {
        await nextTurn();
        const { user, system } = process.threadCpuUsage(before);
        longest = Math.max(longest, (user + system) / 1000);
      }
    })();
    try {
      await work();
    } finally {
      isOver = true;
      await watching;
    }
    least = Math.min(least, longest);
  }
  return least;
}
