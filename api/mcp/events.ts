import type { EdgeContext } from '../context.ts';
import { sseEvent } from '../route.ts';

/** A client that reads slower than this many bytes pile up is let go; it comes back when it can. */
const MAX_BUFFERED_BYTES = 1_048_576;

const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // nginx would collect the events otherwise.
  'X-Accel-Buffering': 'no',
};

/** A stream of server-sent events to one client. */
export interface EventWriter {
  event(event: Parameters<typeof sseEvent>[0]): void;
  /** Keeps clients and proxies from taking silence for death. */
  comment(): void;
  /** Ends the stream. */
  end(): void;
  /** Resolves when the stream has ended, by whomever. */
  closed: Promise<void>;
}

/** Sends the headers and opens the stream; whoever serves the request waits for `closed`. */
export function openEvents(ctx: EdgeContext): EventWriter {
  const { res } = ctx;
  ctx.respond = false;
  // For the access log; nothing is sent by it any more.
  ctx.status = 200;
  res.writeHead(200, HEADERS);
  res.flushHeaders();
  const write = (text: string) => {
    if (res.destroyed || res.writableEnded) return;
    res.write(text);
    if (res.writableLength > MAX_BUFFERED_BYTES) res.destroy();
  };
  return {
    event: (event) => write(sseEvent(event)),
    comment: () => write(': keep-alive\n\n'),
    end: () => void res.end(),
    closed: new Promise((resolve) => res.once('close', resolve)),
  };
}

/** Answers with a stream that is complete already. */
export function sendEvents(ctx: EdgeContext, text: string): void {
  ctx.set(HEADERS);
  ctx.status = 200;
  ctx.body = text;
}
