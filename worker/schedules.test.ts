import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { RETENTION } from '../workflows/retention/contract.ts';
import { alignSchedules } from './schedules.ts';

jest.setTimeout(120_000);

let stack: Stack;
let client: Client;
beforeAll(async () => {
  stack = await startStack({ parts: ['temporal'] });
  client = new Client({ connection: await Connection.connect({ address: stack.urls.temporalAddress ?? '' }) });
});
afterAll(async () => {
  await client.connection.close();
  await stack.stop();
});

test('a start makes what is missing, changes what differs, and deletes what a former release had', async () => {
  expect((await alignSchedules(client)).sort()).toEqual(['mw-monthly-invoices', 'mw-retention']);
  expect(await alignSchedules(client)).toEqual([]);

  const { workflow, schedule } = RETENTION;
  const nextRelease = [{ workflow, schedule: { ...schedule, cron: '45 2 * * *' } }];
  await client.schedule.create({
    scheduleId: 'of-somebody-else',
    spec: { cronExpressions: ['0 0 * * *'] },
    action: { type: 'startWorkflow', workflowType: 'theirs', taskQueue: 'theirs' },
  });
  expect(await alignSchedules(client, nextRelease, ['mw-monthly-invoices', 'never-made'])).toEqual([
    'mw-retention',
    'mw-monthly-invoices',
  ]);
  const { raw, action } = await client.schedule.getHandle('mw-retention').describe();
  expect(raw.schedule?.spec?.structuredCalendar?.[0]?.hour).toMatchObject([{ start: 2 }]);
  expect(action).toMatchObject({
    workflowType: 'retention',
    workflowId: 'mw-retention-workflow',
    taskQueue: 'mw-main',
  });
  await expect(client.schedule.getHandle('of-somebody-else').describe()).resolves.toBeDefined();
  await expect(client.schedule.getHandle('mw-monthly-invoices').describe()).rejects.toThrow();
});
