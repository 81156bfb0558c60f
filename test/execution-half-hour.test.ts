import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { WorkflowFailedError, type WorkflowHandle } from '@temporalio/client';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { activitiesOf } from '../activities/activity.ts';
import { execution as executionFlow } from '../activities/executions.ts';
import { cancelExecution } from '../domain/executions/operations/cancel-execution.ts';
import { getExecution } from '../domain/executions/operations/reads.ts';
import type { ExecutionSummary } from '../domain/executions/rules.ts';
import { AiError } from '../infra/ai/port.ts';
import { createActivityMetrics } from '../infra/telemetry/work-metrics.ts';
import { createActivityInterceptors } from '../worker/interceptors.ts';
import { workflowIdOf } from '../workflows/commands.ts';
import { EXECUTION } from '../workflows/execution/contract.ts';
import { AI_QUEUE, MAIN_QUEUE } from '../workflows/queues.ts';
import { AGREEING_CLOCKS } from './environment/agreeing-clocks.ts';
import { type ExecutionFlow, type Owner, referenceTo, startExecutionFlow } from './environment/execution-flow.ts';
import { startWorkers, type TestWorkers } from './environment/temporal-workers.ts';
import { waitUntil } from './environment/wait-until.ts';

jest.setTimeout(120_000);

const START = new Date('2030-05-01T12:00:00Z').getTime();
const MINUTE_MS = 60_000;

let flow: ExecutionFlow;
let temporal: TestWorkers;
let owner: Owner;
beforeAll(async () => {
  flow = await startExecutionFlow();
  owner = await flow.createOwner();
  const { deps } = flow.service;
  const interceptors = createActivityInterceptors({
    log: pino({ level: 'silent' }),
    metrics: createActivityMetrics(new Registry()),
    clocks: AGREEING_CLOCKS,
  });
  temporal = await startWorkers({
    taskQueue: AI_QUEUE,
    activities: activitiesOf(deps, executionFlow.steps.ai),
    transitions: activitiesOf(deps, executionFlow.steps.transitions),
    interceptors: { activity: [interceptors] },
    maxConcurrentActivityTaskExecutions: 1,
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  flow.service.setClock(undefined);
});
afterAll(async () => {
  await temporal.stop();
  await flow.stop();
});

const setMinutes = (minutes: number) => flow.service.setClock(new Date(START + minutes * MINUTE_MS));

function start(execution: ExecutionSummary): Promise<WorkflowHandle> {
  return temporal.client.workflow.start(EXECUTION.workflow, {
    workflowId: workflowIdOf(EXECUTION, execution.id),
    taskQueue: MAIN_QUEUE,
    args: [referenceTo(execution)],
  });
}

test('the wait for a slot takes nothing of the half hour', async () => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { ai } = flow.service.deps;
  const original = ai.generateObject.bind(ai);
  jest.spyOn(ai, 'generateObject').mockImplementationOnce(async (request) => {
    asked.resolve();
    await answered.promise;
    return original(request);
  });
  setMinutes(0);
  const [first, second] = [await flow.accept(owner.call), await flow.accept(owner.call)];
  const ahead = await start(first);
  await asked.promise;
  const behind = await start(second);
  const waiting = await waitUntil('the second to wait for the slot', async () => {
    const { events } = await behind.fetchHistory();
    return events?.find((event) => event.activityTaskScheduledEventAttributes)?.activityTaskScheduledEventAttributes;
  });
  // Temporal's own limits run from here, so there is none.
  expect(Number(waiting.scheduleToCloseTimeout?.seconds ?? 0)).toBe(0);
  expect(Number(waiting.scheduleToStartTimeout?.seconds ?? 0)).toBe(0);
  setMinutes(45);
  answered.resolve();
  expect(await ahead.result()).toEqual({ status: 'completed' });
  expect(await behind.result()).toEqual({ status: 'completed' });
});

test.each([
  ['its plan', 'blog_post', { settings: { topic: 'Clouds' } }],
  ['a step', 'platform_knowledge_query', { settings: { query: 'What is a credit?' } }],
] as const)('half an hour after the first attempt at %s the execution fails with the last failure', async (...row) => {
  const [, slug, body] = row;
  const before = await flow.creditsOf(owner.partner);
  setMinutes(0);
  const attempts: number[] = [];
  const minutes = [10, 29.4, 29.6];
  jest.spyOn(flow.service.deps.ai, 'generateObject').mockImplementation(async () => {
    attempts.push(attempts.length + 1);
    // The next attempt would come after half a minute at most.
    setMinutes(minutes[attempts.length - 1] ?? 60);
    throw new AiError('unavailable', 'Away.');
  });
  const execution = await flow.accept(owner.call, slug, body);
  expect(await (await start(execution)).result()).toEqual({ status: 'failed' });
  expect(attempts).toEqual([1, 2, 3]);
  expect(await flow.rowOf(execution.id)).toMatchObject({
    status: 'failed',
    error_message: expect.stringContaining('could not be reached for too long'),
  });
  expect(await flow.creditsOf(owner.partner)).toEqual(before);
});

describe('a provider that stays overloaded', () => {
  const overload = (retryAfterMs?: number) =>
    jest
      .spyOn(flow.service.deps.ai, 'generateObject')
      .mockRejectedValue(new AiError('overloaded', 'Full.', { retryAfterMs }));
  const waitOf = async (id: number) =>
    (await flow.service.run(owner.call, getExecution, { params: { id } })).execution.waiting;

  test('is named on the execution, with the time when it ends, until an attempt succeeds', async () => {
    setMinutes(0);
    const spy = overload();
    const execution = await flow.accept(owner.call, 'platform_knowledge_query', {
      settings: { query: 'What is a credit?' },
    });
    const run = await start(execution);
    const wait = await waitUntil('the wait to be noted', () => waitOf(execution.id));
    expect(wait).toEqual({
      step: 'answer',
      reason: expect.stringMatching(/^The AI provider has no capacity .* credits stay held/),
      since: new Date(START).toISOString(),
      until: new Date(START + 30 * MINUTE_MS).toISOString(),
    });
    expect((await flow.creditsOf(owner.partner)).held).toBeGreaterThan(0);
    spy.mockRestore();
    expect(await run.result()).toEqual({ status: 'completed' });
    expect(await waitOf(execution.id)).toBeNull();
  });

  test('lets a cancel end the wait at once, however long the provider asked to wait', async () => {
    const before = await flow.creditsOf(owner.partner);
    setMinutes(0);
    overload(20 * MINUTE_MS);
    const execution = await flow.accept(owner.call, 'platform_knowledge_query', {
      settings: { query: 'What is a credit?' },
    });
    const run = await start(execution);
    await waitUntil('the wait to be noted', () => waitOf(execution.id));
    await flow.service.run(owner.call, cancelExecution, { params: { id: execution.id } });
    expect(await flow.creditsOf(owner.partner)).toEqual(before);
    await run.cancel();
    const begun = performance.now();
    await expect(run.result()).rejects.toThrow(WorkflowFailedError);
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(await flow.rowOf(execution.id)).toMatchObject({ status: 'cancelled' });
  });

  test('ends the execution at once when it asks to wait longer than the half hour', async () => {
    const before = await flow.creditsOf(owner.partner);
    setMinutes(0);
    const spy = overload(45 * MINUTE_MS);
    const execution = await flow.accept(owner.call, 'platform_knowledge_query', {
      settings: { query: 'What is a credit?' },
    });
    expect(await (await start(execution)).result()).toEqual({ status: 'failed' });
    expect(spy).toHaveBeenCalledTimes(1);
    expect(await flow.rowOf(execution.id)).toMatchObject({
      error_message: 'The AI provider had no capacity for too long. Nothing was charged; retry later.',
    });
    expect(await flow.creditsOf(owner.partner)).toEqual(before);
  });
});
