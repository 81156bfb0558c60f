import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { resultOf } from '../../test/environment/mcp-result.ts';
import { startTestService, type TestService } from '../../test/environment/service.ts';
import { createSubscriber, publish, type Subscriber } from '../../test/environment/webhook-operations.ts';
import type { McpContext } from '../mcp/context.ts';
import { webhooksArea } from './area.ts';

jest.setTimeout(60_000);

let service: TestService;
let subscriber: Subscriber;
beforeAll(async () => {
  service = await startTestService();
  subscriber = await createSubscriber(service);
});
afterAll(() => service.stop());

function toolOf(name: string) {
  const tool = webhooksArea.tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

async function use(name: string, given: Record<string, unknown>) {
  const context = { deps: service.deps, call: subscriber.call, publicUrl: 'http://localhost', now: new Date() };
  const result = resultOf(await toolOf(name).call(context as McpContext, given));
  const [first] = result.content;
  return { isError: result.isError, text: first?.type === 'text' ? first.text : '', data: result.structuredContent };
}

test('the list of deliveries goes on with the cursor that it gave', async () => {
  const evts = await publish(service, subscriber.partner.id, 3);
  const first = await use('list_webhook_deliveries', { webhook_id: subscriber.id, per_page: 2 });
  expect(first.data).toMatchObject({ data: [{ event_id: evts[2] }, { event_id: evts[1] }] });
  const cursor = (first.data as { meta: { next_cursor: string } }).meta.next_cursor;
  const second = await use('list_webhook_deliveries', { webhook_id: subscriber.id, per_page: 2, cursor });
  expect(second.data).toMatchObject({ data: [{ event_id: evts[0] }], meta: { next_cursor: null } });
});

test('a delivery is read with what is sent', async () => {
  const [evt = ''] = await publish(service, subscriber.partner.id);
  const { data } = await use('get_webhook_delivery', { webhook_id: subscriber.id, event_id: evt });
  const { event_id, request_body: body } = (data as { data: { event_id: string; request_body: string } }).data;
  expect(event_id).toBe(evt);
  expect(JSON.parse(body)).toMatchObject({ id: evt, type: 'cosell.updated' });
});

test('what is wrong is named as the model named it', async () => {
  const { isError, text } = await use('list_delivery_attempts', { webhook_id: 'x', event_id: 'evt_1' });
  expect(isError).toBe(true);
  expect(text).toMatch(/^VALIDATION_ERROR: .*\nwebhook_id: .+\nevent_id: /);
  expect(await use('resend_delivery', { webhook_id: subscriber.id, event_id: `evt_${'0'.repeat(26)}` })).toMatchObject({
    isError: true,
    text: 'NOT_FOUND: Delivery not found.\nwebhook_id: list_webhooks has what it can be.\nevent_id: list_webhook_deliveries has what it can be.',
  });
});

test('a rotation shows the secret, and no other tool does', async () => {
  const { data } = await use('rotate_webhook_secret', { webhook_id: subscriber.id, overlap_hours: 0 });
  const { secret } = (data as { meta: { secret: string } }).meta;
  expect(secret).toMatch(/^[0-9A-Za-z]{64}$/);
  for (const [name, given] of [
    ['get_webhook', { webhook_id: subscriber.id }],
    ['list_webhooks', {}],
    ['update_webhook', { webhook_id: subscriber.id, description: 'Ours.' }],
    ['pause_webhook', { webhook_id: subscriber.id }],
  ] as const) {
    const result = await use(name, given);
    expect({ name, isError: result.isError, shown: result.text.includes(secret ?? '') }).toEqual({
      name,
      isError: false,
      shown: false,
    });
  }
});
