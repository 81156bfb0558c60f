import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Client, Connection, type ScheduleSpec } from '@temporalio/client';
import { msToTs, tsToMs } from '@temporalio/common/lib/time.js';
import pLimit from 'p-limit';
import { canonicalTimezone } from '../domain/kernel/timezone.ts';
import { TIMEZONE_NAMES } from '../domain/kernel/timezone-names.ts';
import { calendarsOf } from '../domain/workflow-triggers/calendars.ts';
import { parseCron } from '../domain/workflow-triggers/cron.ts';
import { cronProblem, nextOccurrence, occurrencesBetween } from '../domain/workflow-triggers/rules.ts';
import { specOf } from '../infra/temporal/calendars.ts';
import { createSharedNamespace } from '../test/environment/shared-servers-client.ts';

jest.setTimeout(120_000);

const DAY_MS = 86_400_000;
/** Most times that the engine lists at once. */
const MAX_LISTED = 1_000;
const atOnce = pLimit(16);

let client: Client;
let namespace: string;
beforeAll(async () => {
  const shared = await createSharedNamespace();
  namespace = shared.namespace;
  client = new Client({ connection: await Connection.connect({ address: shared.address }), namespace });
});
afterAll(() => client.connection.close());

let made = 0;
async function createSchedule(spec: ScheduleSpec): Promise<string> {
  made += 1;
  const scheduleId = `schedule-${made}`;
  await client.schedule.create({
    scheduleId,
    spec,
    action: { type: 'startWorkflow', workflowType: 'none', taskQueue: 'nobody-serves-it' },
    state: { paused: true },
  });
  return scheduleId;
}

/** A time that the engine looks through within seconds, on a machine that does other things, too. */
const SPAN_MS = 92 * DAY_MS;

/** When the engine would start runs; the start of the range is exclusive. */
async function timesOf(scheduleId: string, from: number, until: number): Promise<string[]> {
  const times: string[] = [];
  for (let start = from; start < until - 1; ) {
    const end = Math.min(start + SPAN_MS, until - 1);
    const { startTime = [] } = await client.workflowService.listScheduleMatchingTimes({
      namespace,
      scheduleId,
      startTime: msToTs(start),
      endTime: msToTs(end),
    });
    const found = startTime.map((time) => tsToMs(time));
    times.push(...found.map((time) => new Date(time).toISOString()));
    start = found.length < MAX_LISTED ? end : (found.at(-1) ?? end);
  }
  return times;
}

const ours = (cron: string, timezone: string, now: Date): ScheduleSpec => ({
  calendars: calendarsOf(parseCron(cron), timezone, now).map(specOf),
});

/** What this product takes; beside those that the engine's own parser does not, what it takes for the same times. */
const TAKEN: [string, string?][] = [
  ...['0 0 * * *', '*/15 * * * *', '*/20 * * * *', '*/30 * * * *', '0 * * * *', '59 23 * * *', '00 09 * * *'],
  ...['5/20 0-6 * * *', '0/15 * * * *', '15/45 * * * *', '0 */2 * * *', '0 1/3 * * *', '0 */23 * * *', '0 23/23 * * *'],
  ...[
    '0,15,30,45 9-17 * * *',
    '45,0,30,15 9 * * *',
    '0,0 9,9 * * *',
    '0 0-23/6 * * *',
    '0 0-0 * * *',
    '0,30-45/15 9 * * *',
  ],
  ...[
    '0 9 * * MON',
    '0 9 * * mon',
    '0 9 * * Mon,Wed,fri',
    '0 9 * * 1-5',
    '0 9 * * MON-FRI',
    '0 9 * * mon-5',
    '0 9 * * 1-FRI',
  ],
  ...[
    '0 9 * * SUN',
    '0 9 * * 0',
    '0 9 * * 0-6',
    '0 9 * * SUN-SAT',
    '0 9 * * SUN-MON',
    '0 9 * * 0,6',
    '0 9 * * */2',
    '0 9 * * */6',
  ],
  ...[
    '0 9 * * 1/2',
    '0 9 * * MON/2',
    '0 9 * * 1-5/2',
    '0 9 * * SUN,SAT',
    '0 9 * * WED-SAT',
    '0 9 * * 2-2',
    '0 9 * * SAT/1',
  ],
  ...[
    '0 9 1 * *',
    '0 9 31 * *',
    '0 9 1,15 * *',
    '0 9 1-7 * *',
    '0 9 */10 * *',
    '0 9 1-31/10 * *',
    '0 9 28-31 * *',
    '0 9 30/1 * *',
  ],
  ...[
    '0 0 29 2 *',
    '0 9 1 JAN *',
    '0 9 1 jan,JUL *',
    '0 9 1 1-12/3 *',
    '0 9 1 */6 *',
    '0 9 1 2/3 *',
    '0 9 * FEB-APR *',
    '0 9 31 12 *',
  ],
  ...[
    '30 8,12-14,20 1,15 JAN,Jul *',
    '59 23 31 12 *',
    '0 0 * 2/3 *',
    '0 12 * 6 sun,wed',
    '1-31/15 * 1-31/10 * *',
    '0 9 * JAN-DEC *',
  ],
  ...[
    '7 3 * * *',
    '0 0 1 1 *',
    '0 12 15 6 *',
    '15,45 1-23/2 * * *',
    '0 4 8-14 * *',
    '22,52 22 * 3,6,9,12 *',
    '10 10 10 10 *',
    '0 0,12 1 */2 *',
  ],
  ...[
    '0 5 * 1-11 1,2,3,4,5',
    '0 22 * * 1-5',
    '23 0-20/2 * * *',
    '5 4 * * sun',
    '0 0,12 1-10/9 * *',
    '15 14 1 * *',
    '0 1-5,7-9 * * *',
  ],
].map((cron): [string] => [cron]);
const TAKEN_HERE: [string, string][] = [
  ['0 9 * * MON-SUN', '0 9 * * *'],
  ['0 9 * * SAT-SUN', '0 9 * * 0,6'],
  ['0 9 * * 6-SUN', '0 9 * * 0,6'],
  ['0 9 * * sat-sun', '0 9 * * 0,6'],
  ['0 9 * * 7', '0 9 * * 0'],
  ['0 9 * * 5-7', '0 9 * * 5,6,0'],
  ['0 9 * * FRI-7', '0 9 * * 5,6,0'],
  ['0 9 * * 0-7', '0 9 * * *'],
  ['0 9 * * 1-7', '0 9 * * *'],
  ['0 9 * * 1-SUN/2', '0 9 * * 1,3,5,0'],
  ['0 9 * * 1-7/3', '0 9 * * 1,4,0'],
  ['0 9 * * 7-7', '0 9 * * 0'],
  ['0 9 * * 7-SUN', '0 9 * * 0'],
  ['0 9 * * SUN-SUN', '0 9 * * 0'],
  ['0 9 * * THU-SUN,TUE', '0 9 * * 0,2,4,5,6'],
];

/** What this product refuses, whatever the engine makes of it. */
const REFUSED = [
  ...[
    '',
    '* * * *',
    '0 9 * * * *',
    '@daily',
    '@every 1h',
    'CRON_TZ=UTC 0 9 * * *',
    '0 9 * * MON#1',
    '0 9 L * *',
    '0 9 15W * *',
    '0 9 ? * *',
  ],
  ...[
    '0 9 * * ?',
    '60 9 * * *',
    '0 24 * * *',
    '0 9 0 * *',
    '0 9 32 * *',
    '0 9 * 0 *',
    '0 9 * 13 *',
    '0 9 * * 8',
    '-1 9 * * *',
    '0 9 * * -1',
  ],
  ...[
    '0 9 * * FRI-MON',
    '0 9 * * SAT-FRI',
    '0 9 * * 7-1',
    '0 9 * * 5-SUN-1',
    '0 22-6 * * *',
    '0 9 * NOV-FEB *',
    '0 9 25-5 * *',
    '50-10 * * * *',
  ],
  ...[
    '0 9 * * FUNDAY',
    '0 9 * MON *',
    '0 9 JAN * *',
    'MON 9 * * *',
    '0 9 * * JAN',
    '0 9 * * MONDAY',
    '0 9 * JANUARY *',
    '0 9 * * M',
  ],
  ...[
    '*/0 9 * * *',
    '0 9 */0 * *',
    '*/60 9 * * *',
    '0 */24 * * *',
    '0 9 * */13 *',
    '0 9 * * */7',
    '0/ 9 * * *',
    '/5 9 * * *',
    '0- 9 * * *',
  ],
  ...[
    '0,, 9 * * *',
    ',0 9 * * *',
    '0, 9 * * *',
    '** 9 * * *',
    '*-5 9 * * *',
    '0-* 9 * * *',
    '0.5 9 * * *',
    '0 9h * * *',
    '1e1 9 * * *',
    '0x5 9 * * *',
  ],
  ...[
    '0 9 1 * MON',
    '0 9 */2 * MON',
    '0 9 31 2 *',
    '0 9 30 FEB *',
    '*/14 * * * *',
    '* * * * *',
    '0,50 * * * *',
    '0 ９ * * *',
    '0 9 * * MÖN',
  ],
];

describe('a cron expression', () => {
  const now = new Date('2026-11-23T08:00:00Z');
  const [from, until] = [now.getTime(), now.getTime() + 800 * DAY_MS];

  test.each([...TAKEN, ...TAKEN_HERE])('%s fires when the engine’s own parser says', async (cron, same = cron) => {
    expect(cronProblem(cron, now)).toBeNull();
    const [mine, theirs] = await Promise.all([
      createSchedule(ours(cron, 'UTC', now)),
      createSchedule({ cronExpressions: [same] }),
    ]);
    const short = Math.min(until, (nextOccurrence(cron, 'UTC', now)?.getTime() ?? from) + 70 * DAY_MS);
    const end = cron.startsWith('0 9 1') || short === until ? until : short;
    const times = await timesOf(mine, from, end);
    expect(times.length).toBeGreaterThan(0);
    expect(times).toEqual(await timesOf(theirs, from, end));
  });

  test.each(REFUSED)('%j is refused', (cron) => expect(cronProblem(cron, now)).not.toBeNull());
});

describe('a time zone', () => {
  const isKnown = (timezone: string) =>
    createSchedule({ calendars: [{ hour: 9 }], timezone }).then(
      () => true,
      (error: unknown) => {
        if (error instanceof TypeError) return false;
        throw error;
      },
    );

  test('is taken in any letter case when the engine knows it', async () => {
    const unknown = await Promise.all(
      TIMEZONE_NAMES.map((name) => atOnce(async () => ((await isKnown(name)) ? [] : [name]))),
    );
    expect(unknown.flat()).toEqual([]);
    const spellings = TIMEZONE_NAMES.flatMap((name) =>
      [name, name.toLowerCase(), name.toUpperCase()].map(canonicalTimezone),
    );
    expect(spellings).toEqual(TIMEZONE_NAMES.flatMap((name) => [name, name, name]));
    expect(Intl.supportedValuesOf('timeZone').filter((name) => canonicalTimezone(name) !== name)).toEqual([]);
  });

  const ELSEWHERE = ['PST', 'IST', 'AET', 'CTT', 'VST', 'SystemV/EST5', 'SystemV/PST8PDT', 'US/Pacific-New'];
  const INVENTED = [
    'Mars/Base',
    'Europe',
    'Europe/',
    'Europe/Berlin/',
    '/Europe/Berlin',
    '../Europe/Berlin',
    '+02:00',
    'UTC+2',
    'GMT+15',
  ];
  test.each([...ELSEWHERE, ...INVENTED, 'Local', '', ' UTC', 'posix/UTC', 'Ｕ​TC', 'constructor', '__proto__'])(
    '%j is refused',
    async (name) => {
      expect(canonicalTimezone(name)).toBeNull();
      if (ELSEWHERE.includes(name)) expect(await isKnown(name)).toBe(false);
    },
  );
});

describe('changed clocks', () => {
  const QUARTER_MS = 900_000;
  const iso = (moment: number) => new Date(moment).toISOString();

  /** What clocks show each quarter of an hour in a range and some days around it. */
  function shownIn(timezone: string, from: number, until: number): [string, number][] {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'short' });
    const count = (until - from) / QUARTER_MS + 6 * 96;
    return Array.from({ length: count }, (_, index) => {
      const at = from - 3 * DAY_MS + index * QUARTER_MS;
      return [format.format(at), at];
    });
  }

  /** The rule in other words: the first moment at which clocks show a time, else the first at which they show a later one. */
  function expected(
    times: readonly string[],
    shown: readonly [string, number][],
    from: number,
    until: number,
  ): string[] {
    const first = new Map(shown.toReversed());
    const days = Array.from({ length: (until - from) / DAY_MS + 4 }, (_, index) => iso(from + (index - 2) * DAY_MS));
    const moments = days.flatMap((day) =>
      times.map((time) => {
        const local = `${day.slice(0, 10)} ${time}`;
        return first.get(local) ?? shown.find(([later]) => later > local)?.[1] ?? Number.NaN;
      }),
    );
    return [...new Set(moments)]
      .filter((at) => at > from && at < until)
      .sort((a, b) => a - b)
      .map(iso);
  }

  const quarters = Array.from({ length: 96 }, (_, n) => iso(n * QUARTER_MS).slice(11, 16));
  const DAILY: [string, string[]][] = [
    ['30 2 * * *', ['02:30']],
    ['45 1 * * *', ['01:45']],
    ['0 0 * * *', ['00:00']],
    ['15 3 * * *', ['03:15']],
    ['0 1-3 * * *', ['01:00', '02:00', '03:00']],
  ];
  const TODAY = '2026-11-23T08:00:00Z';
  const ZONES: [string, string, number][] = [
    ['America/New_York', TODAY, 4],
    ['Europe/Berlin', TODAY, 4],
    ['Europe/London', TODAY, 4],
    ['Australia/Sydney', TODAY, 4],
    ['Australia/Lord_Howe', TODAY, 4],
    ['Pacific/Apia', TODAY, 0],
    // It left out the 30 December 2011, and had summer time.
    ['Pacific/Apia', '2011-03-23T08:00:00Z', 5],
    // At midnight.
    ['America/Havana', TODAY, 4],
  ];

  /** What the engine does, what was missed, and what comes next, each by the rule. */
  async function check(
    scheduleId: string,
    [cron, timezone]: [string, string],
    wanted: string[],
    range: [number, number],
  ) {
    const [from, until] = range;
    expect([cron, await timesOf(scheduleId, from, until)]).toEqual([cron, wanted]);
    const missed = occurrencesBetween(cron, timezone, {
      from: new Date(from + 1),
      until: new Date(until),
      limit: 9_999,
    });
    expect([cron, missed.newest.map((moment) => moment.toISOString())]).toEqual([cron, wanted]);
    const next = wanted.slice(0, -1).map((moment) => nextOccurrence(cron, timezone, new Date(moment))?.toISOString());
    expect([cron, next]).toEqual([cron, wanted.slice(1)]);
  }

  test.each(ZONES)('in %s, for two years from %s, are one rule everywhere', async (timezone, start, changes) => {
    const now = new Date(start);
    const [from, until] = [now.getTime(), now.getTime() + 730 * DAY_MS];
    const shown = shownIn(timezone, from, until);
    for (const [cron, times] of DAILY) {
      const scheduleId = await createSchedule(ours(cron, timezone, now));
      await check(scheduleId, [cron, timezone], expected(times, shown, from, until), [from, until]);
    }
    const isChanged = ([local]: [string, number], index: number) =>
      index > 0 && Date.parse(`${local}Z`) - Date.parse(`${shown[index - 1]?.[0]}Z`) !== QUARTER_MS;
    const changed = shown.filter(isChanged).filter(([, at]) => at > from && at < until);
    expect(changed.length).toBe(changes);
    const scheduleId = await createSchedule(ours('*/15 * * * *', timezone, now));
    for (const [, at] of changed) {
      const near: [number, number] = [at - 2 * DAY_MS, at + 2 * DAY_MS];
      await check(scheduleId, ['*/15 * * * *', timezone], expected(quarters, shown, ...near), near);
    }
  });
});
