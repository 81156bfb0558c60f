import type { ScheduleDescription } from '@temporalio/client';

type Calendars = NonNullable<
  NonNullable<NonNullable<ScheduleDescription['raw']['schedule']>['spec']>['structuredCalendar']
>;
type Ranges = Calendars[number]['second'];

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const DAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

/** The fields of a cron expression in their order: the calendar's name, the least and the greatest value, and names of values. */
const FIELDS = [
  ['minute', 0, 59, []],
  ['hour', 0, 23, []],
  ['dayOfMonth', 1, 31, []],
  ['month', 1, 12, MONTHS],
  ['dayOfWeek', 0, 7, DAYS],
] as const;

/**
 * Whether the engine, which keeps calendars, keeps those of a cron expression of five fields. An expression that is not understood here is
 * as good as another one.
 */
export function isCron(calendars: Calendars, cron: string): boolean {
  const fields = cron.trim().split(/\s+/);
  const [calendar, ...more] = calendars;
  if (!calendar || more.length > 0 || fields.length !== FIELDS.length) return false;
  return (
    FIELDS.every(([name, least, greatest, names], index) => {
      const values = valuesOf(fields[index] ?? '', least, greatest, names);
      return values !== null && isSame(values, expand(calendar[name]));
    }) &&
    isSame(new Set([0]), expand(calendar.second)) &&
    !calendar.year?.length
  );
}

function isSame(some: ReadonlySet<number>, others: ReadonlySet<number>): boolean {
  return some.size === others.size && [...some].every((value) => others.has(value));
}

function expand(ranges: Ranges): Set<number> {
  return new Set(
    (ranges ?? []).flatMap(({ start, end, step }) => series(start ?? 0, Math.max(end ?? 0, start ?? 0), step || 1)),
  );
}

/** The values that a field names; null where it is not understood. Sunday is 0, also where it is written as 7. */
function valuesOf(field: string, least: number, greatest: number, names: readonly string[]): Set<number> | null {
  const values = new Set<number>();
  const isDay = greatest === 7;
  for (const part of field.split(',')) {
    const [, range = '', step] = /^([^/]+)(?:\/(\d+))?$/.exec(part) ?? [];
    const [, first = '', last] = /^([^-]+)(?:-([^-]+))?$/.exec(range) ?? [];
    const isAny = first === '*' || first === '?';
    const start = isAny ? least : numberOf(first, least, names);
    const end =
      isAny || (last === undefined && step !== undefined)
        ? greatest - Number(isDay)
        : numberOf(last ?? first, least, names);
    const isValid = start >= least && end <= greatest && start <= end && Number(step ?? 1) > 0;
    if (!isValid) return null;
    for (const value of series(start, end, Number(step ?? 1))) values.add(isDay ? value % 7 : value);
  }
  return values;
}

/** NaN where it is neither a number nor a name. */
function numberOf(text: string, least: number, names: readonly string[]): number {
  const place = names.indexOf(text.toUpperCase());
  if (place >= 0) return place + least;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

function series(start: number, end: number, step: number): number[] {
  return Array.from({ length: Math.floor((end - start) / step) + 1 }, (_, index) => start + index * step);
}
