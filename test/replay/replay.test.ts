import { readdirSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type ReplayResult, Worker } from '@temporalio/worker';
import { z } from 'zod';
import { prepareBundle } from '../../worker/prepare-bundle.ts';
import * as workflows from '../../workflows/index.ts';
import { installQuietRuntime } from '../environment/quiet-runtime.ts';

const HISTORIES = new URL('./histories/', import.meta.url);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const historySchema = z.object({ events: z.array(z.looseObject({ eventType: z.string() })).min(3) });

interface Recorded {
  name: string;
  text: string;
  history: z.output<typeof historySchema>;
}

const recorded: Recorded[] = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .map((file) => {
    const text = readFileSync(new URL(file, HISTORIES), 'utf8');
    return { name: file.replace(/\.json$/, ''), text, history: historySchema.parse(JSON.parse(text)) };
  });

let codePath: string;
beforeAll(async () => {
  installQuietRuntime();
  codePath = await prepareBundle();
});

async function replay(histories: readonly Pick<Recorded, 'name' | 'history'>[]): Promise<ReplayResult[]> {
  const results: ReplayResult[] = [];
  const inputs = histories.map(({ name, history }) => ({ workflowId: name, history }));
  for await (const result of Worker.runReplayHistories({ workflowBundle: { codePath } }, inputs)) results.push(result);
  return results;
}

describe('recorded histories', () => {
  test('are there for every workflow, and for the ways that executions and analyses end', () => {
    const count = (workflow: string) => recorded.filter(({ name }) => name.startsWith(`${workflow}/`)).length;
    expect(Object.keys(workflows).filter((workflow) => count(workflow) === 0)).toEqual([]);
    expect(count('execution')).toBeGreaterThanOrEqual(8);
    expect(count('seoAnalysis')).toBeGreaterThanOrEqual(3);
  });

  test('replay on the bundle that is shipped', async () => {
    const results = await replay(recorded);
    expect(results.map(({ workflowId }) => workflowId).sort()).toEqual(recorded.map(({ name }) => name).sort());
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  test('tell nothing of where they were recorded', () => {
    for (const { name, text } of recorded) {
      for (const trace of [
        '"identity"',
        '"stackTrace"',
        ROOT,
        hostname(),
        `${userInfo().username}@`,
        '/node_modules/',
      ]) {
        expect({ name, trace, found: text.includes(trace) }).toEqual({ name, trace, found: false });
      }
    }
  });
});

test('a run whose caller was traced replays, too', async () => {
  const names = new Set<string>();
  const traced = recorded
    .filter(({ name }) => {
      const [workflow = ''] = name.split('/');
      return !names.has(workflow) && names.add(workflow);
    })
    .map(({ name, history }) => ({ name, history: { events: history.events.map(withTrace) } }));
  expect(traced.filter(({ history }) => JSON.stringify(history).includes('"traceparent"'))).toHaveLength(traced.length);
  const results = await replay(traced);
  expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
});

/** A recorded event as a process with tracing makes it: what starts or signals a run has a header. */
function withTrace(event: Recorded['history']['events'][number]): Recorded['history']['events'][number] {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  const header = { fields: { traceparent: historyPayload(traceparent) } };
  const named = Object.entries(event).map(([field, value]) =>
    /^workflowExecution(?:Started|Signaled)EventAttributes$/.test(field)
      ? [field, { ...Object(value), header }]
      : [field, value],
  );
  return Object.fromEntries(named);
}

function historyPayload(value: unknown): object {
  const encoded = (text: string) => Buffer.from(text).toString('base64');
  return { metadata: { encoding: encoded('json/plain') }, data: encoded(JSON.stringify(value)) };
}

test('a history that the code would not make does not replay', async () => {
  const [original] = recorded.filter(({ name }) => name === 'execution/campaign');
  const text = original?.text.replaceAll('"planExecution"', '"drawUpExecution"') ?? '';
  expect(text).toContain('drawUpExecution');
  const [result] = await replay([{ name: 'other', history: historySchema.parse(JSON.parse(text)) }]);
  expect(result?.error?.name).toBe('DeterminismViolationError');
});

describe('a run that learns that new runs go to another version of the workers', () => {
  const NEXT = { eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_CONTINUED_AS_NEW' };
  const STARTED = 'workflowTaskStartedEventAttributes';
  const PATCH = 'continue-on-target-version';
  const attributesSchema = z.record(z.string(), z.unknown());

  function recordedAs(name: string): Recorded['history']['events'] {
    return structuredClone(recorded.find((history) => history.name === name)?.history.events ?? []);
  }

  function notify(event: Recorded['history']['events'][number]): void {
    const attributes = attributesSchema.parse(event[STARTED]);
    event[STARTED] = { ...attributes, targetWorkerDeploymentVersionChanged: true };
  }

  /** What `patched` records at the end of a task, as two events. */
  function patchEvents(eventTime: unknown, taskCompletedId: number): Recorded['history']['events'] {
    const workflowTaskCompletedEventId = String(taskCompletedId);
    return [
      {
        eventId: String(taskCompletedId + 1),
        eventTime,
        eventType: 'EVENT_TYPE_MARKER_RECORDED',
        markerRecordedEventAttributes: {
          markerName: 'core_patch',
          details: { 'patch-data': { payloads: [historyPayload({ id: PATCH, deprecated: false })] } },
          workflowTaskCompletedEventId,
        },
      },
      {
        eventId: String(taskCompletedId + 2),
        eventTime,
        eventType: 'EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES',
        upsertWorkflowSearchAttributesEventAttributes: {
          workflowTaskCompletedEventId,
          searchAttributes: { indexedFields: { TemporalChangeVersion: historyPayload([PATCH]) } },
        },
      },
    ];
  }

  /** A recorded run up to its nth workflow task, in which it learns that, or not, and continues as a new run. */
  function continued(name: string, nthTask: number, isNotified: boolean): Pick<Recorded, 'name' | 'history'> {
    const all = recordedAs(name);
    const tasks = all.flatMap((event, index) => (event[STARTED] ? [index] : []));
    const started = tasks[nthTask - 1] ?? 0;
    // The task's end follows its start.
    const events = all.slice(0, started + 2);
    const taskCompletedId = events.length;
    const [task] = events.slice(started);
    const eventTime = task?.['eventTime'];
    if (isNotified && task) {
      notify(task);
      events.push(...patchEvents(eventTime, taskCompletedId));
    }
    const first = z
      .looseObject({ workflowType: z.unknown(), taskQueue: z.unknown(), input: z.unknown() })
      .parse(all[0]?.['workflowExecutionStartedEventAttributes']);
    const { workflowType, taskQueue, input } = first;
    const end = {
      ...NEXT,
      eventId: String(events.length + 1),
      eventTime,
      workflowExecutionContinuedAsNewEventAttributes: {
        newExecutionRunId: '00000000-0000-4000-8000-000000000001',
        workflowTaskCompletedEventId: String(taskCompletedId),
        workflowType,
        taskQueue,
        input,
      },
    };
    return { name, history: { events: [...events, end] } };
  }

  test.each([
    // After the reply to a message, and after the first drain.
    ['dryRunSession/ended', 3],
    ['webhookEndpoint/delivered-by-retry', 3],
  ])('%s continues as a new one, and otherwise goes on', async (name, nthTask) => {
    const [notified] = await replay([continued(name, nthTask, true)]);
    expect(notified?.error).toBeUndefined();
    const [other] = await replay([continued(name, nthTask, false)]);
    expect(other?.error?.name).toBe('DeterminismViolationError');
  });

  test.each(['dryRunSession/ended', 'webhookEndpoint/delivered-by-retry'])(
    '%s of code that did not heed it goes on here',
    async (name) => {
      const events = recordedAs(name);
      const tasks = events.filter((event) => event[STARTED]);
      for (const task of tasks) notify(task);
      expect(tasks.length).toBeGreaterThan(3);
      const [result] = await replay([{ name, history: { events } }]);
      expect(result?.error).toBeUndefined();
    },
  );
});
