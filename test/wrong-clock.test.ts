import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { RETENTION } from '../workflows/retention/contract.ts';
import { type ShiftedClock, startShiftedClock } from './environment/shifted-clock.ts';
import { temporalClientOf } from './environment/temporal-client.ts';
import { waitUntil } from './environment/wait-until.ts';
import { openDatabase } from './invariants/database.ts';

jest.setTimeout(180_000);

const DAY_MS = 86_400_000;

let clock: ShiftedClock;
let stack: Stack;
let database: ReturnType<typeof openDatabase>;
let temporal: Client;
beforeAll(async () => {
  clock = await startShiftedClock(new Date());
  stack = await startStack({
    parts: ['postgres', 'temporal', 'sandboxAi', 'worker'],
    durable: false,
    serviceEnvironment: { ...clock.environment, CLOCK_TOLERANCE_SECONDS: '300', RECONCILE_INTERVAL_SECONDS: '1' },
  });
  database = openDatabase(stack.urls.databaseUrl ?? '');
  temporal = temporalClientOf(stack, 'default');
});
afterAll(async () => {
  await temporal?.connection.close();
  await database?.close();
  await stack?.stop();
  await clock?.[Symbol.asyncDispose]();
});

const addLine = (action: string, at: Date) =>
  database.query(
    `INSERT INTO audit_log (actor_kind, action, resource_type, resource_id, request_id, created_at)
     VALUES ('system', $1, 'x', '1', 'r', $2)`,
    [action, at],
  );
const lines = async () => {
  const rows = await database.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE resource_type = 'x' ORDER BY id`,
  );
  return rows.map(({ action }) => action);
};

/** Starts the nightly run by hand. */
async function startRetention() {
  const schedule = temporal.schedule.getHandle(RETENTION.schedule.id);
  await schedule.trigger();
  const run = await waitUntil('the run of the Schedule', async () => {
    const last = (await schedule.describe()).info.recentActions.at(-1);
    return last?.action.type === 'startWorkflow' ? last.action.workflow : undefined;
  });
  return temporal.workflow.getHandle(run.workflowId, run.firstExecutionRunId);
}

const checks = async (): Promise<Record<string, boolean>> => {
  const answer = await fetch(stack.urls.workerReadyUrl, { signal: AbortSignal.timeout(5_000) });
  return JSON.parse(await answer.text()).checks;
};

test('a worker whose clock is set a year ahead deletes nothing, and does what is due once the clock is right', async () => {
  await addLine('of_today', new Date());
  await addLine('of_two_years_ago', new Date(Date.now() - 730 * DAY_MS));

  clock.set(new Date(Date.now() + 800 * DAY_MS));
  const run = await startRetention();
  // Nothing has asked the process to stop, and another has taken its place, which serves nothing.
  await waitUntil('the worker to see it', checks, ({ clock: agrees, workers }) => agrees === false && !workers, {
    limitMs: 60_000,
    retryErrors: true,
  });
  expect((await run.describe()).status.name).toBe('RUNNING');
  expect(await lines()).toEqual(['of_today', 'of_two_years_ago']);

  clock.set(new Date());
  await stack.ready('worker', 60_000);
  await expect(run.result()).resolves.toMatchObject({ audit_log: 1 });
  expect(await lines()).toEqual(['of_today']);
});
