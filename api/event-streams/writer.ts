import type { HttpContext } from '../context.ts';
import { EVENT_STREAM, type ServerSentEvent, sseEvent } from './event.ts';

/** Interval of comments on idle streams, which proxies would close, milliseconds; some clients time out after 300 s. */
export const KEEP_ALIVE_MS = 15_000;
/** A slow client is disconnected once this many bytes are buffered; it may reconnect. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** Time for the client to read the rest of an ended stream, milliseconds. */
const END_MS = 10_000;

const HEADERS = {
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'no-store',
  // Otherwise nginx would buffer the events.
  'X-Accel-Buffering': 'no',
};

/** A stream of server-sent events to one client; comments keep an idle one open. */
export interface EventStream {
  event(event: ServerSentEvent): void;
  /** Writes a chunk that is already in the format of events. */
  write(chunk: string | Uint8Array): void;
  /** Resolves when the client can receive more, or when the signal fires, at the latest when the client disconnects. */
  drained(signal: AbortSignal): Promise<void>;
  /** Ends the stream; a client that does not read the rest is disconnected. */
  end(): void;
  /** Resolves when the stream has ended, on either side. */
  closed: Promise<void>;
}

/** Sends the headers and opens the stream; the request's handler awaits `closed`. */
export function openEventStream(ctx: HttpContext, headers: Record<string, string> = {}): EventStream {
  const { res } = ctx;
  ctx.respond = false;
  // For the access log and the metrics; Koa sends nothing itself.
  ctx.status = 200;
  ctx.state.answeredAt = performance.now();
  res.writeHead(200, { ...HEADERS, ...headers });
  res.flushHeaders();
  const write = (chunk: string | Uint8Array) => {
    if (res.destroyed || res.writableEnded) return;
    res.write(chunk);
    keepAlive.refresh();
    if (res.writableLength > MAX_BUFFERED_BYTES) res.destroy();
  };
  const keepAlive = setInterval(write, KEEP_ALIVE_MS, ': keep-alive\n\n');
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const close = () => {
    clearInterval(keepAlive);
    resolve();
  };
  // The client may have disconnected before the first event.
  if (res.closed) close();
  else res.once('close', close);
  return {
    event: (event) => write(sseEvent(event)),
    write,
    async drained(signal) {
      if (!res.writableNeedDrain || signal.aborted) return;
      await new Promise<void>((resolve) => {
        const done = () => {
          res.off('drain', done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        res.once('drain', done);
        signal.addEventListener('abort', done, { once: true });
      });
    },
    end() {
      clearInterval(keepAlive);
      if (res.writableEnded || res.destroyed) return;
      res.end();
      const cutOff = setTimeout(() => res.destroy(), END_MS);
      res.once('close', () => clearTimeout(cutOff));
    },
    closed,
  };
}

/** Responds with a complete stream. */
export function sendEvents(ctx: HttpContext, events: readonly ServerSentEvent[]): void {
  ctx.set(HEADERS);
  ctx.status = 200;
  ctx.body = events.map(sseEvent).join('');
}
