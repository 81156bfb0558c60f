import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Context } from '@temporalio/activity';
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { ExecutionSteps } from '../../activities/executions.ts';
import { currentDetails } from '../../test/environment/flow-runs.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { workflowIdOf } from '../commands.ts';
import { AI_QUEUE, MAIN_QUEUE } from '../queues.ts';
import { type BegunExecution, EXECUTION, type ExecutionInput, type StepNode } from './contract.ts';

jest.setTimeout(120_000);

/** Includes the results of beginExecution in recorded runs of earlier releases. */
type Transitions = Omit<ExecutionSteps['transitions'], 'beginExecution'> & {
  beginExecution(input: ExecutionInput): Promise<BegunExecution>;
};
type Activities = Transitions & ExecutionSteps['ai'];

/** The activities of each execution, by its number, since the workers are shared. */
const scripts = new Map<number, Activities>();
const of = ({ executionId }: ExecutionInput): Activities => {
  const script = scripts.get(executionId);
  if (!script) throw new Error(`No script for execution ${executionId}.`);
  return script;
};
const transitions: Transitions = {
  beginExecution: (input) => of(input).beginExecution(input),
  planByRule: (input) => of(input).planByRule(input),
  settleExecution: (input) => of(input).settleExecution(input),
  endExecution: (input) => of(input).endExecution(input),
  dropStep: (input) => of(input).dropStep(input),
};
const work: ExecutionSteps['ai'] = {
  planExecution: (input) => of(input).planExecution(input),
  runStep: (input) => of(input).runStep(input),
};

let temporal: TestWorkers;
beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: AI_QUEUE, activities: work, transitions });
});
afterAll(() => temporal.stop());

const node = (key: string, ...dependsOn: string[]): StepNode => ({ key, kind: 'write', dependsOn });

/** A run, and the activity calls it made, in order. Activities succeed unless the test replaces them. */
interface Run {
  asked: string[];
  rowKeys: Set<string | undefined>;
  handle: WorkflowHandle;
  /** The details that staff see in the Web UI. */
  details(): Promise<string>;
}

let lastId = 0;

async function start(steps: readonly StepNode[], script: Partial<Activities> = {}): Promise<Run> {
  lastId += 1;
  const input: Required<ExecutionInput> = { executionId: lastId, rowKey: crypto.randomUUID() };
  const asked: string[] = [];
  const rowKeys = new Set<string | undefined>();
  const note = (line: string, { rowKey }: ExecutionInput) => {
    asked.push(line);
    rowKeys.add(rowKey);
  };
  const usual: Activities = {
    beginExecution: async () => ({ open: true }),
    planByRule: async () => ({ steps: [...steps] }),
    planExecution: async () => ({ steps: [...steps] }),
    runStep: async () => ({ open: true, progress: 50 }),
    settleExecution: async () => true,
    endExecution: async () => true,
    dropStep: async () => true,
    ...script,
  };
  scripts.set(input.executionId, {
    beginExecution(given) {
      note('begin', given);
      return usual.beginExecution(given);
    },
    planByRule(given) {
      note('plan by rule', given);
      return usual.planByRule(given);
    },
    planExecution(given) {
      note('plan', given);
      return usual.planExecution(given);
    },
    runStep(given) {
      note(given.key, given);
      return usual.runStep(given);
    },
    settleExecution(given) {
      note('settle', given);
      return usual.settleExecution(given);
    },
    endExecution(given) {
      note(`end ${JSON.stringify(given.ending)}`, given);
      return usual.endExecution(given);
    },
    dropStep(given) {
      note(`drop ${given.key} ${given.reason}`, given);
      return usual.dropStep(given);
    },
  });
  const handle = await temporal.client.workflow.start(EXECUTION.workflow, {
    workflowId: workflowIdOf(EXECUTION, input.executionId),
    taskQueue: MAIN_QUEUE,
    args: [input],
  });
  return {
    asked,
    rowKeys,
    handle,
    details: () => currentDetails(handle),
  };
}

const refused = () => ApplicationFailure.nonRetryable('The AI declined.', 'ai_refused');

test('begins, plans, runs the steps in the order of what they need, and settles', async () => {
  const bothInFlight = Promise.withResolvers<void>();
  const inFlight = new Set<string>();
  const run = await start([node('blog'), node('emails'), node('review', 'blog', 'emails')], {
    // Neither ends before both have begun, so they must run in parallel.
    async runStep({ key }) {
      if (key === 'review') return { open: true, progress: 100 };
      inFlight.add(key);
      if (inFlight.size === 2) bothInFlight.resolve();
      await bothInFlight.promise;
      return { open: true, progress: 40 };
    },
  });
  expect(await run.handle.result()).toEqual({ status: 'completed' });
  expect([...run.asked.slice(0, 2), ...run.asked.slice(2, 4).sort(), ...run.asked.slice(4)]).toEqual([
    'begin',
    'plan',
    'blog',
    'emails',
    'review',
    'settle',
  ]);
  expect([...run.rowKeys]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(await run.details()).toBe('**completed**');
});

test.each([
  ['as it begins', { plan: { steps: [node('answer')] } }, ['begin', 'answer', 'settle']],
  ['after it began, as once', { isPlannedByRule: true }, ['begin', 'plan by rule', 'answer', 'settle']],
])('what is planned by rule %s has no activity for its plan', async (_when, begun, asked) => {
  const run = await start([node('answer')], { beginExecution: async () => ({ open: true, ...begun }) });
  expect(await run.handle.result()).toEqual({ status: 'completed' });
  expect(run.asked).toEqual(asked);
  const { events } = await run.handle.fetchHistory();
  const scheduled = events?.flatMap(({ activityTaskScheduledEventAttributes: activity }) => activity?.activityId ?? []);
  expect(scheduled).toEqual(['answer']);
});

test('a plan that a retry has finished already is settled at once', async () => {
  const run = await start([]);
  expect(await run.handle.result()).toEqual({ status: 'completed' });
  expect(run.asked).toEqual(['begin', 'plan', 'settle']);
});

describe('a failing step', () => {
  test('is tried again where that may help', async () => {
    const attempts: number[] = [];
    const run = await start([node('post')], {
      async runStep() {
        attempts.push(Context.current().info.attempt);
        if (attempts.length === 1) throw ApplicationFailure.create({ type: 'ai_rate_limited', message: 'Later.' });
        return { open: true, progress: 100 };
      },
    });
    expect(await run.handle.result()).toEqual({ status: 'completed' });
    expect(attempts).toEqual([1, 2]);
  });

  test('ends the execution with the class of the failure, stops the others and starts none that needs it', async () => {
    const emails = Promise.withResolvers<void>();
    const run = await start([node('blog'), node('emails'), node('review', 'blog', 'emails')], {
      async runStep({ key }) {
        if (key === 'blog') throw refused();
        await emails.promise;
        return { open: true, progress: 40 };
      },
    });
    expect(await run.handle.result()).toEqual({ status: 'failed' });
    emails.resolve();
    expect(run.asked).not.toContain('review');
    expect(run.asked.at(-1)).toBe('end {"status":"failed","reason":"ai_refused","step":"blog"}');
    expect(run.asked).not.toContain('settle');
    expect(await run.details()).toBe('**failed** in step `blog`: `ai_refused`; nothing is charged');
    const { events } = await run.handle.fetchHistory();
    expect(events?.some(({ activityTaskCancelRequestedEventAttributes: asked }) => asked)).toBe(true);
  });

  test('is not named where the plan failed', async () => {
    const run = await start([], { planExecution: () => Promise.reject(refused()) });
    expect(await run.handle.result()).toEqual({ status: 'failed' });
    expect(run.asked.at(-1)).toBe('end {"status":"failed","reason":"ai_refused"}');
  });
});

describe('a failing step that is optional', () => {
  test('is dropped with those that need it, and the rest goes on', async () => {
    const optional = { optional: true } as const;
    const steps = [
      node('blog'),
      { ...node('posts'), ...optional },
      { ...node('teaser', 'posts'), ...optional },
      node('review', 'blog'),
    ];
    const run = await start(steps, {
      async runStep({ key }) {
        if (key === 'posts') throw refused();
        return { open: true, progress: 40 };
      },
    });
    expect(await run.handle.result()).toEqual({ status: 'completed' });
    expect(run.asked).toContain('drop posts ai_refused');
    expect(run.asked).toContain('review');
    expect(run.asked).not.toContain('teaser');
    expect(run.asked.at(-1)).toBe('settle');
  });

  test('does not keep the failure of another from ending the execution', async () => {
    const run = await start([node('blog'), { ...node('posts'), optional: true }], {
      runStep: () => Promise.reject(refused()),
    });
    expect(await run.handle.result()).toEqual({ status: 'failed' });
    expect(run.asked.at(-1)).toBe('end {"status":"failed","reason":"ai_refused","step":"blog"}');
  });
});

test('an activity whose worker is lost is tried again', async () => {
  const lost = Promise.withResolvers<void>();
  const attempts: number[] = [];
  const run = await start([node('post')], {
    async runStep() {
      const { attempt } = Context.current().info;
      attempts.push(attempt);
      // No heartbeat, as from a killed process.
      if (attempt === 1) await lost.promise;
      return { open: true, progress: 100 };
    },
  });
  expect(await run.handle.result()).toEqual({ status: 'completed' });
  lost.resolve();
  expect(attempts).toEqual([1, 2]);
});

test('a cancel ends the execution while a step is under way, without waiting for it', async () => {
  const step = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const run = await start([node('post')], {
    async runStep() {
      begun.resolve();
      await step.promise;
      return { open: true, progress: 100 };
    },
  });
  await begun.promise;
  await run.handle.cancel();
  await expect(run.handle.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
  step.resolve();
  expect(run.asked).toEqual(['begin', 'plan', 'post', 'end {"status":"cancelled"}']);
  expect(await run.details()).toBe('**cancelled**; nothing is charged');
});

test.each<[string, Partial<Activities>, string[]]>([
  ['before the run', { beginExecution: async () => ({ open: false }) }, ['begin']],
  ['while it was planned', { planExecution: async () => null }, ['begin', 'plan']],
  ['while its steps ran', { settleExecution: async () => false }, ['begin', 'plan', 'post', 'settle']],
])('an execution that was ended %s is left as it is', async (_when, script, asked) => {
  const run = await start([node('post')], script);
  expect(await run.handle.result()).toEqual({ status: 'stopped' });
  expect(run.asked).toEqual(asked);
  expect(await run.details()).toBe('**stopped**');
});

test.each([
  ['the last one to end', ['first', 'second']],
  ['one that the engine hears of first', ['second', 'first']],
])('an execution that a step has settled is not settled again: %s', async (_which, order) => {
  const ended = new Map(order.map((key) => [key, Promise.withResolvers<void>()]));
  const run = await start([node('first'), node('second')], {
    async runStep({ key }) {
      const before = order[order.indexOf(key) - 1];
      if (before !== undefined) await ended.get(before)?.promise;
      ended.get(key)?.resolve();
      return { open: true, progress: 100, settled: key === 'second' };
    },
  });
  expect(await run.handle.result()).toEqual({ status: 'completed' });
  expect(run.asked).not.toContain('settle');
  expect(await run.details()).toBe('**completed**');
});

test('a transition is tried until the database takes it', async () => {
  let failures = 2;
  const run = await start([node('post')], {
    async settleExecution() {
      failures -= 1;
      if (failures >= 0) throw ApplicationFailure.create({ type: 'database_unavailable', message: 'Away.' });
      return true;
    },
  });
  expect(await run.handle.result()).toEqual({ status: 'completed' });
  expect(run.asked).toEqual(['begin', 'plan', 'post', 'settle', 'settle', 'settle']);
});

test.each([
  [true, 'mw-ai-sandbox'],
  [false, 'mw-ai'],
  [undefined, 'mw-ai'],
])('an execution whose beginning says sandbox: %s asks the AI on %s', async (sandbox, queue) => {
  const begun = { open: true, ...(sandbox !== undefined && { sandbox }) };
  const run = await start([node('post')], { beginExecution: async () => begun });
  const scheduled = await waitUntil('the plan to be scheduled', async () => {
    const { events } = await run.handle.fetchHistory();
    return events?.find((event) => event.activityTaskScheduledEventAttributes)?.activityTaskScheduledEventAttributes;
  });
  expect(scheduled.taskQueue?.name).toBe(queue);
  await run.handle.terminate();
});
