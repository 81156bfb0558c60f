import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import type { HttpContext } from '../../context.ts';
import { EVENT_STREAM } from '../../event-streams/event.ts';
import { type EventStream, KEEP_ALIVE_MS, openEventStream, sendEvents } from '../../event-streams/writer.ts';
import { sendJsonText } from '../../send.ts';
import { serializeMessage } from '../json-rpc.ts';

/** Forms of a response. */
export type ResponseFormat = 'json' | 'events';

const JSON_TYPE = 'application/json';

/**
 * The form of the response to a request. Clients that accept both get events for tool calls, which can report progress,
 * and JSON otherwise. Undefined where the client accepts neither.
 */
export function responseFormat(accept: string | undefined, method: string): ResponseFormat | undefined {
  const { named, taken } = typesOf(accept);
  if (named.includes(EVENT_STREAM)) return named.includes(JSON_TYPE) && method !== 'tools/call' ? 'json' : 'events';
  if (taken.includes(JSON_TYPE)) return 'json';
  return taken.includes(EVENT_STREAM) ? 'events' : undefined;
}

/** Whether the client accepts a stream of events. */
export function takesEvents(accept: string | undefined): boolean {
  return typesOf(accept).taken.includes(EVENT_STREAM);
}

interface AcceptedTypes {
  named: readonly string[];
  taken: readonly string[];
}

/** Headers that are remembered: a client sends the same one with every request. */
const MAX_HEADERS = 100;
const MAX_HEADER_LENGTH = 200;
const known = new LRUCache<string, AcceptedTypes>({ max: MAX_HEADERS });

/** The types in the client's Accept header, and those of ours that it accepts, whatever parameters it adds. */
function typesOf(accept = '*/*'): AcceptedTypes {
  let types = known.get(accept);
  if (!types) {
    types = readTypes(accept);
    if (accept.length <= MAX_HEADER_LENGTH) known.set(accept, types);
  }
  return types;
}

function readTypes(accept: string): AcceptedTypes {
  const negotiator = new Negotiator({ headers: { accept: accept.trim().toLowerCase() || '*/*' } });
  const named = negotiator.mediaTypes();
  return { named, taken: [...named, ...negotiator.mediaTypes([JSON_TYPE, EVENT_STREAM])] };
}

/** The response to a POST: one JSON message, or a stream of messages that ends with the response. */
export interface ResponseWriter {
  /** Whether anything can be sent before the response. */
  streams: boolean;
  /** Sends a message before the response; dropped where the response is JSON. */
  send(message: object, eventId?: string): void;
  /** Sends an event without data, from whose id the client can resume. */
  mark(eventId: string): void;
  /** Sends the response; undefined ends a stream without one. */
  finish(message: object | undefined): void;
  /** Resolves when the response is sent, or the client is gone. */
  finished: Promise<void>;
}

/** Calls back when the client has left, or has its response; at once where it left while its request was read. */
export function whenClosed({ res }: Pick<HttpContext, 'res'>, closed: () => void): void {
  if (res.closed) closed();
  else res.once('close', closed);
}

/** Opens the response to a request. */
export function openResponse(ctx: HttpContext, form: ResponseFormat): ResponseWriter {
  return form === 'json' ? jsonResponse(ctx) : eventResponse(ctx);
}

function jsonResponse(ctx: HttpContext): ResponseWriter {
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let over = false;
  whenClosed(ctx, resolve);
  return {
    streams: false,
    send: () => undefined,
    mark: () => undefined,
    finish(message) {
      if (over) return;
      over = true;
      if (message) sendJsonText(ctx, 200, serializeMessage(message));
      resolve();
    },
    finished,
  };
}

/** An immediate response is sent in one piece. An earlier message opens the stream, as does a long wait. */
function eventResponse(ctx: HttpContext): ResponseWriter {
  const { promise: finished, resolve } = Promise.withResolvers<void>();
  let stream: EventStream | undefined;
  let over = false;
  const open = () => {
    clearTimeout(silence);
    stream ??= openEventStream(ctx);
    return stream;
  };
  const silence = setTimeout(open, KEEP_ALIVE_MS);
  whenClosed(ctx, () => {
    clearTimeout(silence);
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
      clearTimeout(silence);
      if (stream) {
        if (message) stream.event(event(message));
        stream.end();
        return;
      }
      sendEvents(ctx, message ? [event(message)] : []);
      resolve();
    },
    finished,
  };
}
