import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { KnowledgeDocumentSteps } from '../../activities/knowledge-bases.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { workflowIdOf } from '../commands.ts';
import { KNOWLEDGE_QUEUE, MAIN_QUEUE } from '../queues.ts';
import { KNOWLEDGE_DOCUMENT } from './contract.ts';

jest.setTimeout(120_000);

let temporal: TestWorkers;
let client: Client;
const failed = new Map<number, string>();
const begun = new Set<number>();

const HANGS = 3;
const activities: KnowledgeDocumentSteps['knowledge'] = {
  async readDocument({ documentId }) {
    begun.add(documentId);
    if (documentId === 2) throw ApplicationFailure.nonRetryable('broken', 'unexpected');
    if (documentId === HANGS) await Context.current().cancelled;
    return documentId === 1;
  },
};
const transitions: KnowledgeDocumentSteps['transitions'] = {
  async failDocument({ documentId, reason }) {
    failed.set(documentId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: KNOWLEDGE_QUEUE, activities, transitions });
  client = temporal.client;
});

afterAll(() => temporal.stop());

function start(documentId: number) {
  return client.workflow.start(KNOWLEDGE_DOCUMENT.workflow, {
    workflowId: workflowIdOf(KNOWLEDGE_DOCUMENT, documentId),
    taskQueue: MAIN_QUEUE,
    args: [{ documentId, rowKey: crypto.randomUUID() }],
  });
}

test.each([
  [1, '**ready**; it can be searched', undefined],
  [2, '**failed**: `unexpected`', 'unexpected'],
  [4, '**ended without passages**; the document says why', undefined],
])('the reading of document %i ends, and its details say how', async (documentId, details, reason) => {
  const handle = await start(documentId);
  await handle.result();
  const metadata = await handle.query<{ currentDetails: string }, []>('__temporal_workflow_metadata');
  expect(metadata.currentDetails).toBe(details);
  expect(failed.get(documentId)).toBe(reason);
});

test('a cancel ends the document', async () => {
  const handle = await start(HANGS);
  await waitUntil('the reading to begin', () => begun.has(HANGS));
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  expect(failed.get(HANGS)).toBe('lost');
});
