import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

export interface HealthOptions {
  port: number;
  registry: Registry;
  /** Name of each part to whether it works now. */
  ready(): Promise<Record<string, boolean>>;
}

/** The worker's own small server: /healthz, /readyz, /metrics; it serves nothing else. */
export async function startHealthServer(options: HealthOptions): Promise<Server> {
  const { port, registry, ready } = options;
  const answer = async (path: string | undefined): Promise<{ status: number; type?: string; body: string }> => {
    switch (path) {
      case '/healthz':
        return { status: 200, body: JSON.stringify({ status: 'ok' }) };
      case '/readyz': {
        const checks = await ready();
        return { status: Object.values(checks).every(Boolean) ? 200 : 503, body: JSON.stringify({ checks }) };
      }
      case '/metrics':
        return { status: 200, type: registry.contentType, body: await registry.metrics() };
      default:
        return { status: 404, body: JSON.stringify({ error: 'not found' }) };
    }
  };
  const server = createServer(async (request, response) => {
    // What fails here must not take the worker along.
    const { status, type, body } = await answer(request.url).catch(() => ({
      status: 503,
      type: undefined,
      body: JSON.stringify({ error: 'unavailable' }),
    }));
    response.writeHead(status, { 'content-type': type ?? 'application/json' }).end(body);
  });
  server.listen(port);
  await once(server, 'listening');
  return server;
}
