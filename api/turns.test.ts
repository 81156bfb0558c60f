import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { loopTurns, runUnderWay, tooMuchWork } from '../domain/kernel/loop-turns.ts';
import { startTestEdge, type TestEdge } from '../test/environment/edge.ts';
import { sampleRoutes } from '../test/environment/sample-routes.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { askedWithoutPlace } from './turns.ts';

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
  const take = jest.spyOn(loopTurns, 'take');
  const partner = await service.createPartner();
  const { plaintext: key } = await service.createKey(partner);
  try {
    expect((await edge.request('/api/v1/samples', { method: 'POST', key, body })).status).toBe(201);
    expect(take.mock.calls).toEqual(Array.from({ length: slices }, () => [String(partner.id)]));
  } finally {
    take.mockRestore();
  }
});

test('a partner with too many large requests is asked to come again', async () => {
  const partner = await service.createPartner();
  const { plaintext: key } = await service.createKey(partner);
  const take = jest.spyOn(loopTurns, 'take').mockImplementation(async () => {
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

test.each(['generateText', 'generateObject', 'streamText', 'embed'] as const)(
  'a request that asks the AI leaves its place: %s',
  async (method) => {
    const leave = jest.fn();
    const ask = jest.fn(() => expect(leave).toHaveBeenCalledTimes(1));
    const ai = askedWithoutPlace({ ...service.deps.ai, [method]: ask });
    runUnderWay({ identify: () => undefined, leave }, () => ai[method]({} as never));
    expect(ask).toHaveBeenCalledTimes(1);
  },
);
