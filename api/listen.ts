import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from './app.ts';
import { disconnectStalled } from './stalled-clients.ts';

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
   * flight (at most 21 s) and closes. From the beginning each response closes its connection, so that callers who keep
   * theirs move to another process, and none of them sends a request into a connection that is being closed.
   */
  close(): Promise<void>;
}

/** Serves the app. Port 0 uses any free port. Rejects when the port is in use. */
export async function listen(
  app: App,
  config: { host: string; port: number; stopDelayMs?: number; stalledMs?: number },
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
      disconnectStalled(res, config.stalledMs);
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
      stopping = true;
      if (config.stopDelayMs) await delay(config.stopDelayMs);
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

/** HTTP statuses by the code of Node's parser error; others are 400. */
const STATUS_BY_CODE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const MALFORMED = {
  code: 'BAD_REQUEST',
  message: 'The request is not well-formed HTTP, too long in its head, or too slow.',
};

/** Responds to data that is no valid HTTP request with the error envelope, and closes the connection. */
function refuseMalformed(error: Error & { code?: string }, socket: Duplex): void {
  // A disconnected client cannot be answered.
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  refuseSocket(socket, STATUS_BY_CODE[error.code ?? ''] ?? 400, MALFORMED);
}

/** Refuses CONNECT, for which Node passes the bare socket: this is no proxy. */
function refuseConnect(_req: IncomingMessage, socket: Duplex): void {
  // Without a listener the error of a disconnecting client would end the process.
  socket.on('error', () => socket.destroy());
  refuseSocket(socket, 405, { code: 'METHOD_NOT_ALLOWED', message: 'This service is no proxy.' });
}

/** Refuses a request with an unsupported Expect header; RFC 9110, section 10.1.1. */
function refuseExpectation(_req: IncomingMessage, res: ServerResponse): void {
  refuseRequest(res, 417, { code: 'EXPECTATION_FAILED', message: 'Only 100-continue may be expected.' });
}

/** Refuses a request without the Host that HTTP/1.1 requires; returns whether it did. */
function refuseHostless({ httpVersion, headers }: IncomingMessage, res: ServerResponse): boolean {
  if (headers.host !== undefined || httpVersion !== '1.1') return false;
  refuseRequest(res, 400, { code: 'BAD_REQUEST', message: 'The request has no Host.' });
  return true;
}

interface Problem {
  code: string;
  message: string;
}

function refuseRequest(res: ServerResponse, status: number, error: Problem): void {
  const { headers, body } = refusal(error);
  res.writeHead(status, headers).end(body);
}

function refuseSocket(socket: Duplex, status: number, error: Problem): void {
  const { headers, body } = refusal(error);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

function refusal(error: Problem): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify({ success: false, error });
  return {
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'X-Request-Id': `req_${randomUUID().replaceAll('-', '')}`,
      Connection: 'close',
    },
  };
}
