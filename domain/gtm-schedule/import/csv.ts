import { createHash } from 'node:crypto';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { canonicalTimezone, momentOf } from '../../kernel/timezone.ts';
import { csvRows, OpenQuote } from './csv-rows.ts';
import { type FilePart, type ImportDefaults, MAX_UID_LENGTH } from './entry.ts';

/** Columns that are read, as our own exports name them; others are left out. */
const COLUMNS = [
  'id',
  'title',
  'description',
  'scheduled_at',
  'end_at',
  'all_day',
  'timezone',
  'event_type',
  'channel',
  'recurrence',
] as const;
type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

/** The rows of a CSV file with a header, separated by commas, semicolons or tabs; `undefined` in between, for slices. */
export function* readCsv(text: string, defaults: ImportDefaults): Generator<FilePart | undefined> {
  let header: readonly string[] | undefined;
  try {
    for (const row of csvRows(text, separatorOf(text))) {
      yield header && row ? partOf(rowOf(header, row.cells), row.line, defaults) : undefined;
      if (header || !row) continue;
      header = row.cells.map((name) => name.trim().toLowerCase());
      const missing = ['title', 'scheduled_at'].find((name) => !header?.includes(name));
      if (missing) return yield problemAt(row.line, `The first row has no column \`${missing}\`.`);
    }
  } catch (error) {
    if (!(error instanceof OpenQuote)) throw error;
    yield problemAt(error.line, error.message);
  }
}

function problemAt(line: number, problem: string): FilePart {
  return problemOf({}, line, { content: [problem] });
}

/** What stands in the header most often. */
function separatorOf(text: string): string {
  const end = text.indexOf('\n');
  const header = text.slice(0, Math.min(end === -1 ? text.length : end, 2_000));
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: header.split(separator).length }));
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).separator;
}

function rowOf(header: readonly string[], record: readonly string[]): Row {
  const row: Row = {};
  for (const name of COLUMNS) {
    const cell = record[header.indexOf(name)]?.trim() ?? '';
    // Exports put an apostrophe before what spreadsheets would take for a formula; in East Asia also before wide characters.
    if (header.includes(name) && cell !== '') row[name] = /^'[=+\-@\t\r＝＋－＠]/.test(cell) ? cell.slice(1) : cell;
  }
  return row;
}

function partOf(row: Row, line: number, defaults: ImportDefaults): FilePart {
  const timezone = row.timezone === undefined ? defaults.timezone : canonicalTimezone(row.timezone);
  if (timezone === null)
    return problemOf(row, line, { timezone: ['Must be an IANA time zone such as Europe/Berlin.'] });
  const allDay = row.all_day === undefined ? DAY_FORM.test(row.scheduled_at ?? '') : truthOf(row.all_day);
  if (allDay === null) return problemOf(row, line, { all_day: ['Must be true or false.'] });
  const [start, end] = [timeOf(row.scheduled_at, timezone), timeOf(row.end_at, timezone)];
  if (start === null || end === null)
    return problemOf(row, line, {
      ...(start === null && { scheduled_at: [NO_TIME] }),
      ...(end === null && { end_at: [NO_TIME] }),
    });
  const body = {
    title: row.title,
    description: row.description ?? null,
    scheduled_at: start,
    end_at: end ?? null,
    all_day: allDay,
    timezone,
    event_type: row.event_type ?? defaults.event_type,
    channel: row.channel ?? defaults.channel,
    campaign_id: defaults.campaign_id,
    ...(row.recurrence !== undefined && { recurrence: row.recurrence }),
  };
  const isPlain = row.id !== undefined && row.id.length <= MAX_UID_LENGTH && /^[\x21-\x7E]+$/.test(row.id);
  const uid = isPlain && row.id ? row.id : `sha256:${createHash('sha256').update(JSON.stringify(row)).digest('hex')}`;
  return { entry: { line, uid, body, excluded: [] } };
}

function problemOf({ title }: Row, line: number, problems: ErrorDetails): FilePart {
  return { problem: { line, title: title ?? null, problems } };
}

const timeOf = (cell: string | undefined, timezone: string) =>
  cell === undefined ? undefined : momentIn(cell, timezone);

/** Words for true and false: spreadsheets store those of their own language in place of `true`, and people write yes. */
const TRUE_WORDS: ReadonlySet<string> = new Set(
  '1 true yes y wahr ja j verdadero sí si s vrai oui vero verdadeiro sim waar'.split(' '),
);
const FALSE_WORDS: ReadonlySet<string> = new Set('0 false no n falsch nein falso faux non não onwaar nee'.split(' '));

/** Null where a word is neither. */
function truthOf(word: string): boolean | null {
  const lower = word.toLowerCase();
  return TRUE_WORDS.has(lower) || (FALSE_WORDS.has(lower) ? false : null);
}

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/;
const TIME_FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?) ?(Z|[+-]\d{2}:\d{2})?)?$/;
const NO_TIME = 'Must be a day such as 2026-05-04, or a time such as 2026-05-04T09:00.';

/** The moment of a cell, where a time without an offset is one in the zone; null where it is none. */
function momentIn(text: string, timezone: string): string | null {
  const [, day = '', time = '00:00', offset] = TIME_FORM.exec(text) ?? [];
  const local = Date.parse(`${day}T${time}Z`);
  // Date.parse takes 30 February for 2 March, and 24:00 for the next day.
  if (Number.isNaN(local) || new Date(local).toISOString().slice(0, day.length) !== day) return null;
  const year = new Date(local).getUTCFullYear();
  if (year < 1900 || year > 2200) return null;
  return new Date(
    offset === undefined ? momentOf(local, timezone) : Date.parse(`${day}T${time}${offset}`),
  ).toISOString();
}
