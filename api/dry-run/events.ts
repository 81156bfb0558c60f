import type { ReplyPiece } from '../../domain/dry-run/session.ts';
import { eventLoopScheduler } from '../../domain/kernel/event-loop-scheduler.ts';
import { sseEvent } from '../event-streams/event.ts';
import type { PresentContext } from '../resource.ts';
import { turnKeyOf } from '../turns.ts';
import { answeredMessage } from './resource.ts';

/**
 * A reply as it is written: the message, the pieces of its text, and last the response that JSON would have. Each is sent in the
 * caller's turn, since a piece comes for all who follow the reply at once.
 */
export async function* replyEvents(pieces: AsyncIterable<ReplyPiece>, context: PresentContext): AsyncGenerator<string> {
  for await (const piece of pieces) {
    await eventLoopScheduler.take(turnKeyOf(context.call.actor));
    yield eventOf(piece, context);
  }
}

/** The last events of a stream without a reply. */
export function failedReply(envelope: Record<string, unknown>): string {
  return sseEvent({ event: 'error', data: envelope });
}

function eventOf(piece: ReplyPiece, context: PresentContext): string {
  switch (piece.kind) {
    case 'accepted':
      return sseEvent({
        event: 'user_message',
        data: answeredMessage.present(piece.entry, context).data.user_message,
      });
    case 'text':
      return sseEvent({ event: 'text', data: { text: piece.text } });
    case 'restart':
      return sseEvent({ event: 'restart', data: {} });
    case 'answered':
      return sseEvent({ event: 'answer', data: answeredMessage.present(piece.entry, context) });
  }
}
