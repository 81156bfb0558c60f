import type { Piece } from '../../domain/ai-writer/write.ts';
import { AppError } from '../../domain/kernel/errors.ts';
import { sseEvent } from '../event-streams/event.ts';
import type { StreamContext } from '../route.ts';

const DONE = '[DONE]';
const END = sseEvent({ data: DONE });

/** The texts as events whose joined data is the text; `[DONE]` is the last event. */
export async function* outputEvents(
  pieces: AsyncIterable<Piece>,
  { call, deps }: Pick<StreamContext, 'call' | 'deps'>,
): AsyncGenerator<string> {
  for await (const piece of pieces) yield eventsOf(piece);
  if (deps.stopping.aborted && call.signal.aborted) {
    throw new AppError('SERVICE_UNAVAILABLE', 'The service stops; ask again, and the text goes on.', {
      retryAfterSeconds: 1,
    });
  }
  yield END;
}

/** The last events of a stream whose provider failed. */
export function failedOutput(envelope: Record<string, unknown>): string {
  return sseEvent({ event: 'error', data: envelope }) + END;
}

function eventsOf(piece: Piece): string {
  if ('result' in piece) return `: result ${piece.result}\n\n${sseEvent({ data: '\n\n' })}`;
  // Clients take any event with this prefix for the end.
  if (piece.text.startsWith(DONE)) return sseEvent({ data: '[' }) + sseEvent({ data: piece.text.slice(1) });
  return sseEvent({ data: piece.text });
}
