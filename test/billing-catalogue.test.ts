import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { withFolder } from './environment/folder.ts';
import { START_LIMIT_MS, startProgram } from './environment/start-program.ts';

jest.setTimeout(START_LIMIT_MS + 10_000);

const AI = { AI_PROVIDER: 'sandbox', SANDBOX_AI_BASE_URL: 'http://127.0.0.1:9/v1' };
const WRONG = '{"packs": [{"name": "x", "credits": 1, "amount": "one", "currency": "USD"}], "plans": []}';

// Other errors are tested beside the schema.
test.each(['api/main.ts', 'worker/main.ts'])('%s does not start with a wrong billing catalogue', (program) =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'catalogue.json');
    writeFileSync(file, WRONG);
    const { code, stderr } = await startProgram(program, { ...AI, BILLING_CATALOGUE: file });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^BILLING_CATALOGUE: .*Must be a number.*packs\[0\]\.amount\n$/s),
    });
  }),
);
