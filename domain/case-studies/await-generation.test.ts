import { expect, jest, test } from '@jest/globals';
import type { Deps } from '../kernel/deps.ts';
import { awaitEnd } from './await-generation.ts';
import type { CaseStudyGenerationRow } from './table.ts';

const generation = { id: 1, status: 'completed' } as CaseStudyGenerationRow;

/** How long it waits when requests may wait this long at most, milliseconds. */
async function patienceWhere(longestWaitMs: number): Promise<unknown> {
  const deps = {
    db: { getRepository: () => ({ findOneBy: async () => generation }) },
    notifications: { subscribe: () => () => undefined, notify: () => undefined },
    stopping: new AbortController().signal,
    longestWaitMs,
  } as unknown as Deps;
  using timeout = jest.spyOn(AbortSignal, 'timeout');
  expect(await awaitEnd(deps, generation)).toBe(generation);
  return timeout.mock.calls[0]?.[0];
}

test('a request waits a minute for its case study, or as long as a request may', async () => {
  expect(await patienceWhere(60_000)).toBe(60_000);
  expect(await patienceWhere(3_000)).toBe(3_000);
});
