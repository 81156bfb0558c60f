import { request as call, type IncomingMessage, type ServerResponse } from 'node:http';
import { errorMessage } from '../errors.ts';

/** Hands a request to the API as it came, and its answer back as it comes, event streams included. */
export function proxy(request: IncomingMessage, response: ServerResponse, origin: string): void {
  const { hostname, port } = new URL(origin);
  const { method, headers, url: path } = request;
  const upstream = call({ hostname, port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders);
    answer.pipe(response);
    answer.once('error', () => response.destroy());
  });
  upstream.once('error', (error) => sendText(response, 502, `The API did not answer: ${errorMessage(error)}`));
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

/** Answers in plain text, or ends an answer that has begun. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
}
