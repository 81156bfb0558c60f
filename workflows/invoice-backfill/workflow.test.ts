import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { InvoiceBackfillSteps, MarketplaceInvoiceSteps } from '../../activities/invoices.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { workflowIdOf } from '../commands.ts';
import { MARKETPLACE_INVOICE } from '../marketplace-invoice/contract.ts';
import { MAIN_QUEUE } from '../queues.ts';
import { INVOICE_BACKFILL } from './contract.ts';

jest.setTimeout(120_000);

const FAILS = 2;
const TOO_LARGE = 3;

let temporal: TestWorkers;
const failed = new Map<number, string>();
let batches = 0;

const activities: InvoiceBackfillSteps['main'] & MarketplaceInvoiceSteps['main'] & InvoiceBackfillSteps['transitions'] =
  {
    async backfillInvoices({ jobId }) {
      if (jobId === FAILS) throw ApplicationFailure.nonRetryable('no', 'database_unavailable');
      batches += 1;
      return { made: batches * 50, done: batches === 3 };
    },
    async billUsage({ jobId }) {
      if (jobId === FAILS) throw ApplicationFailure.nonRetryable('no', 'database_unavailable');
      return jobId !== TOO_LARGE;
    },
    async failInvoiceJob({ jobId, reason }) {
      failed.set(jobId, reason);
      return true;
    },
  };

beforeAll(async () => {
  temporal = await startWorkers({ taskQueue: MAIN_QUEUE, activities });
});
afterAll(() => temporal.stop());

function run(workflow: string, workflowId: string, jobId: number): Promise<unknown> {
  const args = [{ jobId, rowKey: crypto.randomUUID() }];
  return temporal.client.workflow.execute(workflow, { workflowId, taskQueue: MAIN_QUEUE, args });
}
const backfill = (jobId: number) => run(INVOICE_BACKFILL.workflow, workflowIdOf(INVOICE_BACKFILL, jobId), jobId);
const bill = (jobId: number) => run(MARKETPLACE_INVOICE.workflow, workflowIdOf(MARKETPLACE_INVOICE, jobId), jobId);

test('a backfill goes on until it is done', async () => {
  await backfill(1);
  expect(batches).toBe(3);
});

test.each([
  ['backfill', backfill],
  ['billing of use', bill],
])('a %s that cannot go on ends its job, and fails', async (_what, start) => {
  failed.clear();
  await expect(start(FAILS)).rejects.toMatchObject({ name: 'WorkflowFailedError' });
  expect(failed).toEqual(new Map([[FAILS, 'database_unavailable']]));
});

test('a billing whose sums are too large fails, so that staff see it', async () => {
  await bill(1);
  await expect(bill(TOO_LARGE)).rejects.toMatchObject({ cause: { type: 'too_large' } });
});
