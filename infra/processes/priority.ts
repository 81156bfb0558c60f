import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Of 19, the least: gets a tenth of a core that somebody else wants. */
const NICENESS = 10;

/** Lets a process that has just started, and what it starts, give way to others of its session. */
export function giveWay(pid: number): void {
  try {
    setPriority(pid, NICENESS);
  } catch {
    // It has ended already, or this platform has no priorities.
  }
}

/**
 * The same for the leader of a session, which gives way to other sessions, too: Linux divides the cores between sessions
 * first, where it groups processes by them.
 */
export function letSessionGiveWay(pid: number): void {
  giveWay(pid);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
  } catch {
    // It has ended already, or this system has no such groups.
  }
}
