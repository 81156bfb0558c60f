import { expect, jest, test } from '@jest/globals';
import { START_LIMIT_MS, startProgram } from './environment/start-program.ts';

jest.setTimeout(START_LIMIT_MS + 10_000);

test.each(['api/main.ts', 'worker/main.ts'])('%s does not start without an AI provider', async (program) => {
  const { code, stderr } = await startProgram(program, { SANDBOX_AI_BASE_URL: 'http://127.0.0.1:9/v1' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^There is no AI provider: set OPENAI_API_KEY, [^\n.]*\.\n$/);
});

test.each(['api/main.ts', 'worker/main.ts'])('%s does not start with a sandbox AI that is nowhere', async (program) => {
  const { code, stderr } = await startProgram(program, { AI_PROVIDER: 'sandbox' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^AI_PROVIDER=sandbox needs [^\n]*: set SANDBOX_AI_BASE_URL, [^\n.]*\.\n$/);
});
