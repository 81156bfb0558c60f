import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { AgentChallengeSteps } from '../../activities/agent-audit.ts';
import { currentDetails, startRun } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { workflowIdOf } from '../commands.ts';
import { AI_QUEUE } from '../queues.ts';
import { AGENT_CHALLENGE } from './contract.ts';

jest.setTimeout(120_000);

const COMPLETES = 1;
const ENDED = 2;
const FAILS = 3;
const HANGS = 4;
const ENDS_MEANWHILE = 5;
/** Two of the twelve were answered by an earlier run. */
const TOTAL = 12;
const LEFT = Array.from({ length: 10 }, (_, index) => `prompt-${index}`);

let temporal: TestWorkers;
let client: Client;
const asked = new Map<number, string[]>();
const settled: number[] = [];
const failed = new Map<number, string>();
let inFlight = 0;
let mostInFlight = 0;

const activities: AgentChallengeSteps['ai'] = {
  async askChallengePrompt({ challengeId, prompt }) {
    const answered = [...(asked.get(challengeId) ?? []), prompt];
    asked.set(challengeId, answered);
    if (challengeId === FAILS && answered.length === 3) throw ApplicationFailure.nonRetryable('no', 'ai_quota');
    if (challengeId === HANGS) await Context.current().cancelled;
    inFlight += 1;
    mostInFlight = Math.max(mostInFlight, inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight -= 1;
    return { open: challengeId !== ENDS_MEANWHILE, answered: answered.length + 2 };
  },
};
const transitions: AgentChallengeSteps['transitions'] = {
  openAgentChallenge: async ({ challengeId }) => (challengeId === ENDED ? null : { prompts: LEFT, total: TOTAL }),
  async settleAgentChallenge({ challengeId }) {
    settled.push(challengeId);
    return true;
  },
  async failAgentChallenge({ challengeId, reason }) {
    failed.set(challengeId, reason);
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: AI_QUEUE, activities, transitions });
  client = temporal.client;
});
afterAll(() => temporal.stop());

const start = (challengeId: number) => startRun(client, AGENT_CHALLENGE, challengeId, { sandbox: false });
const detailsOf = (challengeId: number) =>
  currentDetails(client.workflow.getHandle(workflowIdOf(AGENT_CHALLENGE, challengeId)));

test('every prompt that is left is put once, four at most at a time, and the challenge is settled', async () => {
  await (await start(COMPLETES)).result();
  expect(asked.get(COMPLETES)?.toSorted()).toEqual(LEFT);
  expect(mostInFlight).toBeLessThanOrEqual(4);
  expect(settled).toContain(COMPLETES);
  expect(await detailsOf(COMPLETES)).toBe('**completed**; the report is in the database');
});

test('a challenge that has ended is left alone', async () => {
  await (await start(ENDED)).result();
  expect(asked.has(ENDED)).toBe(false);
  expect(settled).not.toContain(ENDED);
});

test('one that ends meanwhile puts no further prompt, and is not settled', async () => {
  await (await start(ENDS_MEANWHILE)).result();
  expect(asked.get(ENDS_MEANWHILE)?.length).toBeLessThanOrEqual(4);
  expect(settled).not.toContain(ENDS_MEANWHILE);
  expect(await detailsOf(ENDS_MEANWHILE)).toBe('**ended without a report**');
});

test('a prompt that cannot be put ends it as failed', async () => {
  await (await start(FAILS)).result();
  expect(failed.get(FAILS)).toBe('ai_quota');
  expect(settled).not.toContain(FAILS);
  expect(await detailsOf(FAILS)).toBe('**failed**: `ai_quota`; nothing is charged');
});

test('a cancel gives the credits back', async () => {
  const handle = await start(HANGS);
  await waitUntil('the first prompts', () => asked.has(HANGS));
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  expect(failed.get(HANGS)).toBe('lost');
});
