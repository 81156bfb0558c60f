import { createHash } from 'node:crypto';
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
  return { problem: { line, title: null, problems: { content: [problem] } } };
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
    // Exports put an apostrophe before what spreadsheets would take for a formula.
    if (header.includes(name) && cell !== '') row[name] = /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;
  }
  return row;
}

function partOf(row: Row, line: number, defaults: ImportDefaults): FilePart {
  const timezone = row.timezone === undefined ? defaults.timezone : canonicalTimezone(row.timezone);
  if (timezone === null)
    return {
      problem: {
        line,
        title: row.title ?? null,
        problems: { timezone: ['Must be an IANA time zone such as Europe/Berlin.'] },
      },
    };
  const body = {
    title: row.title,
    description: row.description ?? null,
    scheduled_at: momentIn(row.scheduled_at, timezone),
    end_at: momentIn(row.end_at, timezone) ?? null,
    all_day: row.all_day === undefined ? DAY_FORM.test(row.scheduled_at ?? '') : /^(true|1|yes)$/i.test(row.all_day),
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

const DAY_FORM = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL_FORM = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?$/;

/** A time without an offset is one in the zone; what is none stays, for the schema to refuse. */
function momentIn(text: string | undefined, timezone: string): string | undefined {
  const [, day, time = '00:00'] = LOCAL_FORM.exec(text ?? '') ?? [];
  const local = day === undefined ? Number.NaN : Date.parse(`${day}T${time}Z`);
  const year = new Date(local).getUTCFullYear();
  return year >= 1900 && year <= 2200 ? new Date(momentOf(local, timezone)).toISOString() : text;
}
