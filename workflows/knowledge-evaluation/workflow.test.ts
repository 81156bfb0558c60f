import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { KnowledgeEvaluationSteps } from '../../activities/knowledge-evaluations.ts';
import { currentDetails, startRun } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { MAIN_QUEUE } from '../queues.ts';
import { KNOWLEDGE_EVALUATION } from './contract.ts';

jest.setTimeout(120_000);

const COMPLETES = 1;
const FAILS = 2;
const HANGS = 3;
const ENDED = 4;
const TOTAL = 45;

let temporal: TestWorkers;
let client: Client;
const batches = new Map<number, number>();
const completed: number[] = [];
const failed = new Map<number, string>();

const activities: KnowledgeEvaluationSteps['main'] = {
  async askQuestions({ runId }) {
    const batch = (batches.get(runId) ?? 0) + 1;
    batches.set(runId, batch);
    if (runId === FAILS) throw ApplicationFailure.nonRetryable('broken', 'unexpected');
    if (runId === HANGS) await Context.current().cancelled;
    return runId === ENDED ? null : { answered: Math.min(batch * 20, TOTAL), total: TOTAL };
  },
};
const transitions: KnowledgeEvaluationSteps['transitions'] = {
  async completeEvaluationRun({ runId }) {
    completed.push(runId);
    return true;
  },
  async failEvaluationRun({ runId, reason }) {
    failed.set(runId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: MAIN_QUEUE, activities, transitions });
  client = temporal.client;
});
afterAll(() => temporal.stop());

test.each([
  [COMPLETES, 3, '**completed**; its result is in the database', undefined],
  [FAILS, 1, '**failed**: `unexpected`', 'unexpected'],
  [ENDED, 1, '**ended without a result**', undefined],
])('run %i ends after %i batches, and its details say how', async (runId, count, details, reason) => {
  const handle = await startRun(client, KNOWLEDGE_EVALUATION, runId);
  await handle.result();
  expect([batches.get(runId), await currentDetails(handle)]).toEqual([count, details]);
  expect(failed.get(runId)).toBe(reason);
  expect(completed.includes(runId)).toBe(runId === COMPLETES);
});

test('a cancel ends the run', async () => {
  const handle = await startRun(client, KNOWLEDGE_EVALUATION, HANGS);
  await waitUntil('the first batch', () => batches.has(HANGS));
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  expect(failed.get(HANGS)).toBe('lost');
});
