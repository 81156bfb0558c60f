import { jest } from '@jest/globals';
import type { AiPort } from '../../infra/ai/port.ts';

/** Idempotency keys of the AI requests from now on. */
export function recordKeys(ai: AiPort): string[] {
  const keys: string[] = [];
  for (const method of ['generateText', 'generateObject'] as const) {
    const original = ai[method].bind(ai) as (request: { idempotencyKey: string }) => Promise<never>;
    jest.spyOn(ai, method).mockImplementation((request) => {
      keys.push(request.idempotencyKey);
      return original(request);
    });
  }
  return keys;
}
