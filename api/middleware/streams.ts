import { Readable } from 'node:stream';
import type { EdgeContext } from '../context.ts';
import type { OpenedStream, StreamRoute } from '../route.ts';

/** Silence of this length lets proxies close a stream; a comment keeps it open. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = ': keep-alive\n\n';

/** Answers with a stream: headers at once, chunks as they come. */
export function sendStream(ctx: EdgeContext, route: StreamRoute, opened: OpenedStream): void {
  ctx.status = 200;
  ctx.set('Content-Type', route.contentType);
  ctx.set('Cache-Control', 'no-store');
  ctx.set(opened.headers);
  const events = route.contentType === 'text/event-stream';
  // nginx would collect the events otherwise.
  if (events) ctx.set('X-Accel-Buffering', 'no');
  ctx.body = Readable.from(events ? keptAlive(opened.chunks) : opened.chunks, { objectMode: false });
  if (ctx.method !== 'HEAD') ctx.res.flushHeaders();
}

async function* keptAlive(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      const result = await orSilence(next);
      if (result === undefined) {
        yield KEEP_ALIVE;
        continue;
      }
      if (result.done) return;
      yield result.value;
      next = iterator.next();
    }
  } finally {
    await iterator.return?.();
  }
}

/** Undefined when nothing comes for a while. */
async function orSilence<T>(next: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), KEEP_ALIVE_MS);
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}
