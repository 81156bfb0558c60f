import type { EdgeContext } from '../context.ts';
import { sseEvent } from '../route.ts';
import { sendJson } from '../send.ts';
import type { AnswerForm } from './accept.ts';
import { type EventWriter, openEvents, sendEvents } from './events.ts';

/** A stream is never silent for longer; some HTTP clients give up after 300 s. */
const KEEP_ALIVE_MS = 15_000;

/** The answer to a POST: one JSON message, or a stream with whatever precedes the message that answers the request. */
export interface Answer {
  /** Whether the client can be told something before the answer. */
  streams: boolean;
  /** Tells the client something before the answer; dropped where the answer is JSON. */
  send(message: object, eventId?: string): void;
  /** An event without data whose id the client can come back with. */
  mark(eventId: string): void;
  /** Gives the answer; undefined ends a stream without one. */
  finish(message: object | undefined): void;
  /** Resolves when the answer is out, or nobody is there to read it. */
  finished: Promise<void>;
}

/** Opens the answer to a request. */
export function openAnswer(ctx: EdgeContext, form: AnswerForm): Answer {
  return form === 'json' ? jsonAnswer(ctx) : eventAnswer(ctx);
}

function jsonAnswer(ctx: EdgeContext): Answer {
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  ctx.res.once('close', resolve);
  return {
    streams: false,
    send: () => undefined,
    mark: () => undefined,
    finish(message) {
      if (message) sendJson(ctx, 200, message);
      resolve();
    },
    finished,
  };
}

/** An answer without anything before it goes out in one piece; the stream is opened by the first thing that does. */
function eventAnswer(ctx: EdgeContext): Answer {
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let writer: EventWriter | undefined;
  let over = false;
  const open = () => {
    if (!writer) {
      writer = openEvents(ctx);
    }
    return writer;
  };
  const keepAlive = setInterval(() => open().comment(), KEEP_ALIVE_MS);
  ctx.res.once('close', () => {
    clearInterval(keepAlive);
    resolve();
  });
  const event = (message: object, id?: string) => ({ event: 'message', data: message, ...(id && { id }) });
  return {
    streams: true,
    send(message, eventId) {
      if (!over) open().event(event(message, eventId));
    },
    mark(eventId) {
      if (!over) open().event({ id: eventId, data: '', retryMs: 1_000 });
    },
    finish(message) {
      if (over) return;
      over = true;
      clearInterval(keepAlive);
      if (writer) {
        if (message) writer.event(event(message));
        writer.end();
        return;
      }
      sendEvents(ctx, message ? sseEvent(event(message)) : '');
      resolve();
    },
    finished,
  };
}
