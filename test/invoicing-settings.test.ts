import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, jest, test } from '@jest/globals';
import { withFolder } from './environment/folder.ts';
import { START_LIMIT_MS, startProgram } from './environment/start-program.ts';

jest.setTimeout(START_LIMIT_MS + 10_000);

const AI = { AI_PROVIDER: 'sandbox', SANDBOX_AI_BASE_URL: 'http://127.0.0.1:9/v1' };
const SELLER = { name: 'Acme', address: { country: 'DE' } };

// Other errors are tested beside the schemas.
test.each([
  ['api/main.ts', 'BILLING_SELLER', { ...SELLER, bank: { iban: 'DE00' } }, /IBAN.*bank\.iban/],
  ['worker/main.ts', 'BILLING_SELLER', { ...SELLER, bank: { iban: 'DE00' } }, /IBAN.*bank\.iban/],
  ['api/main.ts', 'BILLING_SELLER', { ...SELLER, logo: import.meta.filename }, /./],
  ['api/main.ts', 'BILLING_TAX_RULES', { rules: [] }, /otherwise/],
  ['api/main.ts', 'BILLING_ACCOUNTS', { receivables: '1400' }, /revenue/],
  ['worker/main.ts', 'BILLING_TAX_RULES', { rules: [] }, /otherwise/],
])('%s does not start with a wrong %s', (program, variable, content, problem) =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'settings.json');
    writeFileSync(file, JSON.stringify(content));
    const { code, stderr } = await startProgram(program, { ...AI, [variable]: file });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(problem) });
    expect(stderr).toMatch(new RegExp(`^${variable}: .*\n$`, 's'));
  }),
);
