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
  const server = createServer(async (request, response) => {
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    switch (request.url) {
      case '/healthz':
        return json(200, { status: 'ok' });
      case '/readyz': {
        const checks = await ready();
        return json(Object.values(checks).every(Boolean) ? 200 : 503, { checks });
      }
      case '/metrics':
        return response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
      default:
        return json(404, { error: 'not found' });
    }
  });
  server.listen(port);
  await once(server, 'listening');
  return server;
}
