/**
 * Executes a capability, follows it, takes and verifies its webhook, and reads all executions. BASE_URL and API_KEY say where and as
 * whom; a line of JSON reports each thing that happened.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createClient, verifyWebhook, type WebhookEvent, WebhookVerificationError } from '@marketwright/client';

const marketwright = createClient({ baseUrl: process.env['BASE_URL'] ?? '', apiKey: process.env['API_KEY'] ?? '' });
const report = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`);

let secret = '';
const taken = Promise.withResolvers<WebhookEvent>();
const receiver = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook({ body: await buffer(request), headers: request.headers, secrets: secret });
    if (event.type === 'content.generated') taken.resolve(event);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? 401 : 500).end();
  }
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port } = receiver.address() as AddressInfo;
const url = `http://127.0.0.1:${port}/webhooks`;
const { data: webhook, meta } = await marketwright.createWebhook({ body: { url, events: ['content.generated'] } });
secret = meta.secret ?? '';

const started = await marketwright.executeCapability({
  path: { slug: 'blog_post' },
  body: { settings: { topic: 'Typed clients' } },
});
const statuses: string[] = [];
for await (const { event, data } of marketwright.followExecution(started.data.id)) {
  if (event === 'status' && data.status) statuses.push(data.status);
}
const { data: execution } = await marketwright.getExecution({ path: { id: started.data.id } });
const assets = await marketwright.listExecutionAssets({ path: { id: started.data.id } });
report({
  id: execution.id,
  statuses,
  status: execution.attributes.status,
  titles: assets.data.content_items.map((item) => item.attributes.title),
});

const event = await taken.promise;
const forged = await fetch(url, {
  method: 'POST',
  body: JSON.stringify(event),
  headers: { 'X-Service-Signature': 'sha256=0' },
});
report({ event: event.type, data: event.data, forged: forged.status });
await marketwright.deleteWebhook({ path: { id: webhook.id } });
receiver.close();
receiver.closeAllConnections();

const ids: number[] = [];
for await (const { id } of marketwright.iterate('listExecutions', { query: { per_page: 100, sandbox: false } })) {
  ids.push(id);
  if (ids.length % 500 === 0) report({ read: ids.length });
}
report({ ids });
