/** Start argument of a child: its memory limit. */
export interface ChildSettings {
  /** Resident memory at which the child ends itself, bytes. */
  residentBytes: number;
}

/** A message to a child; it has one job at a time. */
export interface JobMessage {
  job: unknown;
  /** Processor time for the job, milliseconds. */
  limitMs: number;
}

/** A message from a child: it has started, a part of a result, the end of a job. */
export type ChildMessage = { kind: 'ready' } | { kind: 'part'; part: unknown } | { kind: 'done' } | { kind: 'failed' };

/** The signal by which a child ends that used up its processor time. */
export const TIME_SIGNAL = 'SIGXCPU';

/** The signal by which a child ends that took too much resident memory; SIGKILL would be that of the kernel, or of somebody else. */
export const MEMORY_SIGNAL = 'SIGUSR2';
