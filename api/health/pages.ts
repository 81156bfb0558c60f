import type { Logger } from 'pino';
import type { HttpContext } from '../context.ts';
import { sendJson } from '../send.ts';
import { createReadiness, type Part, type ReadinessReport } from './readiness.ts';

/** Serves one path outside the API, without credentials. */
export type Page = (ctx: HttpContext) => Promise<void> | void;

/** What the two pages check. */
export interface HealthOptions {
  readiness: Record<string, Part>;
  log: Logger;
  /** Fires when the service is about to stop; from then on it is not ready. */
  leaving: AbortSignal;
}

/** `/healthz` (the process runs) and `/readyz` (its parts work). */
export function healthPages({ readiness, log, leaving }: HealthOptions): Record<string, Page> {
  const look = createReadiness(readiness, (check, error) =>
    log.warn({ err: error, check }, 'a readiness check failed'),
  );
  return {
    '/healthz': (ctx) => sendJson(ctx, 200, { status: 'ok' }),
    '/readyz': async (ctx) => {
      const report: ReadinessReport = leaving.aborted ? { status: 'stopping', checks: {} } : await look();
      sendJson(ctx, report.status === 'ready' ? 200 : 503, report);
    },
  };
}
