import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** What Node's parser objects to, as an HTTP status; anything else is a 400. */
const STATUS_BY_CODE: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** Answers what is not HTTP enough to become a request, in the envelope of all errors, and closes the connection. */
export function refuseMalformed(error: Error & { code?: string }, socket: Duplex): void {
  // A client that has left cannot be told.
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUS_BY_CODE[error.code ?? ''] ?? 400;
  const message = 'The request is not well-formed HTTP, too long in its head, or too slow.';
  const body = JSON.stringify({ success: false, error: { code: 'BAD_REQUEST', message } });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: req_${randomUUID().replaceAll('-', '')}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
