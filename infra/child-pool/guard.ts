import { workerData } from 'node:worker_threads';
import { type ChildSettings, MEMORY_SIGNAL, TIME_SIGNAL } from './protocol.ts';

/** Input of the guard thread of a child. */
export interface GuardInput extends ChildSettings {
  /** The process that the child belongs to. */
  parent: number;
  /** Processor time of the process at which the current job is over its limit, milliseconds; 0 without a job. */
  deadline: Float64Array<SharedArrayBuffer>;
}

/** Interval of the check: memory grows by some 100 MiB meanwhile at most. */
const LOOK_MS = 100;

/**
 * Runs beside the main thread of a child, which may be in a loop: ends the process when it exceeds a limit, or when nobody is left
 * who waits for it.
 */
const { parent, residentBytes, deadline } = workerData as GuardInput;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  if (process.memoryUsage.rss() > residentBytes) process.kill(process.pid, MEMORY_SIGNAL);
  const [endsAtMs = 0] = deadline;
  if (endsAtMs > 0 && cpuMs() > endsAtMs) process.kill(process.pid, TIME_SIGNAL);
}, LOOK_MS);

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
