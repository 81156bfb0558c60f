import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventLoopScheduler, tooMuchWork } from '../domain/kernel/event-loop-scheduler.ts';
import { startTestEdge, type TestEdge } from '../test/environment/edge.ts';
import { sampleRoutes } from '../test/environment/sample-routes.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { waitUntil } from '../test/environment/wait-until.ts';

jest.setTimeout(120_000);

let service: TestService;
let edge: TestEdge;
beforeAll(async () => {
  service = await startTestService();
  edge = await startTestEdge(service, sampleRoutes);
});
afterAll(async () => {
  await edge?.close();
  await service?.stop();
});

/** As many fields as a body may have. */
const fields = Object.fromEntries(Array.from({ length: 9_900 }, (_, index) => [`field${index}`, index]));

test.each([
  ['a large body is parsed, checked and worked on in turns of its partner', { ...fields, name: 'Large' }, 3],
  ['a small one waits for nobody', { name: 'Small' }, 0],
])('%s', async (_what, body, slices) => {
  const take = jest.spyOn(eventLoopScheduler, 'take');
  const { partner, plaintext: key } = await service.createCaller();
  try {
    expect((await edge.request('/api/v1/samples', { method: 'POST', key, body })).status).toBe(201);
    expect(take.mock.calls).toEqual(Array.from({ length: slices }, () => [String(partner.id)]));
  } finally {
    take.mockRestore();
  }
});

test('a partner with too many large requests is asked to come again', async () => {
  const { plaintext: key } = await service.createCaller();
  const take = jest.spyOn(eventLoopScheduler, 'take').mockImplementation(async () => {
    throw tooMuchWork();
  });
  try {
    const answer = await edge.request('/api/v1/samples', { method: 'POST', key, body: { ...fields, name: 'Large' } });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(answer.headers.get('Retry-After')).toBe('1');
  } finally {
    take.mockRestore();
  }
});

test('requests whose bodies take their time keep no others of their partner waiting', async () => {
  const keyOf = async () => (await service.createCaller()).plaintext;
  const [key, keyOfOther] = [await keyOf(), await keyOf()];
  const read = async (by: string | null) => (await edge.request('/api/v1/samples/1', { key: by })).status;
  const entered = jest.spyOn(eventLoopScheduler, 'enter');
  try {
    const slow = Array.from({ length: 30 }, () => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Content-Length': 16 };
      return request(`${edge.origin}/api/v1/samples`, { method: 'POST', headers, agent: false });
    });
    expect(await read(keyOfOther)).toBe(200);
    for (const each of slow) each.write('{');
    await waitUntil('the slow requests to arrive', () => entered.mock.calls.length > slow.length);
    const askedAt = performance.now();
    expect(await read(key)).toBe(200);
    // Two at a time, for a quarter of a second each, they would take almost four.
    expect(performance.now() - askedAt).toBeLessThan(2_000);
    const statuses = slow.map(async (each) => {
      const answered = once(each, 'response');
      each.end('"name": "Late"}');
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([201]));
  } finally {
    entered.mockRestore();
  }
});
