import type { Logger } from 'pino';
import type { EdgeContext } from '../context.ts';
import { sendJson } from '../send.ts';
import { createReadiness, type Part, type ReadinessReport } from './readiness.ts';

/** Answers at one path, outside the API and its credentials. */
export type Page = (ctx: EdgeContext) => Promise<void> | void;

/** What the two pages ask. */
export interface HealthOptions {
  readiness: Record<string, Part>;
  log: Logger;
  /** Fires when the service is about to stop: it is not ready from then on. */
  leaving: AbortSignal;
}

/** `/healthz` (the process serves) and `/readyz` (so do its parts). */
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
