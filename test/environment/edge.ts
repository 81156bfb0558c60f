import { Writable } from 'node:stream';
import { pino } from 'pino';
import type { Registry } from 'prom-client';
import { type App, type AppOptions, createApp } from '../../api/app.ts';
import { listen, type RunningServer } from '../../api/listen.ts';
import { clientAddress } from '../../api/middleware/client-address.ts';
import type { Route } from '../../api/route.ts';
import { adminKeyAuthenticator, partnerKeyAuthenticator } from '../../domain/credentials/authenticator.ts';
import { createUseCounter, type UseCounter } from '../../domain/credentials/use-counter.ts';
import { createRateLimiter } from '../../domain/rate-limits/limiter.ts';
import { createRegistry } from '../../infra/telemetry/metrics.ts';
import { AGREEING_CLOCKS } from './agreeing-clocks.ts';
import { type HttpReply, type HttpRequest, send } from './client.ts';
import type { TestService } from './service.ts';

/** An edge of its own on a free port, as one API process has it. */
export interface TestEdge {
  origin: string;
  app: App;
  uses: UseCounter;
  registry: Registry;
  /** Lines of the log so far. */
  logged: Record<string, unknown>[];
  request(path: string, options?: HttpRequest): Promise<TestAnswer>;
  close: RunningServer['close'];
}

/** An answer whose JSON may have every shape. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type TestAnswer = HttpReply<any>;

/** Serves the routes through the whole edge. */
export async function startTestEdge(
  service: TestService,
  routes: readonly Route[],
  overrides: Partial<Omit<AppOptions, 'http'>> & { http?: Partial<AppOptions['http']> } = {},
): Promise<TestEdge> {
  const { deps } = service;
  const logged: Record<string, unknown>[] = [];
  const sink = new Writable({
    write(line, _encoding, done) {
      logged.push(JSON.parse(String(line)));
      done();
    },
  });
  const uses = createUseCounter({ db: deps.db, clock: deps.clock, onError: () => undefined });
  const registry = createRegistry();
  const app = await createApp({
    deps,
    clientAddress: clientAddress([]),
    oauth: { server: undefined, pages: {} },
    routes,
    authenticators: [partnerKeyAuthenticator(deps), adminKeyAuthenticator(deps)],
    limiter: createRateLimiter(deps),
    uses,
    clocks: AGREEING_CLOCKS,
    readiness: {},
    log: pino({ level: 'debug' }, sink),
    registry,
    ...overrides,
    http: { publicUrl: 'http://localhost:8080', corsOrigins: [], streamRecheckMs: 30_000, ...overrides.http },
  });
  const listening = await listen(app, { host: '127.0.0.1', port: 0 });
  const origin = `http://127.0.0.1:${listening.port}`;
  return {
    origin,
    app,
    uses,
    registry,
    logged,
    request: (path, options) => send(origin + path, options),
    async close() {
      await listening.close();
      await uses.stop();
    },
  };
}
