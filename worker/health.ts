import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import { withinTime } from '../infra/processes/within-time.ts';
import { observeReadiness } from '../infra/telemetry/readiness-metrics.ts';

/** Where the server listens, and what it checks. */
export interface HealthOptions {
  host: string;
  port: number;
  /** The AI provider: host and model. */
  ai: { host: string; model: string };
  /** Whether a part works, by its name. One that fails, or has not answered within two seconds, does not. */
  parts: Readonly<Record<string, () => boolean | Promise<boolean>>>;
  registry: Registry;
}

/** The worker's small HTTP server for /healthz, the same as /livez, and /readyz. */
export async function startHealthServer(options: HealthOptions): Promise<Server> {
  const { host, port, registry } = options;
  const parts = Object.entries(options.parts);
  const ready = cached(async () =>
    Object.fromEntries(await Promise.all(parts.map(async ([name, works]) => [name, await inTime(works)] as const))),
  );
  observeReadiness(registry, ready);
  const answer = async (path: string | undefined): Promise<{ status: number; body: string }> => {
    switch (path) {
      case '/healthz':
      case '/livez':
        return { status: 200, body: JSON.stringify({ status: 'ok' }) };
      case '/readyz': {
        const checks = await ready();
        return {
          status: isReady(checks) ? 200 : 503,
          body: JSON.stringify({ checks, ai: options.ai }),
        };
      }
      default:
        return { status: 404, body: JSON.stringify({ error: 'not found' }) };
    }
  };
  const server = createServer(async (request, response) => {
    // An error here must not stop the worker.
    const { status, body } = await answer(request.url).catch(() => ({
      status: 503,
      body: JSON.stringify({ error: 'unavailable' }),
    }));
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

/** Below what those who probe wait, so that they see which part it is. */
const CHECK_TIMEOUT_MS = 2_000;

function inTime(works: () => boolean | Promise<boolean>): Promise<boolean> {
  return withinTime(CHECK_TIMEOUT_MS, Promise.resolve().then(works)).catch(() => false);
}

/** Reports are cached this long, since the page needs no credentials and each check queries every part. */
const CACHE_MS = 1_000;
/** A worker that starts is ready soon, and whoever waits for it asks again. */
const NOT_READY_CACHE_MS = 100;

/** One look at a time, whose report is reused for a while. */
function cached(look: () => Promise<Record<string, boolean>>): () => Promise<Record<string, boolean>> {
  let report: Promise<Record<string, boolean>> | undefined;
  const forgetAfter = (cacheMs: number) => {
    setTimeout(() => {
      report = undefined;
    }, cacheMs).unref();
  };
  return () => {
    if (!report) {
      report = look();
      report.then(
        (checks) => forgetAfter(isReady(checks) ? CACHE_MS : NOT_READY_CACHE_MS),
        () => forgetAfter(NOT_READY_CACHE_MS),
      );
    }
    return report;
  };
}

function isReady(checks: Record<string, boolean>): boolean {
  return Object.values(checks).every(Boolean);
}
