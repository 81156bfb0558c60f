import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { withinTime } from '../../infra/processes/within-time.ts';
import { observeReadiness } from '../../infra/telemetry/readiness-metrics.ts';
import type { HttpContext } from '../context.ts';
import { sendJson } from '../send.ts';

/** Serves one path outside the API, without credentials. */
export type Page = (ctx: HttpContext) => Promise<void> | void;

/** What the pages check. */
export interface HealthOptions {
  readiness: Record<string, Part>;
  log: Logger;
  /** Fires when the service is about to stop; from then on it is not ready. */
  leaving: AbortSignal;
  registry: Registry;
}

/** `/healthz` and `/livez` (the process runs) and `/readyz` (its parts work). */
export function healthPages({ readiness, log, leaving, registry }: HealthOptions): Record<string, Page> {
  const look = createReadiness(readiness, (check, error) =>
    log.warn({ err: error, check }, 'a readiness check failed'),
  );
  observeReadiness(registry, async () => {
    const { checks } = await look();
    return Object.fromEntries(Object.entries(checks).map(([check, state]) => [check, state === 'up']));
  });
  const alive: Page = (ctx) => sendJson(ctx, 200, { status: 'ok' });
  return {
    '/healthz': alive,
    '/livez': alive,
    '/readyz': async (ctx) => {
      const report: ReadinessReport = leaving.aborted ? { status: 'stopping', checks: {} } : await look();
      sendJson(ctx, report.status === 'ready' ? 200 : 503, report);
    },
  };
}

/** Checks a dependency; throws or rejects while it is unavailable. */
type Check = () => Promise<unknown>;

/** A part that /readyz reports. */
export interface Part {
  check: Check;
  /** Which failures do not affect readiness, since the service works on without the part; none where it is left out. */
  optional?: (error: unknown) => boolean;
}

/** The part responds, but `npm run setup` has not run for this version. */
export class NotSetUpError extends Error {}

/** The body of `/readyz`; `ready` only when every required part is up. */
export interface ReadinessReport {
  status: 'ready' | 'not_ready' | 'stopping';
  checks: Record<string, 'up' | 'down'>;
}

/** A part that does not respond within this time is down. */
const CHECK_TIMEOUT_MS = 2_000;
/** Reports are cached this long, since the page needs no credentials and each check queries every part. */
const CACHE_MS = 1_000;

/**
 * Checks all parts in parallel, at most once a second. The report names the parts that are down; the log has the
 * reason.
 */
export function createReadiness(
  parts: Record<string, Part>,
  onFailure: (name: string, error: unknown) => void,
): () => Promise<ReadinessReport> {
  let report: Promise<ReadinessReport> | undefined;
  return () => {
    report ??= checkPart(parts, onFailure).finally(() => {
      setTimeout(() => {
        report = undefined;
      }, CACHE_MS).unref();
    });
    return report;
  };
}

async function checkPart(
  parts: Record<string, Part>,
  onFailure: (name: string, error: unknown) => void,
): Promise<ReadinessReport> {
  const results = await Promise.all(
    Object.entries(parts).map(async ([name, { check, optional }]) => {
      try {
        await withinTime(CHECK_TIMEOUT_MS, check());
        return { name, state: 'up' as const, blocks: false };
      } catch (error) {
        onFailure(name, error);
        return { name, state: 'down' as const, blocks: optional?.(error) !== true };
      }
    }),
  );
  return {
    status: results.some(({ blocks }) => blocks) ? 'not_ready' : 'ready',
    checks: Object.fromEntries(results.map(({ name, state }) => [name, state])),
  };
}
