import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { HttpContext } from '../context.ts';
import type { Lifetime } from '../event-streams/lifetime.ts';
import { openEventStream } from '../event-streams/writer.ts';
import { isNotModified } from '../not-modified.ts';
import type { OpenedStream } from '../route.ts';
import type { CredentialCheck } from './credential-check.ts';
import { asAppError, errorBody } from './errors.ts';

/** Streams a route's events; nothing is sent under a credential that was revoked meanwhile. */
export async function sendEventStream(
  ctx: HttpContext,
  opened: OpenedStream,
  lifetime: Lifetime,
  log: Logger,
): Promise<void> {
  const stream = openEventStream(ctx, opened.headers);
  if (ctx.method !== 'HEAD') {
    let hasBegun = false;
    try {
      for await (const chunk of opened.chunks) {
        if (!(await lifetime.isAdmitted())) break;
        stream.write(chunk);
        // Node sends what is written when control returns to the loop, and there may be many chunks until then.
        if (!hasBegun) await nextTurn();
        hasBegun = true;
        await stream.drained(lifetime.signal);
      }
    } catch (error) {
      if (!opened.failed) throw error;
      stream.write(opened.failed(errorBody(asAppError(error, ctx.state.requestId, log), ctx.state)));
    }
  }
  stream.end();
  await stream.closed;
}

/**
 * Streams a route's chunks of another type: headers with the first chunk, the others as they come; 304 where the
 * client's copy is current. What fails before the first chunk is answered with its own status. Once the client is gone, the
 * chunks end. A file is cut off where its credential is withdrawn, so that nobody takes the part for the whole.
 */
export async function sendChunks(
  ctx: HttpContext,
  contentType: string,
  opened: OpenedStream,
  { requireNotRevoked }: Pick<CredentialCheck<unknown>, 'requireNotRevoked'>,
): Promise<void> {
  const isCurrent = isNotModified(ctx.req.headers, opened.headers);
  const requireOrCut = () => requireNotRevoked().catch(() => void ctx.res.destroy());
  const chunks = isCurrent || ctx.method === 'HEAD' ? opened.chunks : await begun(opened.chunks, requireOrCut);
  ctx.status = 200;
  ctx.set('Content-Type', contentType);
  ctx.set(opened.headers);
  if (isCurrent) {
    ctx.status = 304;
    return;
  }
  ctx.body = Readable.from(chunks, { objectMode: false });
  if (ctx.method !== 'HEAD') ctx.res.flushHeaders();
}

/** The same chunks, of which the first is there; each is given after `before`. Throws what was thrown before the first. */
async function begun<Chunk>(chunks: AsyncIterable<Chunk>, before: () => Promise<void>): Promise<AsyncIterable<Chunk>> {
  const iterator = chunks[Symbol.asyncIterator]();
  let first: IteratorResult<Chunk> | undefined = await iterator.next();
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const next = first ?? (await iterator.next());
        first = undefined;
        await before();
        return next;
      },
      // Also where nobody read anything: the chunks may come from a connection.
      return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
    }),
  };
}
