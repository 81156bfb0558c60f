import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { CaseStudyGenerationSteps } from '../../activities/case-studies.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { workflowIdOf } from '../commands.ts';
import { AI_QUEUE, MAIN_QUEUE } from '../queues.ts';
import { CASE_STUDY_GENERATION } from './contract.ts';

jest.setTimeout(120_000);

let temporal: TestWorkers;
let client: Client;
const failed = new Map<number, string>();
const begun = new Set<number>();

const HANGS = 3;
const activities: CaseStudyGenerationSteps['ai'] = {
  async writeCaseStudy({ generationId }) {
    begun.add(generationId);
    if (generationId === 2) throw ApplicationFailure.nonRetryable('declined', 'ai_refused');
    if (generationId === HANGS) await Context.current().cancelled;
    return generationId === 1;
  },
};
const transitions: CaseStudyGenerationSteps['transitions'] = {
  async failCaseStudyGeneration({ generationId, reason }) {
    failed.set(generationId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: AI_QUEUE, activities, transitions });
  client = temporal.client;
});

afterAll(() => temporal.stop());

function start(generationId: number) {
  return client.workflow.start(CASE_STUDY_GENERATION.workflow, {
    workflowId: workflowIdOf(CASE_STUDY_GENERATION, generationId),
    taskQueue: MAIN_QUEUE,
    args: [{ generationId, rowKey: crypto.randomUUID(), sandbox: false }],
  });
}

test.each([
  [1, '**completed**; the case study is in the database', undefined],
  [2, '**failed**: `ai_refused`; nothing is charged', 'ai_refused'],
  [4, '**ended without a case study**', undefined],
])('generation %i ends, and its details say how', async (generationId, details, reason) => {
  const handle = await start(generationId);
  await handle.result();
  const metadata = await handle.query<{ currentDetails: string }, []>('__temporal_workflow_metadata');
  expect(metadata.currentDetails).toBe(details);
  expect(failed.get(generationId)).toBe(reason);
});

test('a cancel gives the credits back', async () => {
  const handle = await start(HANGS);
  await waitUntil('the writing to begin', () => begun.has(HANGS));
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  expect(failed.get(HANGS)).toBe('lost');
});
