import { expect, test } from '@jest/globals';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { McpContext } from '../context.ts';
import { complete } from './prompts.ts';

const NOTHING = { prompts: [], collections: [] } as unknown as Catalogue;

test.each([
  { type: 'ref/resource', uri: 'x'.repeat(1_000) },
  { type: 'ref/prompt', name: 'x'.repeat(1_000) },
] as const)('an error about a long $type repeats no more than its beginning', async (ref) => {
  const params = { ref, argument: { name: 'a', value: '' } };
  const message = expect.stringMatching(/^[^x]+x{100}…$/);
  await expect(complete(NOTHING, {} as McpContext, params)).rejects.toMatchObject({ message });
});
