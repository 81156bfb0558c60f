import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** HTTP statuses by the code of Node's parser error; others are 400. */
const STATUS_BY_CODE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

const MALFORMED = {
  code: 'BAD_REQUEST',
  message: 'The request is not well-formed HTTP, too long in its head, or too slow.',
};

/** Responds to data that is no valid HTTP request with the error envelope, and closes the connection. */
export function refuseMalformed(error: Error & { code?: string }, socket: Duplex): void {
  // A disconnected client cannot be answered.
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  refuseSocket(socket, STATUS_BY_CODE[error.code ?? ''] ?? 400, MALFORMED);
}

/** Refuses CONNECT, for which Node passes the bare socket: this is no proxy. */
export function refuseConnect(_req: IncomingMessage, socket: Duplex): void {
  // Without a listener the error of a disconnecting client would end the process.
  socket.on('error', () => socket.destroy());
  refuseSocket(socket, 405, { code: 'METHOD_NOT_ALLOWED', message: 'This service is no proxy.' });
}

/** Refuses a request with an unsupported Expect header; RFC 9110, section 10.1.1. */
export function refuseExpectation(_req: IncomingMessage, res: ServerResponse): void {
  refuseRequest(res, 417, { code: 'EXPECTATION_FAILED', message: 'Only 100-continue may be expected.' });
}

/** Refuses a request without the Host that HTTP/1.1 requires; returns whether it did. */
export function refuseHostless({ httpVersion, headers }: IncomingMessage, res: ServerResponse): boolean {
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
