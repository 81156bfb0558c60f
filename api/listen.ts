import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from './app.ts';
import { refuseConnect, refuseExpectation, refuseHostless, refuseMalformed } from './malformed.ts';

/** Time limit for receiving a request with its body. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Longer than the idle time-outs of common load balancers (60 s), so that they close first. */
const KEEP_ALIVE_MS = 75_000;
/** Added to the keep-alive time that callers see, so that a connection used in the last moment is still open. */
const KEEP_ALIVE_BUFFER_MS = 10_000;
/** Requests in flight get this long when the service stops. */
const DRAIN_MS = 20_000;
/** Aborted requests then get this long to respond. */
const CUT_OFF_MS = 1_000;

/** A running server. */
export interface RunningServer {
  port: number;
  /**
   * Makes /readyz fail, serves on for the delay, then stops accepting requests, ends the streams, waits for requests in
   * flight (at most 21 s) and closes.
   */
  close(): Promise<void>;
}

/** Serves the app. Port 0 uses any free port. Rejects when the port is in use. */
export async function listen(
  app: App,
  config: { host: string; port: number; stopDelayMs?: number },
): Promise<RunningServer> {
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
      app.markNotReady();
      if (config.stopDelayMs) await delay(config.stopDelayMs);
      stopping = true;
      app.beginStop();
      await drain(server, app);
    },
  };
}

async function drain(server: Server, app: App): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Otherwise connections that become idle after their response would delay the close.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cutOff = setTimeout(() => app.cutOff(), DRAIN_MS);
  const end = setTimeout(() => server.closeAllConnections(), DRAIN_MS + CUT_OFF_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(cutOff);
  clearTimeout(end);
}
