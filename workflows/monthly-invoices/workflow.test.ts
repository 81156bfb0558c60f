import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ScheduleOverlapPolicy, WorkflowFailedError } from '@temporalio/client';
import type { MonthlyInvoicesSteps } from '../../activities/invoices.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { alignSchedules } from '../../worker/schedules.ts';
import { MAIN_QUEUE } from '../queues.ts';
import { MONTHLY_INVOICES } from './contract.ts';

jest.setTimeout(120_000);

let temporal: TestWorkers;
let asked: { at: string; afterPartnerId: number }[] = [];
/** Partners of the first page that cannot be billed. */
let failed = 0;

const activities: MonthlyInvoicesSteps['main'] = {
  async billMonth(input) {
    asked.push(input);
    const lastPartnerId = input.afterPartnerId === 0 ? 100 : null;
    return { started: 3, withoutCustomerId: 1, failed: lastPartnerId === null ? 0 : failed, lastPartnerId };
  },
};

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: MAIN_QUEUE, activities });
});
afterAll(() => temporal.stop());

test('goes through all partners, page by page', async () => {
  asked = [];
  const result = await temporal.client.workflow.execute(MONTHLY_INVOICES.workflow, {
    workflowId: 'monthly',
    taskQueue: MAIN_QUEUE,
    args: [],
  });
  expect(result).toEqual({ started: 6, withoutCustomerId: 2 });
  expect(asked.map(({ afterPartnerId }) => afterPartnerId)).toEqual([0, 100]);
});

test('goes on to the last page when partners could not be billed, and fails then', async () => {
  asked = [];
  failed = 2;
  const run = temporal.client.workflow.execute(MONTHLY_INVOICES.workflow, {
    workflowId: 'with-failures',
    taskQueue: MAIN_QUEUE,
    args: [],
  });
  await expect(run).rejects.toMatchObject({
    constructor: WorkflowFailedError,
    cause: expect.objectContaining({ type: 'not_billed', message: expect.stringContaining('2 partners') }),
  });
  expect(asked.map(({ afterPartnerId }) => afterPartnerId)).toEqual([0, 100]);
  failed = 0;
});

test('months that were missed are billed by when the run was wanted', async () => {
  asked = [];
  await alignSchedules(temporal.client, { billingGraceHours: 24 });
  const handle = temporal.client.schedule.getHandle(MONTHLY_INVOICES.schedule.id);
  await handle.backfill({
    start: new Date('2030-12-15T00:00:00Z'),
    end: new Date('2031-02-15T00:00:00Z'),
    overlap: ScheduleOverlapPolicy.BUFFER_ALL,
  });
  await waitUntil('both months', async () => asked.length === 4);
  expect([...new Set(asked.map(({ at }) => at))].sort()).toEqual([
    '2031-01-02T01:00:00.000Z',
    '2031-02-02T01:00:00.000Z',
  ]);
});
