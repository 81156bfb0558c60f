import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { TriggerScheduleSteps } from '../../activities/workflow-triggers.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { MAIN_QUEUE } from '../queues.ts';
import { SYNC_SIGNAL, TRIGGER_SCHEDULE } from './contract.ts';

jest.setTimeout(120_000);

/** Number of history events after which a run continues as new. */
const LONG_HISTORY = 60;
/** Events of one more change: a signal, an activity, and the workflow tasks of both. */
const ONE_MORE = 12;
const CHANGES = 40;
const WORKFLOW_ID = 'trigger-schedule-1';
const TRIGGER = { triggerId: 1, rowKey: '0d0e5a3c-7f5e-4a43-9a55-5a8f3a9f9f10' };

let temporal: TestWorkers;
let reads = 0;

const sync = () =>
  temporal.client.workflow.signalWithStart(TRIGGER_SCHEDULE.workflow, {
    workflowId: WORKFLOW_ID,
    taskQueue: MAIN_QUEUE,
    args: [TRIGGER],
    signal: SYNC_SIGNAL,
    signalArgs: [],
  });

/** Each alignment finds that the trigger has changed once more, until the last change. */
const activities: TriggerScheduleSteps['main'] = {
  async alignTriggerSchedule() {
    reads += 1;
    if (reads < CHANGES) await sync();
    return { refused: null };
  },
};

beforeAll(async () => {
  temporal = await startWorkers({
    taskQueue: MAIN_QUEUE,
    activities,
    temporalConfig: [`limit.historyCount.suggestContinueAsNew=${LONG_HISTORY}`],
  });
});

afterAll(() => temporal.stop());

/** Events of a run and of those that it was continued as, by run. */
async function lengthsFrom(runId: string): Promise<number[]> {
  const { events } = await temporal.client.workflow.getHandle(WORKFLOW_ID, runId).fetchHistory();
  const next = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  return [events?.length ?? 0, ...(next ? await lengthsFrom(next) : [])];
}

test('of a trigger that is changed again and again goes on in short runs, and reads the row after the last change', async () => {
  const { signaledRunId } = await sync();
  await temporal.client.workflow.getHandle(WORKFLOW_ID, signaledRunId).result();
  expect(reads).toBeGreaterThanOrEqual(CHANGES);
  const lengths = await lengthsFrom(signaledRunId);
  expect(lengths.length).toBeGreaterThan(1);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(LONG_HISTORY + ONE_MORE);
});
