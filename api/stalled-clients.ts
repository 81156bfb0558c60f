import type { ServerResponse } from 'node:http';

/** A client that takes nothing for so long of what is written for it is disconnected, at the latest after twice the time, milliseconds. */
const STALLED_MS = 60_000;

/**
 * Disconnects a client that takes nothing of its answer: the rest stays in memory, as do rows of a file that were read ahead, and
 * what feeds an event stream goes on. Node counts as activity what a client takes, however slowly, and nothing that waits for it.
 */
export function disconnectStalled(res: ServerResponse, stalledMs = STALLED_MS): void {
  res.setTimeout(stalledMs, () => {
    // With a reset, since the system would keep what it has for a client that takes nothing.
    if (res.writableLength > 0) res.socket?.resetAndDestroy();
  });
}
