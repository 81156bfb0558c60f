import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { AgentDryRunSteps } from '../../activities/agent-audit.ts';
import { startRun } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { AI_QUEUE } from '../queues.ts';
import { AGENT_DRY_RUN } from './contract.ts';

jest.setTimeout(120_000);

const COMPLETES = 1;
const STOPS = 2;
const FAILS = 3;
const ENDED = 4;
const STEPS = [
  { key: 'outline', kind: 'outline', dependsOn: [] },
  { key: 'post', kind: 'write', dependsOn: ['outline'] },
  { key: 'review', kind: 'review', dependsOn: ['post'] },
];

let temporal: TestWorkers;
const simulated = new Map<number, string[]>();
const settled: number[] = [];
const failed = new Map<number, string>();

const activities: AgentDryRunSteps['ai'] = {
  async rehearseAgentStep({ dryRunId, key }) {
    simulated.set(dryRunId, [...(simulated.get(dryRunId) ?? []), key]);
    if (dryRunId === FAILS) throw ApplicationFailure.nonRetryable('no', 'ai_refused');
    return { open: !(dryRunId === STOPS && key === 'post') };
  },
};
const transitions: AgentDryRunSteps['transitions'] = {
  openAgentDryRun: async ({ dryRunId }) => (dryRunId === ENDED ? null : { steps: STEPS }),
  async settleAgentDryRun({ dryRunId }) {
    settled.push(dryRunId);
    return true;
  },
  async failAgentDryRun({ dryRunId, reason }) {
    failed.set(dryRunId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: AI_QUEUE, activities, transitions });
});
afterAll(() => temporal.stop());

test.each([
  [COMPLETES, ['outline', 'post', 'review'], true, undefined],
  [STOPS, ['outline', 'post'], true, undefined],
  [FAILS, ['outline'], false, 'ai_refused'],
  [ENDED, [], false, undefined],
])('rehearsal %i goes through its steps in order', async (dryRunId, steps, isSettled, reason) => {
  const run = await startRun(temporal.client, AGENT_DRY_RUN, dryRunId, { sandbox: false });
  await run.result();
  expect(simulated.get(dryRunId) ?? []).toEqual(steps);
  expect(settled.includes(dryRunId)).toBe(isSettled);
  expect(failed.get(dryRunId)).toBe(reason);
});
