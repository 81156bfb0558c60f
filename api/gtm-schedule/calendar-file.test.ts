import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { EXPECTED, writeCorpus } from '../../test/environment/calendar/corpus.ts';
import { batchesOf, eventRow, textOf } from '../../test/environment/event-rows.ts';
import { readCalendar } from '../../test/environment/read-calendar.ts';
import { calendarFile } from './calendar-file.ts';

const OWNER = { partnerName: 'Acme', publicUrl: 'https://calendar.example' };
const file = (...events: Parameters<typeof eventRow>[0][]) =>
  textOf(calendarFile(OWNER, batchesOf(events.map(eventRow))));
/** The name as calendars show it: on one line, without characters that need escaping. */
const NAME = 'Acme Inc. "Cloud" X-EVIL:1: go-to-market schedule';

describe('a calendar of all that is hard', () => {
  test('is what ical.js reads', async () => {
    const { name, description, refresh, events } = readCalendar(await writeCorpus());
    expect(name).toBe(NAME);
    expect(description).toBe('Dates of the go-to-market schedule of Acme Inc. "Cloud" X-EVIL:1');
    expect(refresh).toBe('PT1H');
    expect(events).toMatchObject(EXPECTED);
  });

  test('is what icalendar of PyPI reads', async () => {
    const kept = JSON.parse(
      readFileSync(new URL('../../test/environment/calendar/icalendar.json', import.meta.url), 'utf8'),
    );
    const sha256 = createHash('sha256')
      .update(await writeCorpus())
      .digest('hex');
    // This is another calendar than the test read: `npm run interop calendar` reads this one.
    expect(kept.sha256).toBe(sha256);
    expect(kept.name).toBe(NAME);
    expect(kept.events).toEqual(EXPECTED);
  });
});

test('an event is known by its id and the host, and says when it was changed last', async () => {
  const { events } = readCalendar(await file({ updated_at: new Date('2026-02-03T04:05:06.789Z'), sequence: 7 }));
  expect(events).toEqual([
    {
      uid: 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS@calendar.example',
      summary: 'Launch',
      description: null,
      start: '2026-03-02T09:00:00Z',
      end: null,
      allDay: false,
      sequence: 7,
      status: 'CONFIRMED',
      stamp: '2026-02-03T04:05:06Z',
      categories: ['Product launch'],
    },
  ]);
});

test.each([
  ['no batch', []],
  ['an empty batch', [[]]],
])('a calendar without events shows nothing, and has a component all the same: %s', async (_what, batches) => {
  expect(readCalendar(await textOf(calendarFile(OWNER, batchesOf(...batches)))).events).toEqual([]);
});

test('a calendar with events has nothing else', async () => {
  expect(await file({})).not.toContain('VTIMEZONE');
});

test('a day that begins at one o’clock, since midnight is left out, is a whole day', async () => {
  const scheduled_at = new Date('2026-04-24T06:00:00Z');
  const { events } = readCalendar(await file({ all_day: true, timezone: 'Africa/Cairo', scheduled_at }));
  expect(events).toMatchObject([{ allDay: true, start: '2026-04-24', end: '2026-04-25' }]);
});

/** Texts with all characters that are special in iCalendar, and with letters of all byte lengths. */
const texts = fc.array(
  fc.oneof(
    fc.constantFrom(
      ',',
      ';',
      ':',
      '\\',
      '\\n',
      '"',
      '^',
      '\r\n',
      '\n',
      '\r',
      '\t',
      ' ',
      '\r\nEND:VEVENT\r\n',
      '\r\nUID:x',
    ),
    fc.constantFrom(
      '👩‍👩‍👧‍👦',
      '🇩🇪',
      'ü',
      'שלום',
      'مرحبا',
      '\u200F',
      '\u202E',
      '\u2028',
      '\u0085',
      '\u0000',
      '\u0007',
      '\uD800',
    ),
    fc.string({ unit: 'grapheme', maxLength: 30 }),
  ),
  { minLength: 1, maxLength: 12 },
);
const joined = texts.map((parts) => parts.join(''));

/** What a reader should get: uniform line breaks and no control characters. */
function readable(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
      .replaceAll(/[\x00-\x08\x0B-\x1F\x7F-\x9F]/g, '')
  );
}

test('whatever a title, a description and a name say, readers get it back and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(joined, joined, joined, async (title, description, partnerName) => {
      const body = await textOf(calendarFile({ ...OWNER, partnerName }, batchesOf([eventRow({ title, description })])));
      const { name, events } = readCalendar(body);
      expect(events.map(({ summary, uid }) => [summary, uid])).toEqual([
        [readable(title), 'evt_01JNBXQ6R0ABCDEFGHJKMNPQRS@calendar.example'],
      ]);
      expect(events[0]?.description ?? '').toBe(readable(description));
      expect(name).not.toMatch(/[\r\n]/);
    }),
    { numRuns: 300 },
  );
});
