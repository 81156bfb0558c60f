import { Context } from '@temporalio/activity';

const readers = new WeakMap<Context, () => unknown>();

/** Says how the running activity tells staff how far it is; each heartbeat carries the answer, and the Web UI shows it. */
export function describeProgress(read: () => unknown): void {
  readers.set(Context.current(), read);
}

/** What an activity says of its progress; undefined where it says nothing. */
export function progressOf(context: Context): unknown {
  return readers.get(context)?.();
}
