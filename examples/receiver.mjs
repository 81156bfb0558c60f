// Takes webhooks: WEBHOOK_SECRETS=<secret>[,<former secret>] PORT=3000 node examples/receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';

const secrets = (process.env.WEBHOOK_SECRETS ?? '').split(',').filter(Boolean);
const port = Number(process.env.PORT ?? 3000);
/** Ids of events that were handled; a real receiver keeps them in its database, with what it did. */
const handled = new Set();

function isSigned(body, header) {
  const given = Buffer.from(header ?? '');
  return secrets.some((secret) => {
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  const body = await buffer(request);
  if (!isSigned(body, request.headers['x-service-signature'])) return response.writeHead(401).end();
  const id = request.headers['x-service-delivery'];
  if (!handled.has(id)) {
    handled.add(id);
    process.stdout.write(`${request.headers['x-service-event']} ${body}\n`);
  }
  response.writeHead(204).end();
}).listen(port, () => process.stdout.write(`listening on port ${port}\n`));
