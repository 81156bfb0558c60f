import { randomUUID } from 'node:crypto';
import { expect, jest, test } from '@jest/globals';
import { WHOLE_CASE_STUDY } from '../../test/environment/case-study-body.ts';
import type { Deps } from '../kernel/deps.ts';
import { awaitEnd } from './await-generation.ts';
import type { Story } from './fields.ts';
import type { CaseStudyGenerationRow } from './table.ts';

const generation: CaseStudyGenerationRow = {
  id: 1,
  row_key: randomUUID(),
  partner_id: 1,
  status: 'completed',
  story: WHOLE_CASE_STUDY as Story,
  context: {},
  sandbox: false,
  case_study_id: 1,
  error: null,
  prompt_version: null,
  model: null,
  input_tokens: null,
  output_tokens: null,
  created_at: new Date(),
  completed_at: new Date(),
  updated_at: new Date(),
};

/** How long it waits when requests may wait this long at most, milliseconds. */
async function patienceWhere(longestWaitMs: number): Promise<unknown> {
  const deps = {
    db: { query: async () => [generation] },
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
