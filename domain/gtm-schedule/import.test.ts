import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { csvOf } from '../../api/csv.ts';
import { calendarFile } from '../../api/gtm-schedule/calendar-file.ts';
import { longestHoldOf } from '../../test/environment/cpu-time.ts';
import { batchesOf, textOf } from '../../test/environment/event-rows.ts';
import { codeOf, startTestService, type TestService, validationOf } from '../../test/environment/service.ts';
import type { Call } from '../kernel/call.ts';
import { invoke } from '../kernel/invoke.ts';
import type { Partner } from '../partners/types.ts';
import { planImport, recurrenceOf } from './import/plan.ts';
import { deleteEvent } from './operations/delete-event.ts';
import { type ImportResult, importEvents } from './operations/import-events.ts';
import { previewImport } from './operations/preview-import.ts';
import { listEvents } from './operations/reads.ts';
import type { GtmEventRow } from './table.ts';

jest.setTimeout(60_000);

let service: TestService;
let partner: Partner;
let call: Call;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  ({ partner, call } = await service.createCaller());
});
afterAll(() => service.stop());

const DEFAULTS = { timezone: 'Europe/Berlin', event_type: 'webinar', channel: 'email' } as const;
const calendar = (...lines: string[]) => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];

const planIcs = (...lines: string[]) => planImport({ format: 'ics', content: calendar(...lines), ...DEFAULTS });
const planCsv = (...lines: string[]) => planImport({ format: 'csv', content: lines.join('\n'), ...DEFAULTS });
const twice = (line: string) => [line, line];
/** The problems of a single event in iCalendar. */
const problemsOf = async (...lines: string[]) =>
  (await planIcs(...event('UID:1', 'SUMMARY:Launch', ...lines))).problems.map(({ problems }) => problems);

const add = (input: object, by = call): Promise<ImportResult> =>
  service.run(by, importEvents, { input: { format: 'ics', ...DEFAULTS, ...input } });
const onSchedule = async (by = call): Promise<GtmEventRow[]> =>
  (await service.run(by, listEvents, { input: { start_date: '2026-01-01', end_date: '2026-12-31', per_page: 100 } }))
    .rows;

describe('iCalendar', () => {
  test('is read with its zones, its folding and its escapes', async () => {
    const { entries, problems } = await planIcs(
      'BEGIN:VTIMEZONE',
      'TZID:My zone',
      'X-LIC-LOCATION:America/New_York',
      'BEGIN:STANDARD',
      'DTSTART:19700101T000000',
      'END:STANDARD',
      'END:VTIMEZONE',
      ...event('UID:a', 'SUMMARY:One\\, two\\; th', ' ree', 'DESCRIPTION:First\\nsecond', 'DTSTART:20260504T070000Z'),
      ...event('UID:b', 'SUMMARY:Floating', 'DTSTART:20260504T090000', 'DTEND:20260504T103000', 'CATEGORIES:Blog post'),
      ...event('UID:c', 'SUMMARY:Zone', 'DTSTART;TZID="My zone":20260504T090000', 'DURATION:PT1H30M'),
      ...event('UID:d', 'SUMMARY:Days', 'DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260330'),
      ...event('UID:e', 'BEGIN:VALARM', 'SUMMARY:Alarm', 'END:VALARM', 'SUMMARY:Day', 'DTSTART;VALUE=DATE:20260504'),
      ...event('UID:g', 'SUMMARY:Exchange', 'DTSTART;TZID=W. Europe Standard Time:20260504T090000'),
      ...event('UID:f', 'SUMMARY:Path', 'DTSTART;TZID=/mozilla.org/20070129_1/Europe/Paris:20260504T090000'),
    );
    expect(problems).toEqual([]);
    const shown = entries.map(({ line, uid, event: { title, scheduled_at, end_at, all_day, timezone } }) => [
      line,
      uid,
      title,
      scheduled_at.toISOString(),
      end_at?.toISOString() ?? null,
      all_day,
      timezone,
    ]);
    expect(shown).toEqual([
      [10, 'a', 'One, two; three', '2026-05-04T07:00:00.000Z', null, false, 'Europe/Berlin'],
      [17, 'b', 'Floating', '2026-05-04T07:00:00.000Z', '2026-05-04T08:30:00.000Z', false, 'Europe/Berlin'],
      [24, 'c', 'Zone', '2026-05-04T13:00:00.000Z', '2026-05-04T14:30:00.000Z', false, 'America/New_York'],
      [30, 'd', 'Days', '2026-03-27T23:00:00.000Z', '2026-03-28T23:00:00.000Z', true, 'Europe/Berlin'],
      [36, 'e', 'Day', '2026-05-03T22:00:00.000Z', null, true, 'Europe/Berlin'],
      [44, 'g', 'Exchange', '2026-05-04T07:00:00.000Z', null, false, 'Europe/Berlin'],
      [49, 'f', 'Path', '2026-05-04T07:00:00.000Z', null, false, 'Europe/Paris'],
    ]);
    expect(entries[0]?.event.description).toBe('First\nsecond');
    expect(entries.map(({ event: { event_type } }) => event_type).slice(0, 2)).toEqual(['webinar', 'blog_post']);
  });

  test('has rules that become series, without the dates that it leaves out', async () => {
    const { entries, problems } = await planIcs(
      ...event(
        'UID:a',
        'SUMMARY:Weekly',
        'DTSTART;TZID=Europe/Berlin:20260323T090000',
        'RRULE:FREQ=WEEKLY;COUNT=4',
        'EXDATE;TZID=Europe/Berlin:20260330T090000,20260406T090000',
      ),
      ...event('UID:b', 'SUMMARY:Daily', 'DTSTART:20260323T090000', 'RRULE:FREQ=DAILY;UNTIL=20260324T090000'),
    );
    expect(problems).toEqual([]);
    expect(entries.map(recurrenceOf)).toEqual(['FREQ=WEEKLY;COUNT=4', 'FREQ=DAILY;UNTIL=20260324T080000Z']);
    expect(entries[0]?.series?.occurrences.map(({ scheduled_at }) => scheduled_at.toISOString())).toEqual([
      '2026-03-23T08:00:00.000Z',
      '2026-04-13T07:00:00.000Z',
    ]);
    expect(entries[1]?.series?.occurrences).toHaveLength(2);
  });

  test('may have a zone behind the events that name it', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:My zone', 'X-LIC-LOCATION:America/New_York', 'END:VTIMEZONE'];
    const named = event('UID:a', 'SUMMARY:Launch', 'DTSTART;TZID=My zone:20260504T090000');
    for (const lines of [
      [...zone, ...named],
      [...named, ...zone],
    ]) {
      const { entries, problems } = await planIcs(...lines);
      expect(problems).toEqual([]);
      expect(entries[0]?.event).toMatchObject({
        timezone: 'America/New_York',
        scheduled_at: new Date('2026-05-04T13:00:00Z'),
      });
    }
  });

  test('repeats at the same time in UTC where it begins at one in UTC', async () => {
    const { entries, problems } = await planIcs(
      ...event('UID:a', 'SUMMARY:Morning', 'DTSTART:20260323T080000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      // In the zone of the request it is Tuesday already.
      ...event('UID:b', 'SUMMARY:Late', 'DTSTART:20260323T233000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260330'),
      ...event('UID:c', 'SUMMARY:Once', 'DTSTART:20260323T080000Z'),
    );
    expect(problems).toEqual([]);
    expect(
      entries.map(({ event: { timezone }, series }) => [
        timezone,
        ...(series?.occurrences.map(({ scheduled_at }) => scheduled_at.toISOString()) ?? []),
      ]),
    ).toEqual([
      ['UTC', '2026-03-23T08:00:00.000Z', '2026-03-30T08:00:00.000Z'],
      ['UTC', '2026-03-23T23:30:00.000Z', '2026-03-30T23:30:00.000Z'],
      ['Europe/Berlin'],
    ]);
  });

  test.each([
    [
      'a time with a zone',
      'DTSTART;TZID=Europe/Berlin:20260328T003000',
      ['2026-03-27T23:30:00.000Z', '2026-03-29T22:30:00.000Z'],
    ],
    ['a time in UTC', 'DTSTART:20260328T233000Z', ['2026-03-28T23:30:00.000Z', '2026-03-30T23:30:00.000Z']],
  ])('leaves out a day of a series that begins at %s', async (_what, start, times) => {
    const { entries } = await planIcs(
      ...event('UID:a', 'SUMMARY:Daily', start, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20260329'),
    );
    expect(entries[0]?.series?.occurrences.map(({ scheduled_at }) => scheduled_at.toISOString())).toEqual(times);
  });

  test.each([
    ['P1D', 'DTSTART;TZID=Europe/Berlin:20260328T120000', '2026-03-29T10:00:00.000Z'],
    ['PT24H', 'DTSTART;TZID=Europe/Berlin:20260328T120000', '2026-03-29T11:00:00.000Z'],
    ['P1DT2H', 'DTSTART;TZID=Europe/Berlin:20260328T120000', '2026-03-29T12:00:00.000Z'],
    ['P1D', 'DTSTART:20260328T110000Z', '2026-03-29T11:00:00.000Z'],
    ['P1W', 'DTSTART;VALUE=DATE:20260328', '2026-04-02T22:00:00.000Z'],
  ])('lasts days of the calendar, and exact hours: %s from %s', async (duration, start, end) => {
    const { entries } = await planIcs(...event('UID:a', 'SUMMARY:Sale', start, `DURATION:${duration}`));
    expect(entries[0]?.event.end_at?.toISOString()).toBe(end);
  });

  test.each([
    '/freeassociation.sourceforge.net/America/Argentina/Salta',
    'America/Argentina/Salta',
    '/America/Argentina/Salta',
  ])('knows a zone of three parts: %s', async (zone) => {
    const { entries } = await planIcs(...event('UID:a', 'SUMMARY:Sale', `DTSTART;TZID=${zone}:20260504T090000`));
    expect(entries[0]?.event).toMatchObject({
      timezone: 'America/Argentina/Salta',
      scheduled_at: new Date('2026-05-04T12:00:00Z'),
    });
  });

  test.each([
    ['a zone that there is not', 'timezone', ['DTSTART;TZID=Middle-earth:20260504T090000']],
    ['no start', 'scheduled_at', []],
    ['a start that is none', 'scheduled_at', ['DTSTART:soon']],
    ['a day that there is not', 'scheduled_at', ['DTSTART;VALUE=DATE:20260230']],
    ['a time that there is not', 'scheduled_at', ['DTSTART:20260504T097500Z']],
    ['an end before its start', 'end_at', ['DTSTART:20260504T090000Z', 'DTEND:20260504T080000Z']],
    ['a duration that is none', 'end_at', ['DTSTART:20260504T090000Z', 'DURATION:long']],
    ['a rule without an end', 'recurrence', ['DTSTART:20260504T090000Z', 'RRULE:FREQ=DAILY']],
    ['a rule of seconds', 'recurrence', ['DTSTART:20260504T090000Z', 'RRULE:FREQ=SECONDLY;COUNT=2']],
    ['a rule that starts later', 'scheduled_at', ['DTSTART:20260504T090000Z', 'RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2']],
    ['further dates', 'recurrence', ['DTSTART:20260504T090000Z', 'RDATE:20260505T090000Z']],
    ['a changed event of a series', 'recurrence', ['DTSTART:20260504T090000Z', 'RECURRENCE-ID:20260504T090000Z']],
    [
      'thousands of dates that are left out',
      'recurrence',
      [
        'DTSTART:20260504T090000Z',
        'RRULE:FREQ=DAILY;COUNT=9',
        ...twice(`EXDATE:${'20260504T090000Z,'.repeat(1_000)}20260505T090000Z`),
      ],
    ],
    ['a cancelled event', 'status', ['DTSTART:20260504T090000Z', 'STATUS:CANCELLED']],
    ['a year of long ago', 'scheduled_at', ['DTSTART:19500504T090000Z']],
    [
      'dates that are all left out',
      'recurrence',
      ['DTSTART:20260504T090000Z', 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20260504T090000Z'],
    ],
  ])('says what is wrong with %s', async (_what, field, lines) => {
    expect(await problemsOf(...lines)).toEqual([{ [field]: [expect.any(String)] }]);
  });

  test('imports nothing of a message that cancels events, whose status may be missing', async () => {
    const { entries, problems } = await planIcs(
      'METHOD:CANCEL',
      ...event('UID:1', 'SUMMARY:Launch', 'DTSTART:20260504T090000Z'),
    );
    expect(entries).toEqual([]);
    expect(problems).toMatchObject([{ title: 'Launch', problems: { status: ['The event is cancelled.'] } }]);
    const shown = await planIcs('METHOD:PUBLISH', ...event('UID:1', 'SUMMARY:Launch', 'DTSTART:20260504T090000Z'));
    expect(shown.entries).toHaveLength(1);
  });

  test('has an event only once, and none without a title', async () => {
    const one = event('UID:1', 'SUMMARY:Launch', 'DTSTART:20260504T090000Z');
    const { entries, problems } = await planIcs(...one, ...one, ...event('UID:2', 'DTSTART:20260504T090000Z'));
    expect(entries).toHaveLength(1);
    expect(problems).toMatchObject([
      { line: 8, title: 'Launch', problems: { id: [expect.any(String)] } },
      { line: 13, title: null, problems: { title: [expect.any(String)] } },
    ]);
  });

  test('that is none, or has too much, is refused', async () => {
    const refused = async (content: string) => validationOf(planImport({ format: 'ics', content, ...DEFAULTS }));
    expect(await refused('Nothing')).toHaveProperty('content');
    expect(await refused('BEGIN:VEVENT\n'.repeat(1_000))).toHaveProperty('content');
    const many = Array.from({ length: 1_001 }, (_, n) => event(`UID:${n}`, 'SUMMARY:x', 'DTSTART:20260504T090000Z'));
    expect(await refused(calendar(...many.flat()))).toHaveProperty('content');
    const series = Array.from({ length: 6 }, (_, n) =>
      event(`UID:${n}`, 'SUMMARY:x', 'DTSTART:20260504T090000Z', 'RRULE:FREQ=DAILY;COUNT=400'),
    );
    expect(await refused(calendar(...series.flat()))).toHaveProperty('content');
    expect((await planIcs(...series.slice(0, 5).flat())).entries).toHaveLength(5);
  });
});

describe('CSV', () => {
  test('has rows in the columns of an export, in any order', async () => {
    const { entries, problems } = await planCsv(
      '\uFEFFScheduled_at;title;channel;colour;all_day;recurrence;event_type',
      '2026-05-04T09:00;"Launch; with',
      'two lines";blog;red;;;blog_post',
      '2026-05-04;Day;;;;FREQ=DAILY;',
      "2026-05-04T09:00:00Z;'=SUM;;;false;;",
      '',
      'tomorrow;Later;;;;;',
      '2026-05-04;;printed;;;;',
      '2026-05-05;Daily;;;;FREQ=DAILY;COUNT=2;',
      '2026-05-06;Twice;;;;"FREQ=DAILY;COUNT=2";',
      '2031-02-30;Never;;;;;',
      '2031-04-31T09:00;Never;;;;;',
      '2031-05-08T10:00+02:00;Offset;;;;;',
    );
    expect(
      entries.map(({ line, event: { title, scheduled_at, all_day, channel }, series }) => [
        line,
        title,
        scheduled_at.toISOString(),
        all_day,
        channel,
        series?.occurrences.length ?? 1,
      ]),
    ).toEqual([
      [2, 'Launch; with two lines', '2026-05-04T07:00:00.000Z', false, 'blog', 1],
      [5, '=SUM', '2026-05-04T09:00:00.000Z', false, 'email', 1],
      [10, 'Twice', '2026-05-05T22:00:00.000Z', true, 'email', 2],
      [13, 'Offset', '2031-05-08T08:00:00.000Z', false, 'email', 1],
    ]);
    const noTime = { scheduled_at: ['Must be a day such as 2026-05-04, or a time such as 2026-05-04T09:00.'] };
    expect(problems.map(({ line, problems: fields }) => [line, fields])).toEqual([
      [4, { recurrence: [expect.any(String)] }],
      [7, noTime],
      [8, { title: ['Is required.'], channel: [expect.stringMatching(/^Must be one of: /)] }],
      [9, { event_type: [expect.stringMatching(/^Must be one of: /)], recurrence: [expect.any(String)] }],
      [11, noTime],
      [12, noTime],
    ]);
  });

  test('that a spreadsheet has stored has its words for true and false, and any other is a problem', async () => {
    const words = ['WAHR', 'FALSCH', 'VERDADERO', 'FALSO', 'TRUE', 'no', 'maybe'];
    const { entries, problems } = await planCsv(
      'title;scheduled_at;all_day',
      ...words.map((word) => `${word};2026-05-04T00:00;${word}`),
    );
    expect(entries.map(({ event: { title, all_day } }) => [title, all_day])).toEqual([
      ['WAHR', true],
      ['FALSCH', false],
      ['VERDADERO', true],
      ['FALSO', false],
      ['TRUE', true],
      ['no', false],
    ]);
    expect(problems).toMatchObject([{ title: 'maybe', problems: { all_day: ['Must be true or false.'] } }]);
  });

  test('of an export has the texts that it was made of, whatever character they begin with', async () => {
    const titles = ['=1+1', '+1', '-1', '@home', '＝式', '＋α', '－', '＠home', "'quoted'", 'plain'];
    const { entries } = await planImport({
      format: 'csv',
      content: csvOf([['title', 'scheduled_at'], ...titles.map((title) => [title, '2026-05-04'])]),
      ...DEFAULTS,
    });
    expect(entries.map(({ event: { title } }) => title)).toEqual(titles);
  });

  test.each([
    ['no columns', 'a,b\n1,2', 1],
    ['a quote that does not end', 'title,scheduled_at\nLaunch,2026-05-04\n"Open,2026-05-04', 3],
  ])('with %s says where', async (_what, content, line) => {
    const { problems } = await planImport({ format: 'csv', content, ...DEFAULTS });
    expect(problems).toMatchObject([{ line, problems: { content: [expect.any(String)] } }]);
  });

  test('with a long title and no time names its beginning only', async () => {
    const { problems } = await planCsv('title,scheduled_at', `${'x'.repeat(60_000)},soon`);
    expect(problems).toMatchObject([{ line: 2, title: 'x'.repeat(200) }]);
  });
});

describe('a file of a megabyte', () => {
  const DAILY = ['UID:1', 'DTSTART;TZID=America/New_York:20260504T090000', 'RRULE:FREQ=DAILY;COUNT=9'];
  const filler = 'DESCRIPTION:'.padEnd(900, 'x');
  const rows = Array.from({ length: 1_000 }, (_, n) => n);
  test.each([
    ['ics', calendar(...rows.flatMap((n) => event(`UID:${n}`, `SUMMARY:${n}`, 'DTSTART:20260504T090000Z', filler)))],
    ['csv', ['title,scheduled_at,description', ...rows.map((n) => `${n},2026-05-04,${filler}`)].join('\n')],
    ['ics', `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nX:${'\r\n x'.repeat(240_000)}`],
    ['csv', `title,scheduled_at\n${'"'.repeat(990_000)}`],
    ['csv', `title,scheduled_at\n${','.repeat(990_000)}`],
    ['csv', `title,scheduled_at\n${'a\n'.repeat(490_000)}`],
    ['ics', 'A:b\n'.repeat(245_000)],
    ['ics', `BEGIN:VEVENT\n${'BEGIN:VTIMEZONE\nTZID:a\nEND:VTIMEZONE\n'.repeat(25_000)}`],
    ['ics', calendar(...event(...DAILY, `EXDATE;TZID=America/New_York:${'20260504T090000,'.repeat(60_000)}`))],
    [
      'ics',
      calendar(
        ...event(
          ...DAILY,
          ...['SUMMARY', 'DESCRIPTION', 'CATEGORIES'].map((name) => `${name}:${'\\n'.repeat(160_000)}`),
        ),
      ),
    ],
  ] as const)('of %s is read without holding up others', async (format, content) => {
    expect(content.length).toBeLessThan(1_000_000);
    const hold = await longestHoldOf(() => planImport({ format, content, ...DEFAULTS }).catch(() => undefined), 20);
    expect(hold).toBeLessThan(20);
  });
});

describe('an import', () => {
  const content = calendar(
    ...event('UID:launch@example.com', 'SUMMARY:Launch', 'DTSTART:20260504T090000Z'),
    ...event('UID:weekly@example.com', 'SUMMARY:Weekly', 'DTSTART:20260505T090000Z', 'RRULE:FREQ=WEEKLY;COUNT=3'),
  );

  test('adds what the preview shows, once', async () => {
    const preview = () => service.run(call, previewImport, { input: { format: 'ics', content, ...DEFAULTS } });
    expect(await preview()).toMatchObject({ problems: [], known: new Set() });
    expect(await onSchedule()).toEqual([]);
    const made = await add({ content });
    expect(made).toMatchObject({ repeated: 3, known: 0, problems: [] });
    expect([made.eventIds.length, made.seriesIds.length]).toEqual([1, 1]);
    expect((await onSchedule()).map(({ title }) => title)).toEqual(['Launch', 'Weekly', 'Weekly', 'Weekly']);
    expect((await preview()).known).toEqual(new Set(['launch@example.com', 'weekly@example.com']));
    expect(await add({ content })).toMatchObject({ eventIds: [], seriesIds: [], known: 2 });
    expect(await onSchedule()).toHaveLength(4);
    // What was cancelled since can be imported again.
    const [launch] = await onSchedule();
    await service.run(call, deleteEvent, { params: { id: launch?.id } });
    expect(await add({ content })).toMatchObject({ known: 1, eventIds: [expect.any(String)] });
  });

  test('by two at once adds each event once', async () => {
    const both = await Promise.all([add({ content }), add({ content })]);
    expect(both.map(({ known }) => known).toSorted()).toEqual([0, 2]);
    expect(await onSchedule()).toHaveLength(4);
  });

  test('of one partner does not know the events of another', async () => {
    await add({ content });
    const { call: other } = await service.createCaller();
    expect(await add({ content }, other)).toMatchObject({ known: 0 });
    expect(await onSchedule(other)).toHaveLength(4);
  });

  test('of a sandbox key leaves production its own', async () => {
    const { call: simulated } = await service.createKey(partner, { sandbox: true });
    expect(await add({ content }, simulated)).toMatchObject({ known: 0 });
    expect(await add({ content }, simulated)).toMatchObject({ known: 2, eventIds: [] });
    expect(await add({ content })).toMatchObject({ known: 0 });
    expect(await add({ content })).toMatchObject({ known: 2, eventIds: [] });
  });

  test('with problems adds nothing, unless they are to be skipped', async () => {
    const partly = calendar(
      ...event('UID:1', 'SUMMARY:Launch', 'DTSTART:20260504T090000Z'),
      ...event('UID:2', 'SUMMARY:Never', 'DTSTART:soon'),
    );
    expect(await validationOf(add({ content: partly }))).toEqual({
      content: [expect.stringMatching(/^Line 8 \(Never\): scheduled_at: /)],
    });
    expect(await onSchedule()).toEqual([]);
    expect(await add({ content: partly, skip_problems: true })).toMatchObject({
      eventIds: [expect.any(String)],
      problems: [{ line: 8, title: 'Never' }],
    });
  });

  test('has room for all of it, or for nothing', async () => {
    const limited = (events: number) => {
      const deps = { ...service.deps, limits: { ...service.deps.limits, events } };
      return codeOf(invoke(deps, call, importEvents, { input: { format: 'ics', content, ...DEFAULTS } }));
    };
    expect(await limited(3)).toBe('CONFLICT');
    expect(await onSchedule()).toEqual([]);
    expect(await limited(4)).toBe('none');
    // Nothing is added, so there need be no room.
    expect(await limited(4)).toBe('none');
  });

  test('knows the events of our own files', async () => {
    await add({ content });
    const own = await textOf(
      calendarFile({ partnerName: 'Acme', publicUrl: 'https://calendar.example' }, batchesOf(await onSchedule())),
    );
    expect(await add({ content: own })).toMatchObject({ eventIds: [], seriesIds: [], known: 4, problems: [] });
    const { call: other } = await service.createCaller();
    expect(await add({ content: own }, other)).toMatchObject({ known: 0, problems: [] });
    const times = (rows: GtmEventRow[]) => rows.map(({ title, scheduled_at }) => [title, scheduled_at]);
    expect(times(await onSchedule(other))).toEqual(times(await onSchedule()));
  });
});
