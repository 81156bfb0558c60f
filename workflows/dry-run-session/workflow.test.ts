import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { DryRunSessionSteps } from '../../activities/dry-run.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { workflowIdOf } from '../commands.ts';
import { AI_SANDBOX_QUEUE, MAIN_QUEUE } from '../queues.ts';
import { DRY_RUN_SESSION, WAKE_SIGNAL } from './contract.ts';

jest.setTimeout(300_000);

/** The longest history of a run before it continues as new: the limit and the events of one more message. */
const MAX_HISTORY = 500 + 40;
/** A message has at least seven events, so 500 messages need at least this many runs. */
const MIN_RUNS = 6;
const REFUSED = 13;
const HANGS = 17;

let temporal: TestWorkers;
let client: Client;

/** The state of a session in the database. */
interface Session {
  waiting: number[];
  answered: number[];
  failed: [entryId: number, reason: string][];
  over: boolean;
  abandoned: string | undefined;
  waitMs: number;
}
const sessions = new Map<number, Session>();

function sessionOf(id: number): Session {
  const found = sessions.get(id);
  if (!found) throw new Error(`There is no session ${id}.`);
  return found;
}

const activities: DryRunSessionSteps['ai'] = {
  async answerDryRunMessage({ sessionId, entryId }) {
    const session = sessionOf(sessionId);
    if (entryId === HANGS) {
      session.answered.push(entryId);
      await Context.current().cancelled;
    }
    if (entryId === REFUSED) throw ApplicationFailure.nonRetryable('declined', 'ai_refused');
    session.waiting = session.waiting.filter((id) => id !== entryId);
    session.answered.push(entryId);
    return true;
  },
};
const transitions: DryRunSessionSteps['transitions'] = {
  async nextDryRunEntry({ sessionId }) {
    const { over, waiting, waitMs } = sessionOf(sessionId);
    const [entryId = null] = waiting;
    if (entryId === null && over) return { open: false, entryId, waitMs: 0 };
    return { open: true, entryId, waitMs: entryId === null ? waitMs : 0 };
  },
  async failDryRunMessage({ sessionId, entryId, reason }) {
    const session = sessionOf(sessionId);
    session.waiting = session.waiting.filter((id) => id !== entryId);
    session.failed.push([entryId, reason]);
    return true;
  },
  async abandonDryRunSession({ sessionId, reason }) {
    sessionOf(sessionId).abandoned = reason;
    return true;
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: AI_SANDBOX_QUEUE, activities, transitions });
  client = temporal.client;
});

afterAll(() => temporal.stop());

function newSession(more: Partial<Session> = {}): number {
  const id = sessions.size + 1;
  const session = {
    waiting: [],
    answered: [],
    failed: [],
    over: false,
    abandoned: undefined,
    waitMs: 3_600_000,
    ...more,
  };
  sessions.set(id, session);
  return id;
}

/** Wakes the session, as the service does. */
async function wake(sessionId: number): Promise<WorkflowHandle> {
  const workflowId = workflowIdOf(DRY_RUN_SESSION, sessionId);
  await client.workflow.signalWithStart(DRY_RUN_SESSION.workflow, {
    workflowId,
    taskQueue: MAIN_QUEUE,
    args: [{ sessionId, rowKey: 'key', sandbox: true }],
    signal: WAKE_SIGNAL,
    signalArgs: [],
  });
  return client.workflow.getHandle(workflowId);
}

/** Waits until the run has started its idle timer. */
function untilIdle(handle: WorkflowHandle): Promise<unknown> {
  return waitUntil(
    'the session to be idle',
    async () => (await handle.fetchHistory()).events?.at(-1)?.timerStartedEventAttributes,
    (timer) => timer != null,
  );
}

/** Number of events in each closed run of a session. */
async function historyLengths(id: number): Promise<number[]> {
  const query = `WorkflowId = '${workflowIdOf(DRY_RUN_SESSION, id)}' AND ExecutionStatus != 'Running'`;
  const lengths: number[] = [];
  for await (const { historyLength } of client.workflow.list({ query })) lengths.push(historyLength);
  return lengths;
}

test('answers what waits one after the other, and is over with its session', async () => {
  const id = newSession({ waiting: [1, 2, 3] });
  const handle = await wake(id);
  await untilIdle(handle);
  expect(sessionOf(id).answered).toEqual([1, 2, 3]);
  Object.assign(sessionOf(id), { waiting: [4], over: true });
  await wake(id);
  await handle.result();
  expect(sessionOf(id).answered).toEqual([1, 2, 3, 4]);
});

test('goes on with the next message after one that got no reply', async () => {
  const id = newSession({ waiting: [1, REFUSED, 2], over: true });
  await (await wake(id)).result();
  expect(sessionOf(id)).toMatchObject({ answered: [1, 2], failed: [[REFUSED, 'ai_refused']], abandoned: undefined });
});

test('looks again when its time is up', async () => {
  const id = newSession({ waitMs: 1_000 });
  const handle = await wake(id);
  await untilIdle(handle);
  sessionOf(id).over = true;
  await handle.result();
  expect(sessionOf(id).abandoned).toBeUndefined();
});

test('that is cancelled gives up what waits', async () => {
  const id = newSession({ waiting: [HANGS] });
  const handle = await wake(id);
  await waitUntil('the reply to begin', () => sessionOf(id).answered.length > 0);
  await handle.cancel();
  await expect(handle.result()).rejects.toThrow();
  expect(sessionOf(id).abandoned).toBe('lost');
});

test('of 500 messages goes on in short runs, and loses none of those that come meanwhile', async () => {
  const id = newSession();
  const session = sessionOf(id);
  const handle = await wake(id);
  for (let message = 101; message <= 600; message += 1) {
    session.waiting.push(message);
    if (message % 5 === 0) await wake(id);
  }
  await waitUntil('all replies', () => session.answered.length === 500, { limitMs: 240_000 });
  session.over = true;
  await wake(id);
  await handle.result();
  expect(session.answered).toEqual(Array.from({ length: 500 }, (_, n) => n + 101));
  const lengths = await waitUntil(
    'the runs to be listed',
    () => historyLengths(id),
    (listed) => listed.length >= MIN_RUNS,
  );
  expect(Math.max(...lengths)).toBeLessThan(MAX_HISTORY);
});
