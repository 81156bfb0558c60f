import { calendarFile } from '../../../api/gtm-schedule/calendar-file.ts';
import { occurrencesOf } from '../../../domain/gtm-schedule/recurrence.ts';
import { readRule } from '../../../domain/gtm-schedule/recurrence-rule.ts';
import { batchesOf, eventRow, textOf } from '../event-rows.ts';

const at = (text: string) => new Date(text);
const idOf = (n: number) => `evt_01JNBXQ6R0ABCDEFGHJKMN${String(n).padStart(4, '0')}`;

/** Titles and descriptions that a careless writer breaks a calendar with. */
const TEXTS: [title: string, description: string | null][] = [
  ['Comma, semicolon; and back\\slash', 'First line\nSecond, line; with \\n in it'],
  ['Emoji 👩‍👩‍👧‍👦🚀 and flags 🇩🇪🇯🇵'.repeat(5), '🎉'.repeat(120)],
  ['إطلاق المنتج — שלום עולם', 'سطر أول\r\nסטר שני'],
  ['Before END:VEVENT BEGIN:VEVENT after', 'x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil@example.com\r\n'],
  ['"Quoted" ^ caret : colon = equals', '\tTab, bell \u0007, vertical \u000b tab, separators \u2028 and \u2029'],
  ['A title of two hundred characters '.repeat(6).slice(0, 200).trim(), 'ü'.repeat(300)],
];

/** Nights on which clocks are changed, in zones of all kinds: by an hour, by half of one, at midnight, south of the equator. */
const CHANGES: [zone: string, ...days: string[]][] = [
  ['Europe/Berlin', '2026-03-29', '2026-10-25'],
  ['America/New_York', '2026-03-08', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-10-04'],
  ['Africa/Cairo', '2026-04-24', '2026-10-30'],
  ['America/Santiago', '2026-04-05', '2026-09-06'],
  ['Asia/Beirut', '2026-03-29', '2026-10-25'],
  ['Pacific/Kiritimati', '2026-06-01'],
];

/** Whole days over each change of the clocks, from the day before to the day after, as moments of noon there. */
const ALL_DAY = CHANGES.flatMap(([timezone, ...days]) =>
  days.map((day) => ({ timezone, day, from: shifted(day, -1), to: shifted(day, 1) })),
);

function shifted(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Noon in UTC is the same day in all of these zones but the last, which is 14 hours ahead. */
function noon(day: string, timezone: string): Date {
  return new Date(Date.parse(`${day}T12:00:00Z`) - (timezone === 'Pacific/Kiritimati' ? 43_200_000 : 0));
}

/** Nine o'clock in Berlin before and after the clocks are changed, and half past two, which they leave out on the second day. */
const REPEATED: [rule: string, ...moments: [string, ...string[]]][] = [
  ['FREQ=WEEKLY;COUNT=3', '2026-03-22T08:00:00Z', '2026-03-29T07:00:00Z', '2026-04-05T07:00:00Z'],
  ['FREQ=WEEKLY;COUNT=2', '2026-10-18T07:00:00Z', '2026-10-25T08:00:00Z'],
  ['FREQ=DAILY;COUNT=3', '2026-03-28T01:30:00Z', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00Z'],
];

/** The events of a series as rows; each is expected at its moment, the second as one that was cancelled. */
const SERIES = REPEATED.flatMap(([text, first, ...further]) => {
  const read = readRule(text);
  if ('problem' in read) throw new Error(read.problem);
  const times = { scheduled_at: at(first), end_at: null, all_day: false, timezone: 'Europe/Berlin' };
  const repeated = occurrencesOf(read.rule, times);
  if ('problems' in repeated) throw new Error(JSON.stringify(repeated.problems));
  return repeated.occurrences.map((occurrence, index) => ({
    title: `${text} at ${[first, ...further][index]}`,
    ...occurrence,
    series_id: 1,
    timezone: 'Europe/Berlin',
    ...(index === 1 && { status: 'cancelled' as const, cancelled_at: at('2026-02-01T00:00:00Z'), sequence: 1 }),
  }));
});

/** What readers are to find, in the order of the file. Times are as iCalendar has them, ends exclusive. */
export interface Expected {
  uid: string;
  summary: string;
  description: string | null;
  start: string;
  end: string | null;
  status: string;
  sequence: number;
}

const ROWS = [
  ...TEXTS.map(([title, description]) => ({ title, description })),
  ...ALL_DAY.map(({ timezone, from, to }) => ({
    title: `${timezone} from ${from} to ${to}`,
    timezone,
    all_day: true,
    scheduled_at: noon(from, timezone),
    end_at: noon(to, timezone),
  })),
  // 02:30 in Berlin happens twice in this night; in UTC the two differ.
  ...['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((moment) => ({
    title: `Half past two in Berlin, ${moment}`,
    timezone: 'Europe/Berlin',
    scheduled_at: at(moment),
    end_at: at('2026-10-25T02:00:00Z'),
  })),
  { title: 'Takes no time', scheduled_at: at('2026-05-01T10:00:00.900Z'), end_at: at('2026-05-01T10:00:00.950Z') },
  { title: 'Cancelled', status: 'cancelled' as const, cancelled_at: at('2026-02-01T00:00:00Z'), sequence: 3 },
  { title: 'Tried out', sandbox: true, description: '' },
  ...SERIES,
].map((row, index) => eventRow({ ...row, id: idOf(index) }));

const SPANS = ALL_DAY.map(({ from, to }) => ({ from, end: shifted(to, 1) }));

/** What is in the corpus, said without the code that writes it. */
export const EXPECTED: Expected[] = ROWS.map((row, index) => {
  const span = row.all_day ? SPANS[index - TEXTS.length] : undefined;
  const isLong = row.title.startsWith('Half');
  return {
    uid: `${row.id}@calendar.example`,
    summary: row.sandbox ? `[Sandbox] ${row.title}` : row.title,
    description: row.description === null ? null : readable(row.description),
    start: span ? span.from : (row.title.split(' at ')[1]?.replace('.000', '') ?? seconds(row.scheduled_at)),
    end: span ? span.end : isLong && row.end_at ? seconds(row.end_at) : null,
    status: row.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED',
    sequence: row.sequence,
  };
});

function seconds(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}Z`;
}

function readable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\u2028\u2029]/g, '\n')
    .replaceAll('\u0007', '')
    .replaceAll('\u000b', '');
}

/** A partner whose name tries to break out of its line. */
const PARTNER = 'Acme, Inc.; \\ "Cloud"\r\nX-EVIL:1';

/** The corpus as the product writes it. */
export function writeCorpus(): Promise<string> {
  const owner = { partnerName: PARTNER, publicUrl: 'https://calendar.example:8443' };
  return textOf(calendarFile(owner, batchesOf(ROWS.slice(0, 5), ROWS.slice(5))));
}
