import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a receiver got, with its body byte for byte. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Of `X-Service-Delivery`. */
  id: string;
  at: number;
}

/** What a receiver answers; `hang`: nothing, and the connection stays open. */
export type Response = { status: number; headers?: Record<string, string>; body?: string; delayMs?: number } | 'hang';

/** A partner's server that takes webhooks. */
export interface Receiver extends AsyncDisposable {
  url: string;
  /** All requests so far, oldest first. */
  received: Received[];
  /** Decides on the answer; `nth` counts the requests with the same delivery id, from 1. */
  respond: (request: Received, nth: number) => Response;
}

/** Starts a receiver on this machine that answers 200 by default. */
export async function startReceiver(): Promise<Receiver> {
  const path = `/hook/${crypto.randomUUID()}`;
  const times = new Map<string, number>();
  const server = createServer(async (request, response) => {
    // A retry for the receiver that had this port before.
    if (request.url !== path) return void response.writeHead(410).end();
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // The sender is gone.
    }
    const got: Received = {
      headers: request.headers,
      body: Buffer.concat(chunks),
      id: String(request.headers['x-service-delivery'] ?? ''),
      at: Date.now(),
    };
    receiver.received.push(got);
    const nth = (times.get(got.id) ?? 0) + 1;
    times.set(got.id, nth);
    answer(response, receiver.respond(got, nth));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    received: [],
    respond: () => ({ status: 200 }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

function answer(response: ServerResponse, wanted: Response): void {
  if (wanted === 'hang') return;
  const { status, headers = {}, body = '', delayMs = 0 } = wanted;
  const send = () => response.writeHead(status, headers).end(body);
  if (delayMs > 0) setTimeout(send, delayMs);
  else send();
}

/** Whether the signature of the contract fits: lowercase hex HMAC-SHA256 of the raw body under the webhook's secret. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const given = Buffer.from(String(headers['x-service-signature'] ?? ''));
  const wanted = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The versions of the secret among `secrets` under which the Standard Webhooks signature holds. */
export function standardSigners({ headers, body }: Received, secrets: readonly string[]): string[] {
  const given = String(headers['webhook-signature'] ?? '').split(' ');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body.toString('utf8')}`;
  return secrets.filter((secret) =>
    given.includes(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`),
  );
}

/** A delivery's body, read as the contract has it. */
export function messageOf({ body }: Pick<Received, 'body'>): {
  id: string;
  type: string;
  timestamp: string;
  data: unknown;
} {
  return JSON.parse(body.toString('utf8'));
}
