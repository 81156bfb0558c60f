import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

/** Where the server listens, and what it asks. */
export interface HealthOptions {
  host: string;
  port: number;
  /** Who writes: host and model. */
  ai: { host: string; model: string };
  /** Name of each part to whether it works now. */
  ready(): Promise<Record<string, boolean>>;
}

/** The worker's own small server: /healthz and /readyz; it serves nothing else. */
export async function startHealthServer(options: HealthOptions): Promise<Server> {
  const { host, port } = options;
  const ready = keptForASecond(options.ready);
  const answer = async (path: string | undefined): Promise<{ status: number; body: string }> => {
    switch (path) {
      case '/healthz':
        return { status: 200, body: JSON.stringify({ status: 'ok' }) };
      case '/readyz': {
        const checks = await ready();
        return {
          status: Object.values(checks).every(Boolean) ? 200 : 503,
          body: JSON.stringify({ checks, ai: options.ai }),
        };
      }
      default:
        return { status: 404, body: JSON.stringify({ error: 'not found' }) };
    }
  };
  const server = createServer(async (request, response) => {
    // What fails here must not take the worker along.
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

/** The page needs no credentials, and each look asks every part. */
const KEPT_MS = 1_000;

function keptForASecond<Report>(look: () => Promise<Report>): () => Promise<Report> {
  let report: Promise<Report> | undefined;
  return () => {
    report ??= look().finally(() => {
      setTimeout(() => {
        report = undefined;
      }, KEPT_MS).unref();
    });
    return report;
  };
}
