import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { openMetricsText, prefersOpenMetrics } from './open-metrics.ts';

/** Upper bounds in seconds: from a cached read to an operation that waits for the engine. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A registry with the process's own figures (CPU, memory, event loop). */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

/** What the HTTP edge measures. */
export interface HttpMetrics {
  /** Labels: method, route (its pattern), status (its class, such as 2xx). Exemplars: `trace_id`. */
  duration: Histogram<'method' | 'route' | 'status' | 'trace_id'>;
  /** Labels: limit (the one that refused). */
  refusals: Counter<'limit'>;
}

/** Registers the HTTP edge's metrics. */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const duration: HttpMetrics['duration'] = new Histogram({
    name: 'marketwright_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS,
    // Registered below: prom-client refuses exemplars in a registry whose first format has none.
    registers: [],
    enableExemplars: true,
  });
  registry.registerMetric(duration);
  return {
    duration,
    refusals: new Counter({
      name: 'marketwright_http_rate_limited_total',
      help: 'Requests refused by a rate limit.',
      labelNames: ['limit'],
      registers: [registry],
    }),
  };
}

/** A running server of metrics. */
export interface MetricsServer {
  port: number;
  close(): void;
}

/** Settings of startMetricsServer. */
interface MetricsServerOptions {
  host: string;
  /** 0 takes any free one. */
  port: number;
  /** Metrics from elsewhere in the process, in Prometheus's text format, without times. */
  readOthers?: () => Promise<string>;
}

/** Shares one collection among those who ask while it is under way. */
function sharing(gather: () => Promise<string>): () => Promise<string> {
  let gathering: Promise<string> | undefined;
  return () => {
    gathering ??= gather().finally(() => {
      gathering = undefined;
    });
    return gathering;
  };
}

function joined([own, others = '']: [string, string | undefined]): string {
  return own + others;
}

/**
 * Serves the registry to Prometheus on a port of its own, so that who may reach the service does not reach these: they need no
 * credentials and are expensive. Concurrent requests share one collection.
 */
export async function startMetricsServer(
  registry: Registry,
  { host, port, readOthers }: MetricsServerOptions,
): Promise<MetricsServer> {
  const asText = sharing(() => Promise.all([registry.metrics(), readOthers?.()]).then(joined));
  const asOpenMetrics = sharing(async () => openMetricsText(registry, await readOthers?.()));
  const server = createServer(async ({ method, url = '', headers }, response) => {
    const isKnown = ['/', '/metrics'].includes(url.split('?', 1)[0] ?? '');
    if (!isKnown || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    try {
      const isOpen = prefersOpenMetrics(headers.accept);
      const text = await (isOpen ? asOpenMetrics() : asText());
      const type = isOpen ? Registry.OPENMETRICS_CONTENT_TYPE : registry.contentType;
      response.writeHead(200, { 'Content-Type': type, Vary: 'Accept' }).end(text);
    } catch {
      // A failure here must not crash the process.
      response.writeHead(503).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
