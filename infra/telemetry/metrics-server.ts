import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

/** A running server of metrics. */
export interface MetricsServer {
  port: number;
  close(): void;
}

/**
 * Serves the registry to Prometheus on a port of its own, so that who may reach the service does not reach these: they need no
 * credentials and are expensive. Concurrent requests share one collection. A port of 0 takes any free one.
 */
export async function startMetricsServer(
  registry: Registry,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> {
  let gathering: Promise<string> | undefined;
  const gather = () => {
    gathering ??= registry.metrics().finally(() => {
      gathering = undefined;
    });
    return gathering;
  };
  const server = createServer(async ({ method, url = '' }, response) => {
    const isKnown = ['/', '/metrics'].includes(url.split('?', 1)[0] ?? '');
    if (!isKnown || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await gather();
      response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
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
