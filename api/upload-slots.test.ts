import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import type { Actor } from '../domain/kernel/call.ts';
import { eventLoopScheduler } from '../domain/kernel/event-loop-scheduler.ts';
import { operation } from '../domain/kernel/operation.ts';
import { startTestEdge, type TestEdge } from '../test/environment/edge.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { waitUntil } from '../test/environment/wait-until.ts';
import { route } from './route.ts';
import { createUploadSlots } from './upload-slots.ts';

jest.setTimeout(120_000);

const anything = { schema: z.unknown(), present: (value: unknown) => value };
const tag = { name: 'Samples', group: 'Samples', description: 'Samples' };
/** Names of the files whose bytes have come. */
const taken: string[] = [];
const upload = operation({
  name: 'samples.upload',
  permission: 'manage_content',
  params: z.object({}),
  input: z.object({ name: z.string() }),
  async run(_deps, _call, { name }) {
    taken.push(name);
    return { name };
  },
});

let service: TestService;
let edge: TestEdge;
beforeAll(async () => {
  service = await startTestService();
  const uploads = {
    method: 'POST',
    path: '/uploads',
    operation: upload,
    body: anything,
    tag,
    summary: 'Upload',
  } as const;
  edge = await startTestEdge(service, [route({ ...uploads, upload: { maxBytes: 1_048_576 } })]);
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

test('of a partner’s uploads four are in memory at once, and another partner’s beside them', async () => {
  const keyOf = async () => (await service.createCaller()).plaintext;
  const [key, keyOfOther] = [await keyOf(), await keyOf()];
  const post = async (name: string, by: string | null) =>
    (await edge.request('/api/v1/uploads', { method: 'POST', key: by, body: { name } })).status;
  const left = jest.fn();
  const enter = eventLoopScheduler.enter.bind(eventLoopScheduler);
  const entered = jest.spyOn(eventLoopScheduler, 'enter').mockImplementation(() => {
    const inFlight = enter();
    const leave = () => {
      left();
      inFlight.leave();
    };
    return { ...inFlight, leave };
  });
  const slow = Array.from({ length: 4 }, () => {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Content-Length': 15 };
    const sent = request(`${edge.origin}/api/v1/uploads`, { method: 'POST', headers, agent: false });
    sent.write('{');
    return { sent, answered: once(sent, 'response') };
  });
  // Which they do once they have their slots in memory.
  await waitUntil(
    'the slow uploads to leave their slots for their bytes',
    () => left.mock.calls.length === slow.length,
  );
  entered.mockRestore();
  const fifth = post('fifth', key);
  expect(await post('other', keyOfOther)).toBe(200);
  expect(taken).toEqual(['other']);
  slow[0]?.sent.end('"name":"slow"}');
  expect(await fifth).toBe(200);
  for (const { sent } of slow.slice(1)) sent.end('"name":"slow"}');
  await Promise.all(slow.map(({ answered }) => answered));
  expect(taken.sort()).toEqual(['fifth', 'other', 'slow', 'slow', 'slow', 'slow']);
});

test('who gets no slot in time is asked to come again', async () => {
  const slots = createUploadSlots({ slots: 1, waitMs: 1 });
  const actor: Actor = { kind: 'administrator', adminKeyId: 1 };
  const { promise, resolve } = Promise.withResolvers<void>();
  const first = slots(actor, () => promise);
  await expect(slots(actor, async () => undefined)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
    retryAfterSeconds: 5,
  });
  resolve();
  await first;
  await expect(slots(actor, async () => 'again')).resolves.toBe('again');
});
