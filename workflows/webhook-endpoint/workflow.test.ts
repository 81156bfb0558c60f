import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { Client, WorkflowHandle } from '@temporalio/client';
import { CancelledFailure } from '@temporalio/common';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { z } from 'zod';
import type { WebhookEndpointSteps } from '../../activities/webhooks.ts';
import { currentDetails } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { workflowIdOf } from '../commands.ts';
import { MAIN_QUEUE, WEBHOOKS_QUEUE } from '../queues.ts';
import { TAKE_OVER_SIGNAL, WAKE_SIGNAL, WEBHOOK_ENDPOINT } from './contract.ts';

jest.setTimeout(120_000);

type DrainEnd = Awaited<ReturnType<WebhookEndpointSteps['webhooks']['drainWebhookEndpoint']>>;

/** A drain that has begun and waits for the test to end it. */
interface Drain {
  end(how: DrainEnd): void;
  fail(error: Error): void;
  ended: boolean;
  /** Rejects when the drain is cancelled. */
  cancelled: Promise<never>;
}

const HOUR_MS = 3_600_000;
/** Number of history events after which a run continues as new. */
const LONG_HISTORY = 60;
const CONTINUED = 'WORKFLOW_EXECUTION_CONTINUED_AS_NEW';

let temporal: TestWorkers;
let client: Client;
/** Drains by endpoint, oldest first. */
const drains = new Map<number, Drain[]>();
let endpoints = 0;

const activities: WebhookEndpointSteps['webhooks'] = {
  drainWebhookEndpoint: ({ endpointId }) => {
    const context = Context.current();
    const beat = setInterval(() => context.heartbeat(), 200);
    const { promise, resolve, reject } = Promise.withResolvers<DrainEnd>();
    const list = drains.get(endpointId) ?? [];
    const drain: Drain = { end: resolve, fail: reject, ended: false, cancelled: context.cancelled };
    drains.set(endpointId, [...list, drain]);
    return promise.finally(() => {
      drain.ended = true;
      clearInterval(beat);
    });
  },
};

beforeAll(async () => {
  temporal = await startWorkers({
    taskQueue: WEBHOOKS_QUEUE,
    activities,
    temporalConfig: [`limit.historyCount.suggestContinueAsNew=${LONG_HISTORY}`],
    maxHeartbeatThrottleInterval: '100ms',
  });
  client = temporal.client;
});

afterAll(() => temporal.stop());

/** Requests a drain of an endpoint, as the service does; returns the run that received the signal. */
async function wake(id: number): Promise<string> {
  const handle = await client.workflow.signalWithStart(WEBHOOK_ENDPOINT.workflow, {
    workflowId: workflowIdOf(WEBHOOK_ENDPOINT, id),
    taskQueue: MAIN_QUEUE,
    args: [{ endpointId: id }],
    signal: WAKE_SIGNAL,
    signalArgs: [],
  });
  return handle.signaledRunId;
}

/** Sends that many requests at once; returns the runs that received the signals. */
function wakes(id: number, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => wake(id)));
}

/** Starts the workflow of a new endpoint. */
async function start(): Promise<{ id: number; handle: WorkflowHandle }> {
  endpoints += 1;
  const id = endpoints;
  await wake(id);
  return { id, handle: client.workflow.getHandle(workflowIdOf(WEBHOOK_ENDPOINT, id)) };
}

/** Waits until exactly that many drains of the endpoint have begun; returns the last one. */
async function drainOf(id: number, nth: number): Promise<Drain> {
  const begun = await waitUntil(
    `drain ${nth} of endpoint ${id}`,
    async () => drains.get(id) ?? [],
    ({ length }) => length >= nth,
    { limitMs: 15_000 },
  );
  const drain = begun.at(-1);
  if (!drain || begun.length !== nth) throw new Error(`${begun.length} drains have begun.`);
  return drain;
}

const historySchema = z.object({
  events: z.array(
    z.object({
      eventType: z.string().transform((type) => type.replace('EVENT_TYPE_', '')),
      workflowExecutionContinuedAsNewEventAttributes: z.object({ newExecutionRunId: z.string() }).optional(),
    }),
  ),
});

interface HistoryEvent {
  type: string;
  /** The run that a run was continued as. */
  next: string | undefined;
}

/** The events of a run, in order; of the latest run without an id. */
async function eventsOf(id: number, runId?: string): Promise<HistoryEvent[]> {
  const history = await client.workflow.getHandle(workflowIdOf(WEBHOOK_ENDPOINT, id), runId).fetchHistory();
  return historySchema.parse(JSON.parse(historyToJSON(history))).events.map((event) => ({
    type: event.eventType,
    next: event.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId,
  }));
}

/** Waits until the latest run has an event of this type. */
function eventOf(id: number, wanted: string): Promise<unknown> {
  return waitUntil(
    `${wanted} of endpoint ${id}`,
    () => eventsOf(id),
    (events) => events.some(({ type }) => type === wanted),
  );
}

/** Ends each drain with no work left, until the workflow ends. */
async function endAll(id: number, handle: WorkflowHandle): Promise<void> {
  let over = false;
  const result = handle.result().finally(() => {
    over = true;
  });
  await waitUntil(
    `the end of endpoint ${id}`,
    async () => {
      for (const drain of drains.get(id) ?? []) drain.end({ waitMs: null });
      return over;
    },
    (ended) => ended,
  );
  await result;
}

/** Verifies that in each run a drain follows the last signal, or a continued run follows, which begins with a drain. */
async function expectNoWakeLost(id: number, firstRuns: ReadonlySet<string>): Promise<number> {
  let runs = 0;
  for (const first of firstRuns) {
    for (let runId: string | undefined = first; runId !== undefined; ) {
      const events = await eventsOf(id, runId);
      const types = events.map(({ type }) => type);
      const last = types.lastIndexOf('WORKFLOW_EXECUTION_SIGNALED');
      const answers = types.slice(last + 1).filter((type) => type === 'ACTIVITY_TASK_SCHEDULED' || type === CONTINUED);
      expect({ runId, answered: last < 0 || answers.length > 0 }).toEqual({ runId, answered: true });
      expect(types).toContain('ACTIVITY_TASK_SCHEDULED');
      runs += 1;
      runId = events.at(-1)?.next;
    }
  }
  return runs;
}

test('ends when nothing is left and nobody has called', async () => {
  const { id, handle } = await start();
  (await drainOf(id, 1)).end({ waitMs: null });
  await expect(handle.result()).resolves.toBeUndefined();
  expect(drains.get(id)).toHaveLength(1);
});

test('drains once more for a wake that comes while it drains', async () => {
  const { id, handle } = await start();
  const first = await drainOf(id, 1);
  await wake(id);
  await wake(id);
  first.end({ waitMs: null });
  (await drainOf(id, 2)).end({ waitMs: null });
  await handle.result();
  expect(drains.get(id)).toHaveLength(2);
});

test('drains again at once after a drain that has ended', async () => {
  const { id, handle } = await start();
  (await drainOf(id, 1)).end({ waitMs: 0 });
  (await drainOf(id, 2)).end({ waitMs: null });
  await handle.result();
  expect((await eventsOf(id)).map(({ type }) => type)).not.toContain('TIMER_STARTED');
});

test('sleeps until the next retry, and tells what it waits for', async () => {
  const { id, handle } = await start();
  const health = { backlog: 3, lastResponseCode: 503, failures: 4, timeouts: 0, active: true };
  const first = await drainOf(id, 1);
  expect(await currentDetails(handle)).toMatch(/sending.* since 20.*heartbeat/);
  const endedAt = performance.now();
  first.end({ waitMs: 4_000, health });
  await eventOf(id, 'TIMER_STARTED');
  expect(await currentDetails(handle)).toMatch(/backlog 3.*last answer: 503.*next drain: 20\d\d-.*Z/s);
  const second = await drainOf(id, 2);
  expect(performance.now() - endedAt).toBeGreaterThanOrEqual(3_900);
  second.end({ waitMs: null });
  await handle.result();
  expect((await eventsOf(id)).map(({ type }) => type)).toContain('TIMER_FIRED');
});

test.each([WAKE_SIGNAL, TAKE_OVER_SIGNAL])('is roused from its sleep by %s', async (signal) => {
  const { id, handle } = await start();
  (await drainOf(id, 1)).end({ waitMs: HOUR_MS });
  await eventOf(id, 'TIMER_STARTED');
  await handle.signal(signal);
  (await drainOf(id, 2)).end({ waitMs: null });
  await handle.result();
});

test('tries a drain that failed again', async () => {
  const { id, handle } = await start();
  (await drainOf(id, 1)).fail(new Error('The database is away.'));
  (await drainOf(id, 2)).end({ waitMs: null });
  await handle.result();
});

test('does not wait for a drain that hangs when another is to take over, and tells it to stop', async () => {
  const { id, handle } = await start();
  const hanging = await drainOf(id, 1);
  await handle.signal(TAKE_OVER_SIGNAL);
  const second = await drainOf(id, 2);
  await expect(hanging.cancelled).rejects.toThrow(CancelledFailure);
  // How it ends now does not matter.
  hanging.end({ waitMs: HOUR_MS });
  second.end({ waitMs: null });
  await handle.result();
  expect(drains.get(id)).toHaveLength(2);
});

describe('a run that staff cancel', () => {
  test('ends while it drains, and tells the drain to stop', async () => {
    const { id, handle } = await start();
    const drain = await drainOf(id, 1);
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: expect.any(CancelledFailure) });
    await expect(drain.cancelled).rejects.toThrow(CancelledFailure);
    drain.end({ waitMs: null });
    expect(drains.get(id)).toHaveLength(1);
  });

  test('ends while it sleeps', async () => {
    const { id, handle } = await start();
    (await drainOf(id, 1)).end({ waitMs: HOUR_MS });
    await eventOf(id, 'TIMER_STARTED');
    await handle.cancel();
    await expect(handle.result()).rejects.toMatchObject({ cause: expect.any(CancelledFailure) });
    expect(drains.get(id)).toHaveLength(1);
  });
});

describe('no wake is lost', () => {
  test('that comes as a drain ends with nothing left', async () => {
    const { id, handle } = await start();
    const runs = new Set<string>();
    for (let round = 1; round <= 20; round += 1) {
      const drain = await drainOf(id, round);
      const [runId] = await Promise.all([wake(id), drain.end({ waitMs: null })]);
      runs.add(runId);
    }
    await endAll(id, handle);
    await expectNoWakeLost(id, runs);
  });

  test('that comes as a long history is continued in a new run', async () => {
    const { id, handle } = await start();
    const runs = new Set<string>();
    for (let round = 1; round <= 5; round += 1) {
      const drain = await waitUntil(
        'a drain that goes on',
        async () => (drains.get(id) ?? []).at(-1),
        (latest) => latest !== undefined && !latest.ended,
      );
      for (const runId of await wakes(id, LONG_HISTORY)) runs.add(runId);
      const racing = wakes(id, 5);
      drain?.end({ waitMs: HOUR_MS });
      for (const runId of await racing) runs.add(runId);
    }
    await endAll(id, handle);
    expect(await expectNoWakeLost(id, runs)).toBeGreaterThan(5);
  });
});
