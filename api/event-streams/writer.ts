import type { EdgeContext } from '../context.ts';
import { EVENT_STREAM } from './content-type.ts';
import { type ServerSentEvent, sseEvent } from './event.ts';

/** Silence of this length lets proxies close a stream, milliseconds; some clients give up after 300 s. */
export const KEEP_ALIVE_MS = 15_000;
/** A client that reads slower than this many bytes pile up is disconnected; it comes back when it can. */
const MAX_BUFFERED_BYTES = 1_048_576;

/** Time for the client to read the rest of a stream that has ended, milliseconds. */
const END_MS = 10_000;

const HEADERS = {
  'Content-Type': EVENT_STREAM,
  'Cache-Control': 'no-store',
  // nginx would collect the events otherwise.
  'X-Accel-Buffering': 'no',
};

/** A stream of server-sent events to one client; a comment breaks each silence. */
export interface EventStream {
  event(event: ServerSentEvent): void;
  /** Writes what is in the form of events already. */
  write(chunk: string | Uint8Array): void;
  /** Resolves when the client has room for more, or the signal, which fires when the client leaves, at the latest. */
  drained(signal: AbortSignal): Promise<void>;
  /** Ends the stream; a client that does not read its rest is disconnected. */
  end(): void;
  /** Resolves when the stream has ended, by whomever. */
  closed: Promise<void>;
}

/** Sends the headers and opens the stream; whoever serves the request waits for `closed`. */
export function openEventStream(ctx: EdgeContext, headers: Record<string, string> = {}): EventStream {
  const { res } = ctx;
  ctx.respond = false;
  // For the access log and the metrics; Koa sends nothing any more.
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
  // Its client may have left before there was anything to send.
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

/** Answers with a stream that is complete already. */
export function sendEvents(ctx: EdgeContext, events: readonly ServerSentEvent[]): void {
  ctx.set(HEADERS);
  ctx.status = 200;
  ctx.body = events.map(sseEvent).join('');
}
