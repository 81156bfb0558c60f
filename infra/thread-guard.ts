import type { Worker } from 'node:worker_threads';

/** However busy the machine, a job is ended after this many times its limit. */
const WALL_FACTOR = 5;

/** Pause before the processor time is looked at again, at least. */
const LOOK_AGAIN_MS = 50;

/**
 * Calls `onLate` when a thread has worked for `limitMs` from now. What counts is its processor time, so that a machine that is busy with
 * others takes nothing from the job. The function returned ends the watch.
 */
export function guardThread(thread: Worker | undefined, limitMs: number, onLate: () => void): () => void {
  let isOver = false;
  const before = cpuMs(thread);
  const check = async () => {
    const leftMs = limitMs - ((await cpuMs(thread)) - (await before));
    if (isOver) return;
    if (leftMs > 0) timer = setTimeout(check, Math.max(leftMs, LOOK_AGAIN_MS));
    else onLate();
  };
  let timer = setTimeout(check, limitMs);
  // A thread may be unable to report its usage.
  const end = setTimeout(onLate, limitMs * WALL_FACTOR);
  return () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(end);
  };
}

/** Processor time of a thread so far, milliseconds; 0 when unknown, so that the wall-clock limit remains. */
async function cpuMs(thread: Worker | undefined): Promise<number> {
  try {
    const { user = 0, system = 0 } = (await thread?.cpuUsage?.()) ?? {};
    return (user + system) / 1_000;
  } catch {
    return 0;
  }
}
