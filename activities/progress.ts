import { Context } from '@temporalio/activity';

const readers = new WeakMap<Context, () => unknown>();

/** Sets how the running activity reports its progress; each heartbeat sends it, and the Web UI shows it. */
export function describeProgress(read: () => unknown): void {
  readers.set(Context.current(), read);
}

/** The progress that an activity reports; undefined where it reports none. */
export function progressOf(context: Context): unknown {
  return readers.get(context)?.();
}
