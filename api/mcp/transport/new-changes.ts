import type { Call } from '../../../domain/kernel/call.ts';
import type { NumberedChange } from '../../../domain/mcp/change-notifications.ts';
import { isUnavailable } from '../../../infra/database/errors.ts';
import type { Lifetime } from '../../event-streams/lifetime.ts';
import { readForStream } from '../../event-streams/reads.ts';

/** Pause before changes are read, so that a burst of them is sent together, milliseconds. */
export const COALESCE_MS = 100;

/** Changes after a position; `more` can be read at once. */
interface Read {
  notifications: NumberedChange[];
  position: number;
  more: boolean;
}

/** A stream that changes are sent to. */
interface ChangeStream {
  call: Call;
  lifetime: Lifetime;
  /** The changes after a position; undefined when the stream must end. */
  read(position: number): Promise<Read | undefined>;
  send(change: NumberedChange): void | Promise<void>;
}

/** Sends what has changed since a position; returns the new position, or `over` when the stream must end. */
export async function sendNewChanges(
  from: number,
  { call, lifetime, read, send }: ChangeStream,
): Promise<number | 'over'> {
  let position = from;
  for (;;) {
    const after = position;
    const found = await readForStream(call, () => read(after)).catch((error: unknown) => {
      // While the database is unavailable there are no changes to send; the next wait retries.
      if (call.signal.aborted || isUnavailable(error)) return 'away' as const;
      throw error;
    });
    if (found === 'away') return position;
    if (!found) return 'over';
    if (found.notifications.length > 0 && !(await lifetime.isAdmitted())) return 'over';
    for (const change of found.notifications) await send(change);
    position = found.position;
    if (!found.more || lifetime.signal.aborted) return position;
  }
}
