import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { AgentEvaluationSteps } from '../../activities/agent-evaluations.ts';
import { currentDetails, startRun } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { AI_QUEUE } from '../queues.ts';
import { AGENT_EVALUATION } from './contract.ts';

jest.setTimeout(120_000);

const COMPLETES = 1;
const ENDED = 2;
const FAILS = 3;
const ENDS_MEANWHILE = 4;
/** Two of the twelve were answered by an earlier run. */
const TOTAL = 12;
const LEFT = Array.from({ length: 10 }, (_, index) => ({
  position: 2 + Math.floor(index / 2),
  subject: 1 + (index % 2),
}));

let temporal: TestWorkers;
const asked = new Map<number, string[]>();
const settled: number[] = [];
const failed = new Map<number, string>();

const activities: AgentEvaluationSteps['ai'] = {
  async askEvaluationPrompt({ runId, position, subject }) {
    const answered = [...(asked.get(runId) ?? []), `${position}/${subject}`];
    asked.set(runId, answered);
    if (runId === FAILS && answered.length === 3) throw ApplicationFailure.nonRetryable('no', 'ai_quota');
    return { open: runId !== ENDS_MEANWHILE, answered: answered.length + 2 };
  },
};
const transitions: AgentEvaluationSteps['transitions'] = {
  openAgentEvaluationRun: async ({ runId }) => (runId === ENDED ? null : { prompts: LEFT, total: TOTAL }),
  async settleAgentEvaluationRun({ runId }) {
    settled.push(runId);
    return true;
  },
  async failAgentEvaluationRun({ runId, reason }) {
    failed.set(runId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: AI_QUEUE, activities, transitions });
});
afterAll(() => temporal.stop());

test.each([
  [COMPLETES, 10, '**completed**; the report is in the database', undefined],
  [ENDED, 0, '', undefined],
  [ENDS_MEANWHILE, 4, '**ended without a report**', undefined],
  [FAILS, 10, '**failed**: `ai_quota`; nothing is charged', 'ai_quota'],
])('run %i asks each prompt that is left once, and ends as it should', async (runId, most, details, reason) => {
  const handle = await startRun(temporal.client, AGENT_EVALUATION, runId, { sandbox: false });
  await handle.result();
  expect(await currentDetails(handle)).toBe(details);
  const prompts = asked.get(runId) ?? [];
  expect(new Set(prompts).size).toBe(prompts.length);
  expect(prompts.length).toBeLessThanOrEqual(most);
  if (runId === COMPLETES) expect(prompts).toHaveLength(LEFT.length);
  expect(settled.includes(runId)).toBe(runId === COMPLETES);
  expect(failed.get(runId)).toBe(reason);
});
