import { AppError } from '../../domain/kernel/errors.ts';
import type { EdgeContext } from '../context.ts';
import type { Admitted, McpOptions } from './options.ts';
import { untilExpiry } from './session.ts';

/**
 * Fires when a stream has to end: nobody reads it, its token has expired or been withdrawn, or the service stops. Whether the token, and
 * who stands behind it, would still be let in is looked at as often as a heartbeat is due.
 */
export function lifeOf(
  { deps, stopping, times }: McpOptions,
  ctx: EdgeContext,
  { grant, readmit }: Admitted,
): AbortSignal {
  if (ctx.res.closed) return AbortSignal.abort();
  const over = new AbortController();
  const look = setInterval(() => {
    readmit().catch((error: unknown) => {
      // While nobody can tell, the stream goes on.
      if (error instanceof AppError && error.status < 500) over.abort();
    });
  }, times.heartbeatMs);
  ctx.res.once('close', () => {
    clearInterval(look);
    over.abort();
  });
  return AbortSignal.any([over.signal, stopping, untilExpiry(grant, deps.clock.now())]);
}
