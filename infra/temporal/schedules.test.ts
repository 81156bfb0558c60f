import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client, Connection, type ScheduleOptions } from '@temporalio/client';
import { waitUntil } from '../../test/environment/wait-until.ts';
import { type Stack, startStack } from '../local/stack.ts';
import { type Calendar, isSame } from './calendars.ts';
import { CommandRefused } from './engine.ts';
import { alignSchedule, type DeclaredSchedule, deleteSchedule } from './schedules.ts';
import { registerSearchAttributes } from './search-attributes.ts';

jest.setTimeout(120_000);

let stack: Stack;
let client: Client;
beforeAll(async () => {
  stack = await startStack({ parts: ['temporal'] });
  client = new Client({ connection: await Connection.connect({ address: stack.urls.temporalAddress ?? '' }) });
  await registerSearchAttributes(client, 'default');
});
afterAll(async () => {
  await client.connection.close();
  await stack.stop();
});

const describeSchedule = (id: string) => client.schedule.getHandle(id).describe();
/** The engine gives a Schedule another token with each change. */
const tokenOf = async (id: string) => Buffer.from((await describeSchedule(id)).raw.conflictToken ?? []).toString('hex');

/** A client whose first updates come after somebody else's. */
function pausedBeforeUpdates(times: number, pause: () => Promise<void>): Client {
  const { connection } = client;
  const { workflowService } = connection;
  let left = times;
  const updateSchedule = async (request: Parameters<typeof workflowService.updateSchedule>[0]) => {
    left -= 1;
    if (left >= 0) await pause();
    return workflowService.updateSchedule(request);
  };
  const racing = Object.create(workflowService, { updateSchedule: { value: updateSchedule } });
  return new Client({ connection: Object.create(connection, { workflowService: { value: racing } }) });
}

/** A client whose first questions about a Schedule get no answer in time. */
function silentAtFirst(times: number): Client {
  const { connection } = client;
  const { workflowService } = connection;
  let left = times;
  const describeSchedule = async (request: Parameters<typeof workflowService.describeSchedule>[0]) => {
    left -= 1;
    if (left < 0) return workflowService.describeSchedule(request);
    const error = new Error('4 DEADLINE_EXCEEDED: context deadline exceeded');
    throw Object.assign(error, { code: 4, details: 'context deadline exceeded', metadata: { get: () => [] } });
  };
  const silent = Object.create(workflowService, { describeSchedule: { value: describeSchedule } });
  return new Client({ connection: Object.create(connection, { workflowService: { value: silent } }) });
}
const upTo = (first: number, end: number) => Array.from({ length: end - first + 1 }, (_, index) => first + index);
const daily = (hour: number, minute: number, given: Partial<Calendar> = {}): Calendar => ({
  years: [],
  months: upTo(1, 12),
  days: upTo(1, 31),
  weekdays: upTo(0, 6),
  hours: [hour],
  minutes: [minute],
  ...given,
});

let last = 0;
function declared(given: Partial<DeclaredSchedule> = {}): DeclaredSchedule {
  last += 1;
  return {
    id: `schedule-${last}`,
    calendars: [daily(3, 15)],
    overlap: 'SKIP',
    catchUpMs: 86_400_000,
    workflowType: 'retention',
    workflowId: `schedule-${last}-workflow`,
    taskQueue: 'nobody-serves-it',
    args: [],
    keywords: {},
    summary: 'Deletes what is past its time',
    note: 'Safe to pause.',
    ...given,
  };
}

/** The first releases wrote the times of their Schedules like this. */
async function createAsFormerly(wanted: DeclaredSchedule, hour = 3): Promise<void> {
  const schedule: ScheduleOptions = {
    scheduleId: wanted.id,
    spec: { calendars: [{ hour, minute: 15, comment: 'nightly, UTC' }] },
    action: {
      type: 'startWorkflow',
      workflowType: wanted.workflowType,
      taskQueue: wanted.taskQueue,
      args: [],
      staticSummary: wanted.summary,
    },
    policies: { overlap: 'SKIP', catchupWindow: '1 day' },
    state: { note: wanted.note },
  };
  await client.schedule.create(schedule);
}

describe('a Schedule that is aligned', () => {
  test('is made where it is missing, and left alone where it is in line', async () => {
    const wanted = declared({ args: [{ triggerId: 1 }], keywords: { MwPartnerId: '7' } });
    expect(await waitUntil('the attributes', () => alignSchedule(client, wanted), { retryErrors: true })).toBe(true);
    const token = await tokenOf(wanted.id);
    expect(await alignSchedule(client, wanted)).toBe(false);
    expect(await tokenOf(wanted.id)).toBe(token);
    const { typedSearchAttributes } = await client.schedule.getHandle(wanted.id).describe();
    const partner = typedSearchAttributes.getAll().find(({ key }) => key.name === 'MwPartnerId');
    expect(partner?.value).toBe('7');
  });

  test('is made once by processes that start at the same time', async () => {
    const wanted = declared();
    const made = await Promise.all(Array.from({ length: 5 }, () => alignSchedule(client, wanted)));
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await alignSchedule(client, wanted)).toBe(false);
  });

  test('is left alone as former releases made it', async () => {
    const wanted = declared();
    await createAsFormerly(wanted);
    const token = await tokenOf(wanted.id);
    expect(await alignSchedule(client, wanted)).toBe(false);
    expect(await tokenOf(wanted.id)).toBe(token);
  });

  test.each<[string, Partial<DeclaredSchedule>]>([
    ['time', { calendars: [daily(4, 30, { weekdays: upTo(1, 5) })] }],
    ['second time', { calendars: [daily(3, 15), daily(4, 30, { years: [2030] })] }],
    ['time than any', { calendars: [] }],
    ['overlap', { overlap: 'BUFFER_ALL' }],
    ['catch-up window', { catchUpMs: 3_600_000 }],
    ['argument', { args: [{ deep: ['er'] }] }],
    ['keyword', { keywords: { MwPartnerId: '8' } }],
    ['workflow', { workflowType: 'monthlyInvoices' }],
    ['id of the runs', { workflowId: 'another' }],
    ['queue', { taskQueue: 'nobody-serves-that-either' }],
    ['summary', { summary: 'Deletes more' }],
    ['note', { note: 'Not safe to pause.' }],
  ])('gets another %s, once', async (_what, change) => {
    const before = declared();
    await alignSchedule(client, before);
    const token = await tokenOf(before.id);
    const wanted = { ...before, ...change };
    expect(await alignSchedule(client, wanted)).toBe(true);
    expect(await tokenOf(wanted.id)).not.toBe(token);
    const { spec, action, policies, state, raw } = await describeSchedule(wanted.id);
    expect(isSame(raw.schedule?.spec?.structuredCalendar ?? [], wanted.calendars)).toBe(true);
    expect(spec.timezone).toBeFalsy();
    expect(policies).toMatchObject({ overlap: wanted.overlap, catchupWindow: wanted.catchUpMs });
    const { workflowType, workflowId, taskQueue, args, summary: staticSummary } = wanted;
    expect(action).toMatchObject({ workflowType, workflowId, taskQueue, args, staticSummary });
    expect(state).toMatchObject({ paused: false, note: wanted.note });
    expect(await alignSchedule(client, wanted)).toBe(false);
  });

  test('loses what was added by hand', async () => {
    const wanted = declared();
    await alignSchedule(client, wanted);
    await client.schedule.getHandle(wanted.id).update((current) => ({
      ...current,
      spec: { ...current.spec, jitter: '1 hour' },
      policies: { ...current.policies, pauseOnFailure: true },
    }));
    expect(await alignSchedule(client, wanted)).toBe(true);
    const { spec, policies } = await describeSchedule(wanted.id);
    expect([spec.jitter, policies.pauseOnFailure]).toEqual([undefined, false]);
    expect(await alignSchedule(client, wanted)).toBe(false);
  });
});

test('a Schedule is aligned where the engine, just started, gives no answer at first', async () => {
  const wanted = declared();
  expect(await alignSchedule(silentAtFirst(1), wanted)).toBe(true);
  expect(await alignSchedule(silentAtFirst(5), wanted)).toBe(false);
  await expect(alignSchedule(silentAtFirst(6), wanted)).rejects.toThrow();
});

test('a Schedule with times in a zone, as releases before 0.3 made it, gets times in UTC', async () => {
  const wanted = declared();
  await client.schedule.create({
    scheduleId: wanted.id,
    spec: { cronExpressions: ['15 3 * * *'], timezone: 'Europe/Berlin' },
    action: { type: 'startWorkflow', workflowType: 'retention', taskQueue: wanted.taskQueue },
  });
  expect(await alignSchedule(client, wanted)).toBe(true);
  const { spec, info } = await describeSchedule(wanted.id);
  expect(spec.timezone).toBeFalsy();
  expect(info.nextActionTimes[0]?.toISOString()).toMatch(/T03:15:00/);
  expect(await alignSchedule(client, wanted)).toBe(false);
});

test('a Schedule that the engine does not take is refused', async () => {
  const wanted = declared({ calendars: [daily(3, 15, { years: [2150] })] });
  await expect(alignSchedule(client, wanted)).rejects.toThrow(CommandRefused);
  await alignSchedule(client, { ...wanted, calendars: [daily(3, 15)] });
  await expect(alignSchedule(client, wanted)).rejects.toThrow(CommandRefused);
});

describe('a Schedule that staff paused', () => {
  test('stays paused with their note, while its time changes', async () => {
    const wanted = declared();
    await createAsFormerly(wanted, 5);
    await client.schedule.getHandle(wanted.id).pause('Waiting for the new disk');
    expect(await alignSchedule(client, wanted)).toBe(true);
    const { state, raw } = await describeSchedule(wanted.id);
    expect(isSame(raw.schedule?.spec?.structuredCalendar ?? [], wanted.calendars)).toBe(true);
    expect(state).toMatchObject({ paused: true, note: 'Waiting for the new disk' });
    expect(await alignSchedule(client, { ...wanted, note: 'Another note.' })).toBe(false);
  });

  test('gets its own note back once it goes on', async () => {
    const wanted = declared();
    await alignSchedule(client, wanted);
    await client.schedule.getHandle(wanted.id).pause('Waiting for the new disk');
    expect(await alignSchedule(client, wanted)).toBe(false);
    await client.schedule.getHandle(wanted.id).unpause('The disk is here');
    expect(await alignSchedule(client, wanted)).toBe(true);
    expect((await describeSchedule(wanted.id)).state).toMatchObject({ paused: false, note: wanted.note });
  });

  test('stays paused when they pause it while it is being changed, and is changed all the same', async () => {
    const before = declared();
    await alignSchedule(client, before);
    const wanted = { ...before, calendars: [daily(4, 30)] };
    const pause = () => client.schedule.getHandle(wanted.id).pause('Waiting for the new disk');
    expect(await alignSchedule(pausedBeforeUpdates(1, pause), wanted)).toBe(true);
    const { state, raw } = await describeSchedule(wanted.id);
    expect(state).toMatchObject({ paused: true, note: 'Waiting for the new disk' });
    expect(isSame(raw.schedule?.spec?.structuredCalendar ?? [], wanted.calendars)).toBe(true);
  });

  test('fails when it never stops changing', async () => {
    const before = declared();
    await alignSchedule(client, before);
    const pause = () => client.schedule.getHandle(before.id).pause(crypto.randomUUID());
    const racing = pausedBeforeUpdates(Number.POSITIVE_INFINITY, pause);
    await expect(alignSchedule(racing, { ...before, calendars: [daily(4, 30)] })).rejects.toThrow(/meanwhile/);
  });

  test('goes on where the declaration decides', async () => {
    const wanted = declared({ paused: false });
    await alignSchedule(client, wanted);
    await client.schedule.getHandle(wanted.id).pause('By hand');
    expect(await alignSchedule(client, wanted)).toBe(true);
    expect((await describeSchedule(wanted.id)).state).toMatchObject({ paused: false, note: wanted.note });
    expect(await alignSchedule(client, { ...wanted, paused: true })).toBe(true);
    expect((await describeSchedule(wanted.id)).state.paused).toBe(true);
  });
});

test('a Schedule is deleted once', async () => {
  const wanted = declared();
  await alignSchedule(client, wanted);
  expect(await deleteSchedule(client, wanted.id)).toBe(true);
  await waitUntil('the Schedule to be gone', async () => !(await deleteSchedule(client, wanted.id)));
});

const CALENDARS: [string, Calendar][] = [
  ['every minute', daily(0, 0, { hours: upTo(0, 23), minutes: upTo(0, 59) })],
  ['steps', daily(0, 0, { hours: [1, 4, 7, 10], minutes: [5, 25, 45] })],
  ['lists', daily(0, 0, { hours: [8, 12, 13, 14, 20], minutes: [0, 30, 59], days: [1, 2, 29, 30, 31] })],
  ['months', daily(9, 0, { months: [1, 7, 12] })],
  ['days of the week', daily(9, 0, { weekdays: [0, 3, 6] })],
  ['years', daily(9, 0, { years: [2026, 2027, 2029, 2100] })],
  ['a single moment', daily(23, 59, { years: [2028], months: [2], days: [29] })],
];

test.each(CALENDARS)('the engine keeps %s as they are understood here', async (_what, calendar) => {
  const wanted = declared({ calendars: [calendar, daily(1, 1)] });
  await alignSchedule(client, wanted);
  expect(await alignSchedule(client, wanted)).toBe(false);
  expect(await alignSchedule(client, { ...wanted, calendars: wanted.calendars.toReversed() })).toBe(false);
});

test.each<[string, Partial<Calendar>]>([
  ['hour', { hours: [1] }],
  ['minute', { minutes: [0, 30] }],
  ['day', { days: upTo(2, 31) }],
  ['month', { months: upTo(1, 11) }],
  ['day of the week', { weekdays: upTo(1, 6) }],
  ['year', { years: [2027] }],
])('what the engine keeps is not what differs in the %s', async (_what, change) => {
  const wanted = declared({ calendars: [daily(0, 0)] });
  await alignSchedule(client, wanted);
  const kept = (await describeSchedule(wanted.id)).raw.schedule?.spec?.structuredCalendar ?? [];
  expect(isSame(kept, [daily(0, 0, change)])).toBe(false);
  expect(isSame(kept, [daily(0, 0), daily(0, 0, change)])).toBe(false);
  expect(isSame(kept, [])).toBe(false);
  expect(isSame(kept, wanted.calendars)).toBe(true);
});
