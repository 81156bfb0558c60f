import type { Call } from '../kernel/call.ts';
import type { Deps } from '../kernel/deps.ts';
import { createWakeUp } from '../kernel/wake-up.ts';
import type { OutputOptions } from './body.ts';
import { claimWriting } from './claim.ts';
import { type Piece, ReaderPosition } from './pieces.ts';
import { outputTopic } from './rules.ts';
import type { WriterMessageRow } from './table.ts';
import { writeResults } from './write.ts';

/** A lost wake-up call costs no more than this, milliseconds. */
const POLL_MS = 2_000;

/**
 * The texts of a message, piece by piece: what is stored, then what somebody else is writing just now, then what is left to write. Ends
 * early when the call's signal fires. Throws DAILY_CREDIT_LIMIT_EXCEEDED, NO_CREDITS and SERVER_ERROR.
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

/** Waits until more of a text that somebody else writes is there, or that ended. */
async function untilMore({ notifications }: Deps, { signal }: Call, outputId: number): Promise<void> {
  const wakeUp = createWakeUp(signal);
  const unsubscribe = notifications.subscribe(outputTopic(outputId), wakeUp.wake);
  try {
    await wakeUp.wait(POLL_MS);
  } finally {
    unsubscribe();
  }
}
