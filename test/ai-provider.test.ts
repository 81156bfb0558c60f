import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  TEMPORAL_ADDRESS: '127.0.0.1:9',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
};

/** How a process ends that is started with these variables and no others. */
function start(program: string, variables: object): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd: ROOT, env: { ...ENVIRONMENT, ...variables }, timeout: 30_000 };
    execFile(process.execPath, [path.join(ROOT, program)], options, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
}

test.each(['api/main.ts', 'worker/main.ts'])('%s does not start without an AI provider', async (program) => {
  const { code, stderr } = await start(program, { SANDBOX_AI_BASE_URL: 'http://127.0.0.1:9/v1' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^There is no AI provider: set OPENAI_API_KEY, [^\n.]*\.\n$/);
});

test.each(['api/main.ts', 'worker/main.ts'])('%s does not start with a sandbox AI that is nowhere', async (program) => {
  const { code, stderr } = await start(program, { AI_PROVIDER: 'sandbox' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^AI_PROVIDER=sandbox needs [^\n]*: set SANDBOX_AI_BASE_URL, [^\n.]*\.\n$/);
});
