import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { Client, Connection } from '@temporalio/client';
import { type Stack, startStack } from '../infra/local/stack.ts';
import { MONTHLY_INVOICES } from '../workflows/monthly-invoices/contract.ts';
import { RETENTION } from '../workflows/retention/contract.ts';
import { alignSchedules, type WantedSchedules } from './schedules.ts';

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

const SETTINGS = { billingGraceHours: 24 };

test('a start makes what is missing, changes what differs, and deletes what a former release had', async () => {
  expect((await alignSchedules(client, SETTINGS)).sort()).toEqual([
    'mw-monthly-invoices',
    'mw-reconciliation',
    'mw-retention',
  ]);
  expect(await alignSchedules(client, SETTINGS)).toEqual([]);

  const { workflow, schedule } = RETENTION;
  const flows = [{ workflow, schedule: { ...schedule, cron: '45 2 * * *' } }];
  await client.schedule.create({
    scheduleId: 'of-somebody-else',
    spec: { cronExpressions: ['0 0 * * *'] },
    action: { type: 'startWorkflow', workflowType: 'theirs', taskQueue: 'theirs' },
  });
  const nextRelease = { ...SETTINGS, flows, former: ['mw-monthly-invoices', 'never-made'] };
  expect(await alignSchedules(client, nextRelease)).toEqual(['mw-retention', 'mw-monthly-invoices']);
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

test.each([
  [0, 1, 1],
  [24, 2, 1],
  [23, 2, 0],
  [600, 26, 1],
])(
  'months are billed %i hours after the first of the month, 01:00, also where the Schedule is from before',
  async (billingGraceHours, day, hour) => {
    const { schedule, workflow } = MONTHLY_INVOICES;
    const former = { ...schedule, afterBillingGrace: undefined, cron: '30 1 1 * *' };
    await alignSchedules(client, { ...SETTINGS, flows: [{ workflow, schedule: former }] } as WantedSchedules);
    expect(await alignSchedules(client, { billingGraceHours })).toContain(schedule.id);
    const { raw } = await client.schedule.getHandle(schedule.id).describe();
    const [calendar] = raw.schedule?.spec?.structuredCalendar ?? [];
    expect(calendar).toMatchObject({ dayOfMonth: [{ start: day }], hour: [hour === 0 ? {} : { start: hour }] });
  },
);
