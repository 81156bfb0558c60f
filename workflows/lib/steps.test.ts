import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { tsToMs } from '@temporalio/common/lib/time.js';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { DRY_RUN_SESSION } from '../dry-run-session/contract.ts';
import { MAIN_QUEUE } from '../queues.ts';

jest.setTimeout(120_000);

/** Events that the engine allows a run (its `limit.historyCount.error`). */
const MAX_EVENTS = 51_200;
const DAY_MS = 86_400_000;

let temporal: TestWorkers;
beforeAll(async () => {
  temporal = await startWorkers({
    taskQueue: MAIN_QUEUE,
    activities: {
      async nextDryRunEntry() {
        throw new Error('The database is away.');
      },
    },
  });
});
afterAll(() => temporal.stop());

test('a transition that fails for long is repeated so rarely that its run outlasts days without the database', async () => {
  const handle = await temporal.client.workflow.start(DRY_RUN_SESSION.workflow, {
    workflowId: 'transition',
    taskQueue: MAIN_QUEUE,
    args: [{ sessionId: 1, rowKey: 'key', sandbox: true }],
  });
  const timers = async () => {
    const { events } = await handle.fetchHistory();
    return (events ?? []).flatMap(({ eventId, timerStartedEventAttributes: timer }) =>
      timer ? [{ event: Number(eventId), pauseMs: tsToMs(timer.startToFireTimeout) }] : [],
    );
  };
  const [before, last] = await waitUntil('the third long pause', timers, ({ length }) => length === 3, {
    limitMs: 60_000,
  }).then((all) => all.slice(-2));
  const eventsEach = (last?.event ?? Number.NaN) - (before?.event ?? Number.NaN);
  // The pauses double up to the longest one, which is half a minute.
  expect(last?.pauseMs).toBeGreaterThan(1.9 * (before?.pauseMs ?? Number.NaN));
  expect((MAX_EVENTS / eventsEach) * (last?.pauseMs ?? Number.NaN)).toBeGreaterThan(DAY_MS);
  await handle.terminate();
});
