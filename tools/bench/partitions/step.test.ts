import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { selectEventsAfter } from '../../../domain/executions/list-store.ts';
import { deleteBatch } from '../../../domain/retention/store.ts';
import { startTestService, type TestService } from '../../../test/environment/service.ts';
import { waitUntil } from '../../../test/environment/wait-until.ts';
import { type PartitionStep, runPartitionStep } from './step.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const partner = await service.createPartner();
  await service.dataSource.query(
    `INSERT INTO execution (row_key, partner_id, agent_id, capability, priority, settings, context, notify_on_complete, sandbox,
                            created_at, updated_at)
     VALUES (gen_random_uuid(), $1, 1, 'blog_post', 'normal', '{}', '{}', false, false, now(), now())`,
    [partner.id],
  );
});

afterAll(() => service.stop());

const addEvent = (ago: string) =>
  service.dataSource.query(
    `INSERT INTO execution_event (execution_id, type, data, created_at) VALUES (1, 'status', '{}', now() - $1::interval)`,
    [ago],
  );
const partitions = async (): Promise<string[]> => {
  const rows: { name: string }[] = await service.dataSource.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'execution_event'::regclass ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
};

test('the swap refuses a table whose bound was not validated', async () => {
  await expect(runPartitionStep(service.dataSource, '3-swap')).rejects.toThrow();
  await runPartitionStep(service.dataSource, '1-bound');
  await expect(runPartitionStep(service.dataSource, '3-swap')).rejects.toThrow();
  await addEvent('2 days');
});

/** Changes an execution as flows do, in a transaction that has read it before the step asks for its locks. */
async function changeBeside(step: PartitionStep): Promise<void> {
  const writer = service.dataSource.createQueryRunner();
  try {
    await writer.startTransaction();
    await writer.query('SELECT status FROM execution WHERE id = 1');
    const stepped = runPartitionStep(service.dataSource, step);
    await waitUntil('the step to wait for a lock', async () => {
      const [{ waiting }]: [{ waiting: boolean }] = await service.dataSource.query(
        `SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'execution'::regclass) AS waiting`,
      );
      return waiting;
    });
    await writer.query('UPDATE execution SET updated_at = now() WHERE id = 1');
    await writer.query(
      `INSERT INTO execution_event (execution_id, type, data, created_at) VALUES (1, 'status', '{}', now())`,
    );
    await writer.commitTransaction();
    await stepped;
  } finally {
    await writer.release();
  }
}

test('events keep their numbers and their order, and each month gets its partition', async () => {
  await addEvent('40 days');
  await runPartitionStep(service.dataSource, '1-bound');
  await runPartitionStep(service.dataSource, '2-validate');
  // Writers that are in the way for a moment are waited for, and none is refused.
  await changeBeside('3-swap');
  await addEvent('1 day');
  await addEvent('-1 days');
  await addEvent('-75 days');

  const events = await selectEventsAfter(service.dataSource.manager, 1, 0, 100);
  expect(events.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await partitions()).toEqual([
    expect.stringMatching(/^execution_event_\d{4}_\d{2}$/),
    expect.stringMatching(/^execution_event_\d{4}_\d{2}$/),
    'execution_event_first',
    'execution_event_other',
  ]);
  await expect(
    service.dataSource.query(
      `INSERT INTO execution_event (execution_id, type, data, created_at) VALUES (999, 'status', '{}', now())`,
    ),
  ).rejects.toThrow(/foreign key/);
});

test('retention deletes from every partition', async () => {
  const expired = { name: 'execution_event', since: 'created_at', days: 0, beforeDelete: [] };
  const before = new Date(Date.now() - 30 * 86_400_000);
  expect(await deleteBatch(service.dataSource.manager, expired, before)).toBe(1);
  expect((await selectEventsAfter(service.dataSource.manager, 1, 0, 100)).map(({ id }) => id)).toEqual([1, 3, 4, 5, 6]);
});

test('the monthly step adds nothing twice and drops what is past', async () => {
  await changeBeside('monthly');
  const made = await partitions();
  await runPartitionStep(service.dataSource, 'monthly');
  expect(await partitions()).toEqual(made);

  await service.dataSource.query('ALTER TABLE execution_event DETACH PARTITION execution_event_first');
  await service.dataSource.query('DELETE FROM execution_event_first');
  await service.dataSource.query(
    `ALTER TABLE execution_event ATTACH PARTITION execution_event_first FOR VALUES FROM (MINVALUE) TO ('2020-01-01T00:00:00Z')`,
  );
  await runPartitionStep(service.dataSource, 'monthly');
  expect(await partitions()).not.toContain('execution_event_first');
});

test('the monthly step drops nothing by a clock of the database that is ahead, to which all rows are old', async () => {
  await service.dataSource.query('DELETE FROM execution_event');
  await service.dataSource.query(
    `CREATE TABLE execution_event_2020_02 PARTITION OF execution_event (PRIMARY KEY (id))
     FOR VALUES FROM ('2020-02-01T00:00:00Z') TO ('2020-03-01T00:00:00Z')`,
  );
  await service.dataSource.query(
    `INSERT INTO execution_event (execution_id, type, data, created_at) VALUES (1, 'status', '{}', '2020-02-28T12:00:00Z')`,
  );
  await runPartitionStep(service.dataSource, 'monthly');
  expect(await selectEventsAfter(service.dataSource.manager, 1, 0, 100)).toHaveLength(1);

  await addEvent('0 days');
  await runPartitionStep(service.dataSource, 'monthly');
  expect(await partitions()).not.toContain('execution_event_2020_02');
});
