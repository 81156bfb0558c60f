import type { Day } from './times.ts';

/** How often an event repeats, as RFC 5545 calls it. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Days of the week, from Monday on. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Form values of a repetition. */
export interface Repeat {
  frequency: Frequency;
  interval: number;
  /** Of a week; that of the first event is always one. */
  weekdays: Weekday[];
  ends: 'count' | 'until';
  count: number;
  /** Last day. */
  until: Day;
}

/** Events of a repetition that nobody has counted. */
const COUNT = 10;

/** A repetition that ends after ten events. */
export function newRepeat(frequency: Frequency, firstDay: Day): Repeat {
  return { frequency, interval: 1, weekdays: [], ends: 'count', count: COUNT, until: firstDay };
}

/** The day of the week of a day. */
export function weekdayOf(day: Day): Weekday | undefined {
  // Sunday is 0, and comes last here.
  return WEEKDAYS.at(new Date(`${day}T00:00:00Z`).getUTCDay() - 1);
}

/** The days of the week, in their order: the chosen ones and that of the first event, which a rule must have. */
export function weekdaysOf({ weekdays }: { weekdays: readonly Weekday[] }, firstDay: Day): Weekday[] {
  const first = weekdayOf(firstDay);
  return WEEKDAYS.filter((day) => day === first || weekdays.includes(day));
}

/** The rule of a repetition, as the API takes it. */
export function ruleOf(repeat: Repeat, firstDay: Day): string {
  const { frequency, interval, ends, count, until } = repeat;
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(frequency === 'WEEKLY' ? [`BYDAY=${weekdaysOf(repeat, firstDay).join(',')}`] : []),
    ends === 'count' ? `COUNT=${count}` : `UNTIL=${until.replaceAll('-', '')}`,
  ].join(';');
}

/** A rule as far as it is said in words. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  weekdays: readonly Weekday[];
  /** Days of the month, from its end where negative. */
  monthDays: readonly number[];
  /** 1 is January. */
  months: readonly number[];
  count?: number;
  until?: Day;
}

/** The parts of a rule; undefined where it has some that are not said in words, such as the second Friday of a month. */
export function readRule(text: string): Rule | undefined {
  const parts = new Map(text.split(';').map((part) => part.split('=') as [string, string]));
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  const weekdays = list('BYDAY').map((name) => WEEKDAYS.find((day) => day === name));
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get('UNTIL') ?? '') ?? [];
  if (!frequency || weekdays.includes(undefined)) return undefined;
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekdays: WEEKDAYS.filter((each) => weekdays.includes(each)),
    monthDays: list('BYMONTHDAY').map(Number),
    months: list('BYMONTH').map(Number),
    ...(parts.has('COUNT') && { count: Number(parts.get('COUNT')) }),
    ...(day !== undefined && { until: `${year}-${month}-${day}` }),
  };
}
