import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { RetentionSteps } from '../../activities/retention.ts';
import { startWorkers, type TestWorkers } from '../../test/environment/temporal-workers.ts';
import { MAIN_QUEUE } from '../queues.ts';
import { RETENTION } from './contract.ts';

jest.setTimeout(120_000);

let workers: TestWorkers;
let tables: string[];
/** Tables whose purge fails permanently, with the type of the failure. */
let failing: Map<string, string>;
let purged: string[];

const activities: RetentionSteps['main'] = {
  listRetained: async () => ({ tables }),
  async purge({ table }) {
    const failure = failing.get(table);
    if (failure) throw ApplicationFailure.nonRetryable('The database would not have it.', failure);
    purged.push(table);
    return { deleted: table.length };
  },
};

beforeAll(async () => {
  workers = await startWorkers({ taskQueue: MAIN_QUEUE, activities });
});
beforeEach(() => {
  tables = ['audit_log', 'outbox', 'seo_job'];
  failing = new Map();
  purged = [];
});
afterAll(() => workers.stop());

function run(): Promise<Record<string, number>> {
  const workflowId = `retention-${crypto.randomUUID()}`;
  return workers.client.workflow.execute(RETENTION.workflow, { workflowId, taskQueue: MAIN_QUEUE, args: [] });
}

test('purges the tables that the activity lists, in their order, and returns how many rows went', async () => {
  tables = ['seo_job', 'a_table_of_tomorrow'];
  expect(await run()).toEqual({ seo_job: 7, a_table_of_tomorrow: 19 });
  expect(purged).toEqual(tables);
});

test('a table that fails keeps none of the others from it, and fails the run at the end', async () => {
  failing = new Map([
    ['audit_log', 'database_unavailable'],
    ['outbox', 'unexpected'],
  ]);
  await expect(run()).rejects.toMatchObject({
    name: 'WorkflowFailedError',
    cause: {
      type: 'purge_failed',
      message: 'Not purged: audit_log (database_unavailable), outbox (unexpected)',
    },
  });
  expect(purged).toEqual(['seo_job']);
});
