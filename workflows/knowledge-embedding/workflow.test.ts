import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { KnowledgeEmbeddingSteps } from '../../activities/knowledge-bases.ts';
import { currentDetails, startRun } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { EMBEDDINGS_QUEUE } from '../queues.ts';
import { KNOWLEDGE_EMBEDDING } from './contract.ts';

jest.setTimeout(120_000);

let temporal: TestWorkers;
let client: Client;
const failed = new Map<number, string>();
const attempts = new Map<number, number>();
const completions = new Map<number, number>();

const HANGS = 3;
const GROWS = 5;
const activities: KnowledgeEmbeddingSteps['embeddings'] = {
  async embedPassages({ embeddingId }) {
    const attempt = (attempts.get(embeddingId) ?? 0) + 1;
    attempts.set(embeddingId, attempt);
    if (embeddingId === 2) throw ApplicationFailure.nonRetryable('wrong length', 'ai_misconfigured');
    if (embeddingId === HANGS) await Context.current().cancelled;
    return { left: embeddingId === 1 && attempt < 3 };
  },
};
const onMain: KnowledgeEmbeddingSteps['main'] & KnowledgeEmbeddingSteps['transitions'] = {
  async completeEmbedding({ embeddingId }) {
    const completion = (completions.get(embeddingId) ?? 0) + 1;
    completions.set(embeddingId, completion);
    if (embeddingId === 4) return 'ended';
    return embeddingId === GROWS && completion === 1 ? 'incomplete' : 'completed';
  },
  async failEmbedding({ embeddingId, reason }) {
    failed.set(embeddingId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: EMBEDDINGS_QUEUE, activities, transitions: onMain });
  client = temporal.client;
});

afterAll(() => temporal.stop());

test.each([
  [1, '**completed**; it is found by meaning', undefined, 3],
  [2, '**failed**: `ai_misconfigured`; nothing is charged', 'ai_misconfigured', 1],
  [4, '**ended without vectors**', undefined, 1],
  [GROWS, '**completed**; it is found by meaning', undefined, 2],
])('embedding %i ends, and its details say how', async (embeddingId, details, reason, times) => {
  const handle = await startRun(client, KNOWLEDGE_EMBEDDING, embeddingId, { sandbox: false });
  await handle.result();
  expect(await currentDetails(handle)).toBe(details);
  expect(failed.get(embeddingId)).toBe(reason);
  expect(attempts.get(embeddingId)).toBe(times);
});

test('a worker that dies is noticed in each of its steps', async () => {
  const handle = await startRun(client, KNOWLEDGE_EMBEDDING, 6, { sandbox: false });
  await handle.result();
  const { events } = await handle.fetchHistory();
  const scheduled = events?.flatMap(({ activityTaskScheduledEventAttributes: activity }) => activity ?? []) ?? [];
  expect(
    scheduled.map(({ activityType, heartbeatTimeout }) => [activityType?.name, Number(heartbeatTimeout?.seconds)]),
  ).toEqual([
    ['embedPassages', 8],
    ['completeEmbedding', 8],
  ]);
});

test('a cancel gives the credits back', async () => {
  const handle = await startRun(client, KNOWLEDGE_EMBEDDING, HANGS, { sandbox: false });
  await waitUntil('the embedding to begin', () => attempts.has(HANGS));
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  expect(failed.get(HANGS)).toBe('lost');
});
