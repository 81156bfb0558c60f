import { jest } from '@jest/globals';
import type { AiPort } from '../../infra/ai/port.ts';

/** Runs work before each answer of the AI from now on. */
export function beforeAnswers(ai: AiPort, work: (request: { idempotencyKey: string }) => unknown): void {
  for (const method of ['generateText', 'generateObject'] as const) {
    const original = ai[method].bind(ai) as (request: object) => Promise<never>;
    jest.spyOn(ai, method).mockImplementation(async (request) => {
      await work(request);
      return original(request);
    });
  }
}

/** Idempotency keys of the AI requests from now on. */
export function recordKeys(ai: AiPort): string[] {
  const keys: string[] = [];
  beforeAnswers(ai, ({ idempotencyKey }) => keys.push(idempotencyKey));
  return keys;
}
