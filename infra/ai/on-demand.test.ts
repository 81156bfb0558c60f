import { expect, test } from '@jest/globals';
import { onDemand } from './on-demand.ts';
import type { AiPort, AiRequest } from './port.ts';

const request: AiRequest = {
  purpose: { task: 'write', partnerId: null, subject: null },
  instructions: 'Write.',
  prompt: 'A line.',
  maxOutputTokens: 10,
  sandbox: true,
  idempotencyKey: 'key',
  signal: new AbortController().signal,
};
const usage = { inputTokens: 1, outputTokens: 1 };
const port: AiPort = {
  hasSandbox: true,
  models: { known: [], byTask: { plan: 'm', write: 'm', analyse: 'm' } },
  embeddings: { live: null, sandbox: null },
  embed: async ({ texts }) => ({ vectors: texts.map(() => new Float32Array([1])), usage }),
  generateText: async ({ prompt }) => ({ text: prompt, model: 'm', usage }),
  generateObject: async ({ schemaName }) => ({ value: schemaName, model: 'm', usage }),
  async *streamText({ prompt }) {
    yield* prompt.split(' ');
  },
};

test('the provider is loaded with the first question and only once', async () => {
  let loads = 0;
  const ai = onDemand(port, async () => {
    loads += 1;
    return port;
  });
  expect(loads).toBe(0);
  await Promise.all([ai.generateText(request), ai.generateText(request)]);
  expect((await ai.generateText(request)).text).toBe('A line.');
  const chunks: string[] = [];
  for await (const chunk of ai.streamText(request)) chunks.push(chunk);
  expect(chunks).toEqual(['A', 'line.']);
  const model = { name: 'm', dimensions: 1, inputs: {} };
  const purpose = { partnerId: null, subject: null };
  expect((await ai.embed({ ...request, purpose, model, role: 'query', texts: ['a', 'b'] })).vectors).toHaveLength(2);
  expect(loads).toBe(1);
});
