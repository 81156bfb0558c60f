import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of 19, the least: gets a tenth of a core that somebody else wants. */
export const BACKGROUND_NICENESS = 10;
/** For what people wait for: gets a third of it. */
export const SERVICE_NICENESS = 3;

/** Without privileges Linux lets one such write through in 100 ms, whoever writes. */
const RETRY_MS = 150;
const MAX_ATTEMPTS = 20;

/** Writes a file of the kernel; another one in tests. */
type Write = (file: string, text: string) => void;

/**
 * Lets the leader of a session, and what it starts, give way to all others. Linux divides the cores between sessions first,
 * where it groups processes by them (`kernel.sched_autogroup_enabled`), and only then within them; elsewhere the priority of
 * each thread counts. Does nothing where a platform has neither.
 */
export function letSessionGiveWay(pid: number, niceness = BACKGROUND_NICENESS, write: Write = writeFileSync): void {
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, niceness);
    } catch {
      // It has ended already, or this platform has no priorities.
    }
  }
  lowerGroup({ pid, niceness, write }, 1);
}

function lowerGroup(session: { pid: number; niceness: number; write: Write }, attempt: number): void {
  const { pid, niceness, write } = session;
  try {
    write(`/proc/${pid}/autogroup`, String(niceness));
  } catch (error) {
    // Else it has ended already, or this system has no such groups.
    const isEarly = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (isEarly && attempt < MAX_ATTEMPTS) setTimeout(() => lowerGroup(session, attempt + 1), RETRY_MS).unref();
  }
}

/** The threads that it has by now; those that they start inherit the priority. */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}
