// Takes webhooks: WEBHOOK_SECRETS=<secret>[,<former secret>] PORT=3000 node receiver.ts
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookVerificationError } from '@marketwright/client';

const secrets = (process.env['WEBHOOK_SECRETS'] ?? '').split(',').filter(Boolean);
const port = Number(process.env['PORT'] ?? 3000);
/** Ids of events that were handled; a real receiver keeps them in its database, with what it did. */
const handled = new Set<string>();

createServer(async (request, response) => {
  try {
    const body = await buffer(request);
    const event = await verifyWebhook({ body, headers: request.headers, secrets });
    // A test of the webhook has no id.
    const id = 'id' in event ? event.id : '';
    if (!handled.has(id)) {
      if (id) handled.add(id);
      process.stdout.write(`${request.headers['x-service-event']} ${body}\n`);
    }
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end();
  }
}).listen(port, () => process.stdout.write(`listening on port ${port}\n`));
