import type { CalendarSpec, ScheduleDescription } from '@temporalio/client';

/** Moments in UTC: all whose fields have one of these values. No years: every year. */
export interface Calendar {
  years: readonly number[];
  /** January is 1. */
  months: readonly number[];
  days: readonly number[];
  /** Sunday is 0. */
  weekdays: readonly number[];
  hours: readonly number[];
  minutes: readonly number[];
}

type Kept = NonNullable<
  NonNullable<NonNullable<ScheduleDescription['raw']['schedule']>['spec']>['structuredCalendar']
>[number];
type Ranges = Kept['second'];

const MONTHS = [
  ...(['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE'] as const),
  ...(['JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'] as const),
];
const WEEKDAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;
/** Last year that the engine keeps; a value beyond it is not its own. */
const LAST_YEAR = 2100;

/** A calendar as the engine takes it. */
export function specOf({ years, months, days, weekdays, hours, minutes }: Calendar): CalendarSpec {
  return {
    year: years.length === 0 ? '*' : rangesOf(years),
    month: months.map((month) => MONTHS[month - 1] ?? fail(month)),
    dayOfMonth: rangesOf(days),
    dayOfWeek: weekdays.map((day) => WEEKDAYS[day] ?? fail(day)),
    hour: rangesOf(hours),
    minute: rangesOf(minutes),
  };
}

function fail(value: number): never {
  throw new RangeError(`${value} is no month and no day of the week.`);
}

/** Ascending values as few ranges, with one step each. */
function rangesOf(values: readonly number[]): { start: number; end: number; step: number }[] {
  const ranges: { start: number; end: number; step: number }[] = [];
  for (const value of values) {
    const last = ranges.at(-1);
    if (last && (last.start === last.end || value === last.end + last.step)) {
      last.step = value - last.end;
      last.end = value;
    } else ranges.push({ start: value, end: value, step: 1 });
  }
  return ranges;
}

/** Whether the engine keeps these calendars and no others, in whatever order and form. */
export function isSame(kept: readonly Kept[], calendars: readonly Calendar[]): boolean {
  const wanted = new Set(calendars.map(keyOf));
  const found = new Set(
    kept.map(({ second, ...calendar }) =>
      valuesOf(second).join() === '0'
        ? keyOf({
            years: valuesOf(calendar.year),
            months: valuesOf(calendar.month),
            days: valuesOf(calendar.dayOfMonth),
            weekdays: valuesOf(calendar.dayOfWeek),
            hours: valuesOf(calendar.hour),
            minutes: valuesOf(calendar.minute),
          })
        : 'by the second',
    ),
  );
  return wanted.size === found.size && [...wanted].every((key) => found.has(key));
}

function keyOf({ years, months, days, weekdays, hours, minutes }: Calendar): string {
  return JSON.stringify([years, months, days, weekdays, hours, minutes]);
}

/** The engine leaves out an end and a step that say nothing. */
function valuesOf(ranges: Ranges): number[] {
  const values = (ranges ?? []).flatMap(({ start, end, step }) => {
    const first = start ?? 0;
    const count = Math.floor((Math.min(Math.max(end ?? 0, first), LAST_YEAR) - first) / (step || 1)) + 1;
    return Array.from({ length: Math.max(count, 0) }, (_, index) => first + index * (step || 1));
  });
  return [...new Set(values)].sort((a, b) => a - b);
}
