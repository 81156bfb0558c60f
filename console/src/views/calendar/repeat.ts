import { type Day, monthOf, plusDays, plusMonths, weekOf } from './times.ts';

/** How often an event repeats, as RFC 5545 calls it. */
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** Days of the week, from Monday on. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** On which day of its month an event is: that of the first event by number, by its place among its weekdays, or from the end. */
export const MONTH_PLACES = ['day', 'weekday', 'lastWeekday', 'lastDay'] as const;
export type MonthPlace = (typeof MONTH_PLACES)[number];

/** Form values of a repetition. */
export interface Repeat {
  frequency: Frequency;
  interval: number;
  /** Of a week; that of the first event is always one. */
  weekdays: Weekday[];
  /** Of a month; one that the first event is not at counts as its day. */
  place: MonthPlace;
  ends: 'count' | 'until';
  count: number;
  /** Last day. */
  until: Day;
}

/** Events of a repetition that nobody has counted. */
const COUNT = 10;
const DAYS_PER_WEEK = 7;
const MONTHS_PER_YEAR = 12;
/** The weekday of this number most months lack. */
const FIFTH = 5;
/** Periods of a rule of which one at least has an event. */
const MOST_EMPTY = 8;

/** A repetition that ends after ten events. */
export function newRepeat(frequency: Frequency, firstDay: Day): Repeat {
  return { frequency, interval: 1, weekdays: [], place: 'day', ends: 'count', count: COUNT, until: firstDay };
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

/** Weeks from the beginning of its month to that of a day, from 1: the second Friday of a month has 2. */
export function weekdayNumber(day: Day): number {
  return Math.ceil(Number(day.slice(8)) / DAYS_PER_WEEK);
}

/** The places that the first event is at. Of the fifth weekday, which most months lack, it is the last. */
export function placesOf(firstDay: Day): MonthPlace[] {
  const last = monthOf(firstDay).to;
  const isAt: Record<MonthPlace, boolean> = {
    day: true,
    weekday: weekdayNumber(firstDay) < FIFTH,
    lastWeekday: plusDays(firstDay, DAYS_PER_WEEK) > last,
    lastDay: firstDay === last,
  };
  return MONTH_PLACES.filter((place) => isAt[place]);
}

/** The place that a repetition has with its first event. */
export function placeOf({ place }: Pick<Repeat, 'place'>, firstDay: Day): MonthPlace {
  return placesOf(firstDay).includes(place) ? place : 'day';
}

/** The part of a rule for a place in the month; none for the day of the first event. */
function placePart(repeat: Repeat, firstDay: Day): string[] {
  const weekday = weekdayOf(firstDay);
  switch (placeOf(repeat, firstDay)) {
    case 'day':
      return [];
    case 'weekday':
      return [`BYDAY=${weekdayNumber(firstDay)}${weekday}`];
    case 'lastWeekday':
      return [`BYDAY=-1${weekday}`];
    case 'lastDay':
      return ['BYMONTHDAY=-1'];
  }
}

/** The rule of a repetition, as the API takes it. */
export function ruleOf(repeat: Repeat, firstDay: Day): string {
  const { frequency, interval, ends, count, until } = repeat;
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(frequency === 'WEEKLY' ? [`BYDAY=${weekdaysOf(repeat, firstDay).join(',')}`] : []),
    ...(frequency === 'MONTHLY' ? placePart(repeat, firstDay) : []),
    ends === 'count' ? `COUNT=${count}` : `UNTIL=${until.replaceAll('-', '')}`,
  ].join(';');
}

/** The first days of a repetition, at most so many. A month without its day has no event. */
export function firstDays(repeat: Repeat, firstDay: Day, most: number): Day[] {
  const { interval, ends, count, until } = repeat;
  const days: Day[] = [];
  if (!Number.isInteger(interval) || interval < 1) return days;
  const wanted = ends === 'count' ? Math.min(most, count) : most;
  // A 29 February is at most eight years from the next.
  const periods = MOST_EMPTY * most;
  for (let period = 0; period < periods && days.length < wanted; period += 1) {
    const found = daysIn(repeat, firstDay, period * interval).filter((day) => day >= firstDay);
    if (ends === 'until' && found.some((day) => day > until)) {
      days.push(...found.filter((day) => day <= until));
      break;
    }
    days.push(...found);
  }
  return days.slice(0, wanted);
}

/** The days of a repetition so many days, weeks, months or years after its first. */
function daysIn(repeat: Repeat, firstDay: Day, later: number): Day[] {
  switch (repeat.frequency) {
    case 'DAILY':
      return [plusDays(firstDay, later)];
    case 'WEEKLY': {
      const monday = plusDays(weekOf(firstDay).from, later * DAYS_PER_WEEK);
      return weekdaysOf(repeat, firstDay).map((day) => plusDays(monday, WEEKDAYS.indexOf(day)));
    }
    case 'MONTHLY':
      return dayInMonth(repeat, firstDay, plusMonths(`${firstDay.slice(0, 7)}-01`, later));
    case 'YEARLY':
      return sameDay(firstDay, plusMonths(`${firstDay.slice(0, 7)}-01`, later * MONTHS_PER_YEAR));
  }
}

/** The day in the month that begins with `first`; none where the month lacks it. */
function dayInMonth(repeat: Repeat, firstDay: Day, first: Day): Day[] {
  const last = monthOf(first).to;
  const weekday = WEEKDAYS.indexOf(weekdayOf(firstDay) ?? 'MO');
  const daysFrom = (day: Day) => (weekday - WEEKDAYS.indexOf(weekdayOf(day) ?? 'MO') + DAYS_PER_WEEK) % DAYS_PER_WEEK;
  switch (placeOf(repeat, firstDay)) {
    case 'day':
      return sameDay(firstDay, first);
    case 'weekday':
      return [plusDays(first, daysFrom(first) + (weekdayNumber(firstDay) - 1) * DAYS_PER_WEEK)];
    case 'lastWeekday': {
      const week = plusDays(last, 1 - DAYS_PER_WEEK);
      return [plusDays(week, daysFrom(week))];
    }
    case 'lastDay':
      return [last];
  }
}

function sameDay(firstDay: Day, first: Day): Day[] {
  const day = `${first.slice(0, 8)}${firstDay.slice(8)}`;
  return day <= monthOf(first).to ? [day] : [];
}

/** A rule as far as it is said in words. */
export interface Rule {
  frequency: Frequency;
  interval: number;
  weekdays: readonly Weekday[];
  /** Weekdays by their number in the month, from its end where negative. */
  places: readonly { weekday: Weekday; number: number }[];
  /** Days of the month, from its end where negative. */
  monthDays: readonly number[];
  /** 1 is January. */
  months: readonly number[];
  count?: number;
  until?: Day;
}

/** The parts of a rule; undefined where it has some that are not said in words. */
export function readRule(text: string): Rule | undefined {
  const parts = new Map(text.split(';').map((part) => part.split('=') as [string, string]));
  const list = (name: string) => parts.get(name)?.split(',') ?? [];
  const frequency = FREQUENCIES.find((name) => name === parts.get('FREQ'));
  const days = list('BYDAY').map((name) => {
    const [, number = '', weekday = ''] = /^([+-]?\d{0,2})([A-Z]{2})$/.exec(name) ?? [];
    return { number: Number(number), weekday: WEEKDAYS.find((day) => day === weekday) };
  });
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(parts.get('UNTIL') ?? '') ?? [];
  const isKnown = (one: (typeof days)[number]): one is { number: number; weekday: Weekday } =>
    one.weekday !== undefined;
  if (!frequency || !days.every(isKnown)) return undefined;
  return {
    frequency,
    interval: Number(parts.get('INTERVAL') ?? 1),
    weekdays: WEEKDAYS.filter((each) => days.some(({ weekday, number }) => weekday === each && number === 0)),
    places: days.filter(({ number }) => number !== 0),
    monthDays: list('BYMONTHDAY').map(Number),
    months: list('BYMONTH').map(Number),
    ...(parts.has('COUNT') && { count: Number(parts.get('COUNT')) }),
    ...(day !== undefined && { until: `${year}-${month}-${day}` }),
  };
}
