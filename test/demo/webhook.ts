import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { execute, type Stage } from './scenes.ts';

const WEBHOOKS = '/partners/webhooks';
const RECEIPT_LIMIT_MS = 60_000;

/** What came to the demo's own address. */
interface Receipt {
  event: string;
  delivery: string;
  signed: boolean;
  bytes: number;
}

/** An address is told of what an execution has made, and checks who says so. */
export async function webhook(stage: Stage): Promise<void> {
  const { api, screen, docs } = stage;
  screen.scene('A webhook');
  if (!docs.local) {
    screen.line('The service runs elsewhere; it could not reach an address on this machine.');
    return;
  }
  const receiver = await startReceiver();
  const body = { url: receiver.url, events: ['content.generated'] };
  const { data, meta } = await api.post<{ data: { id: number }; meta: { secret: string } }>(WEBHOOKS, body);
  receiver.trust(meta.secret);
  screen.fact('added', `webhook ${data.id} for content.generated; its secret is shown this once`);
  try {
    await execute(stage, 'blog_post', { topic: 'signed webhooks' });
    const { event, delivery, signed, bytes } = await receiver.received;
    screen.fact('received', `${event}, ${bytes} bytes, id ${delivery}`);
    screen.fact(
      'signature',
      signed ? screen.good('HMAC-SHA256 of the body fits the secret') : screen.warn('does not fit'),
    );
    screen.fact('read on', `${docs.origin}/docs/guides/webhooks`);
  } finally {
    await receiver.close();
    await api.remove(`${WEBHOOKS}/${data.id}`);
  }
}

/** Takes one webhook. */
async function startReceiver() {
  const { promise, resolve, reject } = Promise.withResolvers<Receipt>();
  const trusted = Promise.withResolvers<string>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const signed = isSigned(body, headerOf(request, 'x-service-signature'), await trusted.promise);
    response.writeHead(signed ? 204 : 401).end();
    const [event, delivery] = [headerOf(request, 'x-service-event'), headerOf(request, 'x-service-delivery')];
    resolve({ event, delivery, signed, bytes: body.length });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const timer = setTimeout(() => reject(new Error('No webhook came.')), RECEIPT_LIMIT_MS);
  // Somebody who leaves before it came has nothing to hear of.
  promise.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    trust: trusted.resolve,
    received: promise,
    async close(): Promise<void> {
      clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function isSigned(body: Buffer, given: string, secret: string): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const found = Buffer.from(given);
  return found.length === expected.length && timingSafeEqual(found, expected);
}

function headerOf({ headers }: IncomingMessage, name: string): string {
  return String(headers[name] ?? '');
}
