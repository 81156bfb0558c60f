import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { addCredits } from '../domain/partners/operations/add-credits.ts';
import { createTrigger } from '../domain/workflow-triggers/operations/create-trigger.ts';
import { toggleTrigger } from '../domain/workflow-triggers/operations/toggle-trigger.ts';
import { findTrigger } from '../domain/workflow-triggers/store.ts';
import type { WorkflowTriggerRow } from '../domain/workflow-triggers/table.ts';
import { currentDetails } from '../test/environment/flow-runs.ts';
import { startTestService, type TestService } from '../test/environment/service.ts';
import { startWorkers, type TestWorkers } from '../test/environment/temporal-workers.ts';
import { waitUntil } from '../test/environment/wait-until.ts';
import { MAIN_QUEUE } from '../workflows/queues.ts';
import { TRIGGER_SCHEDULE, triggerScheduleId } from '../workflows/trigger-schedule/contract.ts';
import { activitiesOf } from './activity.ts';
import { triggerSchedule } from './workflow-triggers.ts';

jest.setTimeout(120_000);

let service: TestService;
let workers: TestWorkers;
/** Holds what was read of a trigger back from the next alignment. */
let heldBack: Promise<void> | undefined;
beforeAll(async () => {
  service = await startTestService();
  const { db } = service.deps;
  const query = async (...args: Parameters<typeof db.query>) => {
    const rows = await db.query(...args);
    const held = heldBack;
    heldBack = undefined;
    await held;
    return rows;
  };
  const deps = { ...service.deps, db: Object.create(db, { query: { value: query } }) };
  const activities = activitiesOf(deps, triggerSchedule.steps.main);
  workers = await startWorkers({ taskQueue: MAIN_QUEUE, activities });
});
afterAll(async () => {
  await workers.stop();
  await service.stop();
});

const DAILY = {
  name: 'Daily',
  target: { capability_slug: 'blog_post' },
  input: { topic: 'Stock that orders itself' },
  type: 'schedule',
  schedule: { cron: '0 9 * * *', timezone: 'Europe/Berlin' },
};

async function createDaily() {
  const { partner, call } = await service.createCaller();
  const amount = { amount: 1_000, reason: 'Test' };
  await service.run(service.admin, addCredits, { params: { partner_id: partner.id }, input: amount });
  return { call, trigger: await service.run(call, createTrigger, { input: DAILY }) };
}

let runs = 0;
/** Runs the workflow once, and says what it shows to staff. */
async function align({ id, row_key }: WorkflowTriggerRow): Promise<string> {
  runs += 1;
  const run = await workers.client.workflow.start(TRIGGER_SCHEDULE.workflow, {
    workflowId: `align-${runs}`,
    taskQueue: MAIN_QUEUE,
    args: [{ triggerId: id, rowKey: row_key }],
  });
  await run.result();
  return currentDetails(run);
}

const scheduleOf = ({ id, row_key }: WorkflowTriggerRow) =>
  workers.client.schedule.getHandle(triggerScheduleId({ triggerId: id, rowKey: row_key }));

test('times that the engine refuses pause the trigger, and the run says so and ends', async () => {
  const { call, trigger } = await createDaily();
  expect(await align(trigger)).toBe('**in line**');
  await expect(scheduleOf(trigger).describe()).resolves.toBeDefined();
  // Beyond the engine's last year.
  service.setClock(new Date('2150-01-01T00:00:00Z'));
  expect(await align(trigger)).toContain('**refused**: the engine does not take');
  await expect(scheduleOf(trigger).describe()).rejects.toThrow();
  expect(await findTrigger(service.deps.db, trigger.id)).toMatchObject({
    active: false,
    pause_reason: 'schedule_refused',
    last_result: 'schedule_refused',
    next_fire_at: null,
  });
  service.setClock(undefined);
  await service.run(call, toggleTrigger, { params: { id: trigger.id } });
  expect(await align(trigger)).toBe('**in line**');
  const { state, info } = await scheduleOf(trigger).describe();
  const { next_fire_at } = (await findTrigger(service.deps.db, trigger.id)) ?? {};
  expect([state.paused, info.nextActionTimes[0]]).toEqual([false, next_fire_at]);
});

test('a schedule of an earlier release that cannot be read pauses its trigger, and the run says so and ends', async () => {
  const { trigger } = await createDaily();
  await align(trigger);
  await service.dataSource.query(`UPDATE workflow_trigger SET timezone = 'SystemV/EST5' WHERE id = $1`, [trigger.id]);
  expect(await align(trigger)).toContain('**refused**: this release cannot read');
  await expect(scheduleOf(trigger).describe()).rejects.toThrow();
  expect(await findTrigger(service.deps.db, trigger.id)).toMatchObject({ pause_reason: 'schedule_refused' });
});

test('an attempt that goes on after the engine has given it up does not bring back what it had read before', async () => {
  const { call, trigger } = await createDaily();
  await align(trigger);
  const late = Promise.withResolvers<void>();
  heldBack = late.promise;
  const given = align(trigger);
  await waitUntil('the late attempt to have read the trigger', () => heldBack === undefined);
  await service.run(call, toggleTrigger, { params: { id: trigger.id } });
  await align(trigger);
  late.resolve();
  await given;
  expect((await scheduleOf(trigger).describe()).state.paused).toBe(true);
});
