import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { createWakeUp } from '../kernel/wait-for.ts';
import type { OutputOptions } from './body.ts';
import { claimWriting } from './claim.ts';
import { type Piece, ReaderPosition } from './pieces.ts';
import { outputTopic } from './rules.ts';
import type { WriterMessageRow } from './table.ts';
import { writeResults } from './write.ts';

/** Polling interval in case a notification is lost, milliseconds. */
const POLL_MS = 2_000;

/**
 * Streams the texts of a message: first what is stored, then what another process is writing, then what this process writes.
 * Ends early when the call's signal fires. Throws DAILY_CREDIT_LIMIT_EXCEEDED, NO_CREDITS and SERVER_ERROR.
 */
export async function* readOutput(
  deps: Deps,
  call: Call,
  message: WriterMessageRow,
  options: OutputOptions,
): AsyncGenerator<Piece> {
  const position = new ReaderPosition();
  while (!call.signal.aborted) {
    const claim = await claimWriting(deps, call, message, options);
    if (claim.state === 'mine') {
      yield* writeResults(deps, call, message, claim, position);
      return;
    }
    yield* position.rest(claim.output.results);
    if (claim.state === 'written') return;
    await untilMore(deps, call, claim.output.id);
  }
}

/** Waits until another process has written more text or has ended. */
async function untilMore({ notifications }: Deps, { signal }: Call, outputId: number): Promise<void> {
  const wakeUp = createWakeUp(signal);
  const unsubscribe = notifications.subscribe(outputTopic(outputId), wakeUp.wake);
  try {
    await wakeUp.wait(POLL_MS);
  } finally {
    unsubscribe();
  }
}
