import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { KnowledgeReplacementSteps } from '../../activities/knowledge-bases.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { workflowIdOf } from '../commands.ts';
import { KNOWLEDGE_QUEUE, MAIN_QUEUE } from '../queues.ts';
import { KNOWLEDGE_REPLACEMENT } from './contract.ts';

jest.setTimeout(120_000);

let temporal: TestWorkers;
let client: Client;
const failed = new Map<number, string>();
const begun = new Set<number>();

const HANGS = 3;
const activities: KnowledgeReplacementSteps['knowledge'] = {
  async readVersion({ versionId }) {
    begun.add(versionId);
    if (versionId === 2) throw ApplicationFailure.nonRetryable('broken', 'unexpected');
    if (versionId === HANGS) await Context.current().cancelled;
    return versionId === 1;
  },
};
const transitions: KnowledgeReplacementSteps['transitions'] = {
  async failVersion({ versionId, reason }) {
    failed.set(versionId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: KNOWLEDGE_QUEUE, activities, transitions });
  client = temporal.client;
});

afterAll(() => temporal.stop());

function start(versionId: number) {
  return client.workflow.start(KNOWLEDGE_REPLACEMENT.workflow, {
    workflowId: workflowIdOf(KNOWLEDGE_REPLACEMENT, versionId),
    taskQueue: MAIN_QUEUE,
    args: [{ versionId, rowKey: crypto.randomUUID() }],
  });
}

test.each([
  [1, '**in use**', undefined],
  [2, '**failed**: `unexpected`; the document keeps what it has', 'unexpected'],
  [4, '**ended without being used**; its version says why', undefined],
])('the reading of version %i ends, and its details say how', async (versionId, details, reason) => {
  const handle = await start(versionId);
  await handle.result();
  const metadata = await handle.query<{ currentDetails: string }, []>('__temporal_workflow_metadata');
  expect(metadata.currentDetails).toBe(details);
  expect(failed.get(versionId)).toBe(reason);
});

test('a cancel ends the version', async () => {
  const handle = await start(HANGS);
  await waitUntil('the reading to begin', () => begun.has(HANGS));
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  expect(failed.get(HANGS)).toBe('lost');
});
