import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Client, Connection, Client as TemporalClient } from '@temporalio/client';
import { NativeConnection, Worker } from '@temporalio/worker';
import type { DryRunSessionSteps } from '../../activities/dry-run.ts';
import { type Stack, startStack } from '../../infra/local/stack.ts';
import { createDeployments, type Deployments } from '../../infra/temporal/deployments.ts';
import { installQuietRuntime } from '../../test/environment/quiet-runtime.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { DRY_RUN_SESSION } from '../../workflows/dry-run-session/contract.ts';
import { MAIN_QUEUE, QUEUES_OF } from '../../workflows/queues.ts';
import { prepareBundle } from '../prepare-bundle.ts';
import { alignAtStart } from '../schedules.ts';
import { type Rollout, rollOut } from './roll-out.ts';

jest.setTimeout(300_000);

const DEPLOYMENT = 'marketwright';
const IDLE_MS = 3_600_000;
const UNPINNED = 'workflowExecutionOptionsUpdatedEventAttributes';

let stack: Stack;
let client: Client;
let connection: NativeConnection;
let deployments: Deployments;
let codePath: string;
const running: { worker: Worker; ended: Promise<void> }[] = [];
/** Which version a session asked for work, by the session's workflow id. */
const asked: { session: string; buildId: string }[] = [];
let over = false;

beforeAll(async () => {
  installQuietRuntime();
  stack = await startStack({
    parts: ['temporal'],
    // Otherwise minutes pass until the server looks whether a version is drained.
    temporalConfig: [
      'matching.wv.VersionDrainageStatusVisibilityGracePeriod="1s"',
      'matching.wv.VersionDrainageStatusRefreshInterval="1s"',
    ],
  });
  const address = stack.urls.temporalAddress ?? '';
  client = new TemporalClient({ connection: await Connection.connect({ address }), namespace: 'default' });
  connection = await NativeConnection.connect({ address });
  deployments = createDeployments(client, 'default', DEPLOYMENT);
  codePath = await prepareBundle();
});

afterAll(async () => {
  for (const { worker } of running) worker.shutdown();
  await Promise.all(running.map(({ ended }) => ended));
  await connection.close();
  await client.connection.close();
  await stack.stop();
});

/** Workers of a version on all queues, whose sessions are open and idle. */
async function serve(buildId: string, queues = new Set<string>(Object.values(QUEUES_OF).flat())): Promise<void> {
  const transitions: DryRunSessionSteps['transitions'] = {
    async nextDryRunEntry({ rowKey }) {
      asked.push({ session: rowKey, buildId });
      return { open: !over, entryId: null, waitMs: IDLE_MS };
    },
    failDryRunMessage: async () => true,
    abandonDryRunSession: async () => true,
  };
  for (const taskQueue of queues) {
    const worker = await Worker.create({
      connection,
      namespace: 'default',
      taskQueue,
      activities: taskQueue === MAIN_QUEUE ? transitions : { none: async () => undefined },
      ...(taskQueue === MAIN_QUEUE && { workflowBundle: { codePath } }),
      workerDeploymentOptions: {
        useWorkerVersioning: true,
        version: { deploymentName: DEPLOYMENT, buildId },
        defaultVersioningBehavior: 'PINNED',
      },
    });
    running.push({ worker, ended: worker.run() });
  }
}

/** Rolls out without pauses; returns what was left and what was said. */
async function release(buildId: string, more: Partial<Rollout> = {}, through: Deployments = deployments) {
  const lines: string[] = [];
  const left = await rollOut(through, client, {
    buildId,
    steps: [10, 50],
    pauseMs: 0,
    drainMs: 0,
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    report: (line) => lines.push(line),
    ...more,
  });
  return { left, lines };
}

async function startSession(): Promise<string> {
  const workflowId = `session-${crypto.randomUUID()}`;
  await client.workflow.start(DRY_RUN_SESSION.workflow, {
    workflowId,
    taskQueue: MAIN_QUEUE,
    args: [{ sessionId: 1, rowKey: workflowId, sandbox: true }],
  });
  await waitUntil('the session to begin', () => lastAskedBy(workflowId) !== undefined);
  return workflowId;
}

/** The version that the session asked last. */
function lastAskedBy(session: string): string | undefined {
  return asked.findLast((each) => each.session === session)?.buildId;
}

function untilServed(buildId: string): Promise<unknown> {
  return waitUntil(`workers of ${buildId}`, async () => {
    const served = await deployments.queuesOf(buildId);
    return Object.values(QUEUES_OF).every((queues) => queues.every((queue) => served.has(queue)));
  });
}

function untilListed(session: string, buildId: string): Promise<unknown> {
  return waitUntil('the session to be listed', async () => {
    for await (const { workflowId } of deployments.runsOn(buildId, DRY_RUN_SESSION.workflow)) {
      if (workflowId === session) return true;
    }
    return false;
  });
}

test('a version that no worker serves whole is not rolled out', async () => {
  await serve('half', new Set(['mw-seo']));
  await waitUntil('a worker', async () => (await deployments.queuesOf('half')).has('mw-seo'), { retryErrors: true });
  await expect(release('half')).rejects.toThrow(/No worker of half serves mw-main, mw-ai, /);
  expect(await deployments.read()).toMatchObject({ current: undefined, ramping: undefined });
});

test('the first version is made current at once, since without one no run starts', async () => {
  await serve('b1');
  const { left, lines } = await release('b1', { wait: () => new Promise((resolve) => setTimeout(resolve, 50)) });
  expect(left).toEqual([]);
  expect(lines.at(-1)).toBe('b1 is current: all new runs go to it.');
  expect(lastAskedBy(await startSession())).toBe('b1');
});

test('a rollout that is stopped leaves new runs where they were', async () => {
  await serve('b2');
  await untilServed('b2');
  let ramped: unknown;
  const stopped = release('b2', {
    async wait(ms) {
      // A server that is busy may not know all workers yet, or what was ramped.
      if (ms > 0) return new Promise((resolve) => setTimeout(resolve, 50));
      ramped = await waitUntil('the ramp', async () => (await deployments.read())?.ramping);
      throw new Error('stopped');
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(ramped).toEqual({ buildId: 'b2', percentage: 10 });
  expect(await deployments.read()).toMatchObject({ current: 'b1', ramping: undefined });
});

test('new runs and long ones move to the next version, unpinned where they do not by themselves; the one before drains', async () => {
  const open = await startSession();
  await untilListed(open, 'b1');
  const { left, lines } = await release('b2', {
    drainMs: 60_000,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, Math.min(ms, 100))),
  });
  expect(left).toEqual([]);
  // Workers that are busy may have asked for work some time ago.
  expect(lines.filter((line) => !line.startsWith('Waiting for workers'))).toEqual([
    '10 % of new runs go to b2.',
    '50 % of new runs go to b2.',
    'b2 is current: all new runs go to it.',
    'b1 is drained: its workers can be stopped.',
  ]);
  await waitUntil('the session to ask the next version for work', () => lastAskedBy(open) === 'b2');
  expect(lastAskedBy(await startSession())).toBe('b2');
  const { events } = await client.workflow.getHandle(open).fetchHistory();
  expect(events?.filter((event) => event[UNPINNED])).toHaveLength(1);

  over = true;
  await client.workflow.getHandle(open).signal('wake');
  await client.workflow.getHandle(open).result();
  expect(lastAskedBy(open)).toBe('b2');
});

test('a run that moves by itself is not unpinned, and one who stops the wait learns what is left', async () => {
  over = false;
  const open = await startSession();
  await untilListed(open, 'b2');
  await serve('b3');
  await untilServed('b3');
  const stopped = await release('b3', {
    steps: [],
    drainMs: 60_000,
    wait: () => Promise.reject(new Error('stopped')),
  });
  expect(stopped).toEqual({
    left: ['b2'],
    lines: ['b3 is current: all new runs go to it.', 'b2 has runs left: keep its workers.'],
  });
  expect(await deployments.read()).toMatchObject({ current: 'b3', ramping: undefined });
  await waitUntil('b2 to drain', async () => (await deployments.read())?.versions.get('b2') === 'draining');
  // Else the first signal may be the one that ends it.
  await waitUntil('the session to look for work', () => asked.filter(({ session }) => session === open).length > 1);

  over = true;
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const { left, lines } = await release('b3', { drainMs: 60_000, wait });
  expect(left).toEqual([]);
  // A server that is busy may not know yet that it is.
  expect(lines).toEqual([expect.stringMatching(/^b3 is current/), 'b2 is drained: its workers can be stopped.']);
  const { events } = await client.workflow.getHandle(open).fetchHistory();
  const count = (attributes: 'workflowExecutionSignaledEventAttributes' | typeof UNPINNED) =>
    (events ?? []).filter((event) => event[attributes]).length;
  expect(count('workflowExecutionSignaledEventAttributes')).toBe(2);
  expect(count(UNPINNED)).toBe(0);
});

test('an engine that is late to answer ends no rollout', async () => {
  const late = () => Promise.reject(Object.assign(new Error('4 DEADLINE_EXCEEDED: late'), { code: 4 }));
  let [looks, reads] = [0, 0];
  const busy: Deployments = {
    ...deployments,
    queuesOf: (buildId) => (looks++ === 0 ? late() : deployments.queuesOf(buildId)),
    // The first one after the version is current.
    read: () => (reads++ === 1 ? late() : deployments.read()),
  };
  const { left, lines } = await release('b3', { drainMs: 10_000 }, busy);
  expect({ left, looks, reads }).toEqual({ left: [], looks: 2, reads: 3 });
  expect(lines).toEqual([expect.stringMatching(/^Waiting for workers of b3/), 'b3 is current already.']);

  const forbidden = () => Promise.reject(Object.assign(new Error('7 PERMISSION_DENIED'), { code: 7 }));
  await expect(release('b3', {}, { ...deployments, queuesOf: forbidden })).rejects.toThrow('PERMISSION_DENIED');
});

test('a worker of a version that has been replaced leaves the Schedules to the later one', async () => {
  const startOf = (buildId: string, billingGraceHours: number) =>
    alignAtStart(client, {
      temporal: { address: '', namespace: 'default', tls: false, apiKey: undefined, uiUrl: undefined },
      worker: { version: { deploymentName: DEPLOYMENT, buildId } },
      billingGraceHours,
    } as Parameters<typeof alignAtStart>[1]);
  await serve('schedules-1');
  await untilServed('schedules-1');
  await release('schedules-1');
  expect(await startOf('schedules-1', 24)).toContain('mw-monthly-invoices');
  await serve('schedules-2');
  await untilServed('schedules-2');
  // It has to be aligned before it is current, too.
  expect(await startOf('schedules-2', 48)).toEqual(['mw-monthly-invoices']);
  await release('schedules-2');
  await waitUntil(
    'the version before to drain',
    async () => (await deployments.read())?.versions.get('schedules-1'),
    (status) => status !== 'other',
  );
  expect(await startOf('schedules-1', 24)).toEqual([]);
  expect(await startOf('schedules-2', 48)).toEqual([]);
});
