import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { recordAiCall } from '../../domain/ai-calls/steps/record-call.ts';
import { perform } from '../../domain/kernel/step.ts';
import type { AiObservation } from '../../infra/ai/attempt.ts';
import { createAi } from '../../infra/ai/openai.ts';
import type { AiRequest } from '../../infra/ai/port.ts';
import { type SandboxAi, startSandboxAi } from '../../sandbox/ai/server.ts';
import { answerOf, codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import { aiCallsArea } from './area.ts';

// Starting a database takes long on a busy machine.
jest.setTimeout(180_000);

const NAME = 'GET /3pi-partners/{partner_id}/ai-calls';

let service: TestService;
let sandbox: SandboxAi;
beforeAll(async () => {
  [service, sandbox] = await Promise.all([startTestService(), startSandboxAi({ port: 0 })]);
  const provider = { baseUrl: `${sandbox.url}/v1`, apiKey: 'test', model: 'gpt-5-mini' };
  const observe = (each: AiObservation) => perform(service.deps, recordAiCall, each);
  service.deps.ai = createAi({ provider, sandbox: undefined, observe });
});
afterAll(async () => {
  await service.stop();
  await sandbox.close();
});

const request = (partnerId: number, more: Partial<AiRequest> = {}): AiRequest => ({
  purpose: { task: 'write', partnerId, subject: { type: 'execution', id: 7 } },
  instructions: 'You write.',
  prompt: 'Deliverable: blog_post\nInputs:\n- topic: zebras',
  maxOutputTokens: 2_000,
  sandbox: false,
  idempotencyKey: 'k',
  signal: new AbortController().signal,
  ...more,
});

interface Listed {
  data: { attributes: Record<string, unknown> }[];
  meta: { total: number; totals: Record<string, unknown> };
}

async function list(partnerId: number, input: object = {}): Promise<Listed> {
  return (await answerOf(service, aiCallsArea.routes, NAME, { params: { partner_id: partnerId }, input }))
    .body as Listed;
}

describe('what the AI is asked', () => {
  test('is recorded with tokens and price before the answer is given', async () => {
    const partner = await service.createPartner();
    const { usage } = await service.deps.ai.generateText(request(partner.id));
    const { data, meta } = await list(partner.id, { execution_id: 7 });
    const price = ((usage.inputTokens * 250 + usage.outputTokens * 2_000) / 1_000_000_000).toFixed(6);
    expect(data).toMatchObject([
      {
        attributes: {
          task: 'write',
          subject_type: 'execution',
          subject_id: 7,
          model: 'gpt-5-mini',
          outcome: 'ok',
          requests: 1,
          input_tokens: usage.inputTokens,
          output_tokens: usage.outputTokens,
          currency: 'USD',
        },
      },
    ]);
    expect(Number(data[0]?.attributes['price'])).toBeCloseTo(Number(price), 6);
    expect(meta.totals).toMatchObject({ input_tokens: usage.inputTokens, unpriced_calls: 0 });
  });

  test('is recorded when it fails, and when nobody knows its price', async () => {
    const partner = await service.createPartner();
    const { ai } = service.deps;
    await ai.generateText(request(partner.id, { model: 'nobody-knows' }));
    await expect(ai.generateText(request(partner.id, { maxOutputTokens: 5 }))).rejects.toThrow('did not fit');
    const { data, meta } = await list(partner.id);
    expect(
      data.map(({ attributes }) => [attributes['outcome'], attributes['requests'], attributes['price'] === null]),
    ).toEqual([
      ['too_long', 2, false],
      ['ok', 1, true],
    ]);
    expect(meta.totals).toMatchObject({ unpriced_calls: 1 });
  });

  test('is filtered by execution, task, model and day, and shows nothing of other partners', async () => {
    const [one, two] = [await service.createPartner(), await service.createPartner()];
    const { ai } = service.deps;
    await ai.generateText(request(one.id));
    await ai.generateText(
      request(one.id, { purpose: { task: 'plan', partnerId: one.id, subject: null }, model: 'other' }),
    );
    await ai.generateText(request(two.id));
    const total = async (input: object) => (await list(one.id, input)).meta.total;
    expect(await total({})).toBe(2);
    expect(await total({ execution_id: 7 })).toBe(1);
    expect(await total({ execution_id: 8 })).toBe(0);
    expect(await total({ task: 'plan' })).toBe(1);
    expect(await total({ model: 'gpt-5-mini' })).toBe(1);
    expect(await total({ to: '2001-01-01' })).toBe(0);
    expect((await list(one.id, { execution_id: 8 })).meta.totals).toEqual({
      input_tokens: 0,
      output_tokens: 0,
      price: '0',
      currency: 'USD',
      unpriced_calls: 0,
    });
  });

  test.each([
    [{ task: 'dance' }, 'task'],
    [{ execution_id: 0 }, 'execution_id'],
    [{ per_page: 101 }, 'per_page'],
  ])('%p is refused', async (input, field) => {
    const partner = await service.createPartner();
    expect(Object.keys(await validationOf(list(partner.id, input)))).toEqual([field]);
  });

  test('is for administrators', async () => {
    const { partner, call } = await service.createCaller();
    const params = { partner_id: partner.id };
    expect(await codeOf(answerOf(service, aiCallsArea.routes, NAME, { params }, call))).toBe('FORBIDDEN');
  });
});
