import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { EdgeContext } from '../context.ts';
import { sendJson } from '../send.ts';
import { type Check, checkReadiness, type ReadinessReport } from './readiness.ts';

export type Page = (ctx: EdgeContext) => Promise<void> | void;

export interface HealthOptions {
  readiness: Record<string, Check>;
  registry: Registry;
  log: Logger;
  stopping: AbortSignal;
}

/** `/healthz` (the process serves), `/readyz` (so do its parts) and `/metrics` (Prometheus). */
export function healthPages({ readiness, registry, log, stopping }: HealthOptions): Record<string, Page> {
  return {
    '/healthz': (ctx) => sendJson(ctx, 200, { status: 'ok' }),
    '/readyz': async (ctx) => {
      const report: ReadinessReport = stopping.aborted
        ? { status: 'stopping', checks: {} }
        : await checkReadiness(readiness, (check, error) =>
            log.warn({ err: error, check }, 'a readiness check failed'),
          );
      sendJson(ctx, report.status === 'ready' ? 200 : 503, report);
    },
    '/metrics': async (ctx) => {
      ctx.set('Content-Type', registry.contentType);
      ctx.body = await registry.metrics();
    },
  };
}
