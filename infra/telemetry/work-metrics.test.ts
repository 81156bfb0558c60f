import { expect, test } from '@jest/globals';
import type { AiObservation } from '../ai/attempt.ts';
import { createRegistry } from './metrics.ts';
import { createAiMetrics } from './work-metrics.ts';

test('questions are counted by model and task, and models beyond a number together', async () => {
  const registry = createRegistry();
  const observe = createAiMetrics(registry);
  const observation = (model: string): AiObservation => ({
    operation: 'generateText',
    purpose: { task: 'write', partnerId: 1, subject: null },
    model,
    answeredBy: model,
    sandbox: false,
    outcome: 'ok',
    seconds: 1,
    requests: 1,
    usage: { inputTokens: 100, outputTokens: 10 },
    priceMicros: 500_000,
  });
  for (let number = 0; number < 30; number += 1) observe(observation(`model-${number}`));
  const text = await registry.metrics();
  expect(text).toContain('marketwright_ai_tokens_total{model="model-0",task="write",direction="input"} 100');
  expect(text).toContain('marketwright_ai_tokens_total{model="other",task="write",direction="output"} 100');
  expect(text).toContain('marketwright_ai_price_usd_total{model="other",task="write"} 5');
  expect(text).not.toContain('model-20');
});
