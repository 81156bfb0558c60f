import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from './app.ts';
import { refuseConnect, refuseExpectation, refuseHostless, refuseMalformed } from './malformed.ts';

/** A request has to be here, body and all, within this time. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the idle time-outs of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_MS = 75_000;
/** Connections are closed so much later than callers are told: one that is used in the last moment, by a caller or us being slow, is still there. */
const KEEP_ALIVE_BUFFER_MS = 10_000;
/** Requests in flight get this long when the service stops. */
const DRAIN_MS = 20_000;
/** What is cut off then gets this long to answer. */
const CUT_OFF_MS = 1_000;

/** A server that takes requests. */
export interface Listening {
  port: number;
  /** Turns readiness off, serves on for the delay, then stops taking requests, ends the streams, waits for what is in flight (at most 21 s), closes. */
  close(): Promise<void>;
}

/** Serves the app. A port of 0 takes any free one. Rejects when the port is taken. */
export async function listen(
  app: App,
  config: { host: string; port: number; stopDelayMs?: number },
): Promise<Listening> {
  let stopping = false;
  const server = createServer(
    // Node would answer a missing Host without a body.
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveTimeoutBuffer: KEEP_ALIVE_BUFFER_MS,
      requireHostHeader: false,
    },
    (req, res) => {
      if (refuseHostless(req, res)) return;
      if (stopping) res.setHeader('Connection', 'close');
      app.handler(req, res);
    },
  );
  server.on('clientError', refuseMalformed);
  server.on('checkExpectation', refuseExpectation);
  server.on('connect', refuseConnect);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      app.turnUnready();
      if (config.stopDelayMs) await delay(config.stopDelayMs);
      stopping = true;
      app.beginStop();
      await drain(server, app);
    },
  };
}

async function drain(server: Server, app: App): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Connections that fall idle after their answer hold the close up otherwise.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => app.cutOff(), DRAIN_MS);
  const end = setTimeout(() => server.closeAllConnections(), DRAIN_MS + CUT_OFF_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
  clearTimeout(end);
}
