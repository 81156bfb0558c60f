import type { z } from 'zod';
import { invalid } from '../../kernel/errors.ts';
import { detailsOf } from '../../kernel/invoke.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { runInSlices, type SliceTurn } from '../../kernel/slices.ts';
import { type OccurrenceTimes, occurrencesOf } from '../recurrence.ts';
import { type RecurrenceRule, ruleText } from '../recurrence-rule.ts';
import { MAX_TITLE_CHARACTERS } from '../schedule-step.ts';
import { createEventBody, createSeriesBody, type ImportBody } from '../schema.ts';
import { readCsv } from './csv.ts';
import { type FileEntry, type FilePart, type FileProblem, MAX_ENTRIES } from './entry.ts';
import { readIcs } from './ics.ts';

/** Most events of an import, those of series counted one by one. */
const MAX_EVENTS = 2_000;
/** Most series of an import: each takes two statements of its transaction. */
const MAX_SERIES = 100;

type EventInput = z.output<typeof createEventBody>;

/** An event or a series that an import makes. */
export interface PlannedEntry {
  line: number;
  uid: string;
  event: EventInput & { all_day: boolean; timezone: string; end_at: Date | null };
  /** Null: it is an event of its own. */
  series: { recurrence: RecurrenceRule; occurrences: readonly OccurrenceTimes[] } | null;
}

/** What an import makes, and what it cannot. */
export interface ImportPlan {
  entries: PlannedEntry[];
  problems: FileProblem[];
}

/** Reads the file of an import, in slices of the partner's turns. 422 where it has too much. */
export async function planImport({ format, content, ...defaults }: ImportBody, turn?: SliceTurn): Promise<ImportPlan> {
  await turn?.();
  const read = format === 'csv' ? readCsv(content, defaults) : readIcs(content, defaults);
  const parts = await runInSlices(collectParts(read), turn);
  if (parts.length > MAX_ENTRIES) throw invalid({ content: [`Must have at most ${MAX_ENTRIES} entries.`] });
  if (parts.length === 0) throw invalid({ content: ['Has no events.'] });
  const plan = await runInSlices(planOf(parts), turn);
  const events = plan.entries.reduce((sum, { series }) => sum + (series?.occurrences.length ?? 1), 0);
  if (plan.entries.filter(({ series }) => series).length > MAX_SERIES)
    throw invalid({ content: [`Must have at most ${MAX_SERIES} series.`] });
  if (events > MAX_EVENTS)
    throw invalid({ content: [`Must have at most ${MAX_EVENTS} events, those of series included.`] });
  return plan;
}

function* collectParts(read: Iterable<FilePart | undefined>): Generator<undefined, FilePart[]> {
  const parts: FilePart[] = [];
  for (const part of read) {
    if (part) parts.push(part);
    // The caller refuses it.
    if (parts.length > MAX_ENTRIES) return parts;
    yield;
  }
  return parts;
}

function* planOf(parts: readonly FilePart[]): Generator<undefined, ImportPlan> {
  const plan: ImportPlan = { entries: [], problems: [] };
  const seen = new Set<string>();
  for (const part of parts) {
    yield;
    if ('problem' in part) {
      plan.problems.push({ ...part.problem, title: cutTitle(part.problem.title) });
      continue;
    }
    const { entry } = part;
    const read = seen.has(entry.uid) ? { problems: { id: ['The file has it twice.'] } } : entryOf(entry);
    seen.add(entry.uid);
    if ('problems' in read)
      plan.problems.push({ line: entry.line, title: cutTitle(entry.body['title']), problems: read.problems });
    else plan.entries.push(read);
  }
  return plan;
}

function cutTitle(title: unknown): string | null {
  return typeof title === 'string' ? title.slice(0, MAX_TITLE_CHARACTERS) : null;
}

/** Held against the same schemas and rules as what callers send. */
function entryOf({ line, uid, body, excluded }: FileEntry): PlannedEntry | { problems: ErrorDetails } {
  const repeats = 'recurrence' in body;
  const read = (repeats ? createSeriesBody : createEventBody).safeParse(body, { reportInput: true });
  if (!read.success) return { problems: detailsOf(read.error) };
  const { all_day = false, timezone = 'UTC', end_at = null, ...rest } = read.data;
  const event = { ...rest, all_day, timezone, end_at };
  if (!('recurrence' in event)) return { line, uid, event, series: null };
  const recurrence = event.recurrence as RecurrenceRule;
  const repeated = occurrencesOf(recurrence, event);
  if ('problems' in repeated)
    return { problems: Object.fromEntries(Object.entries(repeated.problems).map(([field, text]) => [field, [text]])) };
  const left = new Set(excluded.map((moment) => moment.getTime()));
  const occurrences = repeated.occurrences.filter(({ scheduled_at }) => !left.has(scheduled_at.getTime()));
  return occurrences.length === 0
    ? { problems: { recurrence: ['All of its dates are left out (EXDATE).'] } }
    : { line, uid, event, series: { recurrence, occurrences } };
}

/** The rule of an entry as text; null where it is an event of its own. */
export function recurrenceOf({ series }: PlannedEntry): string | null {
  return series && ruleText(series.recurrence);
}
