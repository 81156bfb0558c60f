import { DAY_MS } from '../kernel/durations.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

/** Days of the longest week, month and year of a rule are numbers since 1970; day 0 is a Thursday. */
const THURSDAY = 4;

/**
 * The days of a rule, ascending, from a first day to a last, both inclusive and as numbers since 1970; the first is the one
 * from which intervals count. Every day in between is looked at once at most, so what never comes ends at the last.
 */
export function* daysOfRule(rule: RecurrenceRule, { first, last }: { first: number; last: number }): Generator<number> {
  for (const period of periodsOf(rule, first, last)) {
    for (const day of period) {
      if (day > last) return;
      if (day >= first) yield day;
    }
  }
}

/** The days of each period that the interval does not skip. */
function periodsOf(rule: RecurrenceRule, first: number, last: number): Iterable<Iterable<number>> {
  switch (rule.frequency) {
    case 'DAILY':
      return days(rule, first, last);
    case 'WEEKLY':
      return weeks(rule, first, last);
    case 'MONTHLY':
      return months(rule, first, last);
    case 'YEARLY':
      return years(rule, first, last);
  }
}

function* days(rule: RecurrenceRule, first: number, last: number): Generator<number[]> {
  for (let day = first; day <= last; day += rule.interval) {
    const month = monthOf(day);
    if (isNamedMonth(rule, month) && isNamedDay(rule, day, month)) yield [day];
  }
}

function* weeks(rule: RecurrenceRule, first: number, last: number): Generator<number[]> {
  const { interval, weekStart, weekdays } = rule;
  const named = weekdays.length > 0 ? weekdays.map(({ day }) => day) : [weekdayOf(first)];
  const start = first - ((weekdayOf(first) - weekStart + 7) % 7);
  for (let week = start; week <= last; week += 7 * interval) {
    const found = Array.from({ length: 7 }, (_, index) => week + index);
    yield found.filter((day) => named.includes(weekdayOf(day)) && isNamedMonth(rule, monthOf(day)));
  }
}

function* months(rule: RecurrenceRule, first: number, last: number): Generator<number[]> {
  const start = monthOf(first);
  for (let added = 0; ; added += rule.interval) {
    const month = monthAt(start.year, start.index + added);
    if (month.first > last) return;
    if (isNamedMonth(rule, month)) yield daysIn(rule, month, first - start.first);
  }
}

function* years(rule: RecurrenceRule, first: number, last: number): Generator<number[]> {
  const start = monthOf(first);
  const isByDay = rule.monthDays.length > 0 || rule.weekdays.length > 0;
  for (let year = start.year; monthAt(year, 0).first <= last; year += rule.interval) {
    for (let index = 0; index < 12; index += 1) {
      const month = monthAt(year, index);
      // Without months and days it is the month of the start.
      const isNamed = rule.months.length > 0 || isByDay ? isNamedMonth(rule, month) : index === start.index;
      if (isNamed) yield daysIn(rule, month, first - start.first);
    }
  }
}

/** The days of a month; without days in the rule the one of the start, by its place in its month, where there is one. */
function daysIn(rule: RecurrenceRule, month: Month, ofStart: number): number[] {
  const isByDay = rule.monthDays.length > 0 || rule.weekdays.length > 0;
  if (!isByDay) return ofStart < month.length ? [month.first + ofStart] : [];
  const all = Array.from({ length: month.length }, (_, index) => month.first + index);
  return all.filter((day) => isNamedDay(rule, day, month));
}

interface Month {
  year: number;
  /** 0 is January. */
  index: number;
  /** Its first day. */
  first: number;
  /** Days. */
  length: number;
}

function monthAt(year: number, index: number): Month {
  const first = Date.UTC(year, index, 1) / DAY_MS;
  const date = new Date(first * DAY_MS);
  const length = Date.UTC(year, index + 1, 1) / DAY_MS - first;
  return { year: date.getUTCFullYear(), index: date.getUTCMonth(), first, length };
}

function monthOf(day: number): Month {
  const date = new Date(day * DAY_MS);
  return monthAt(date.getUTCFullYear(), date.getUTCMonth());
}

function weekdayOf(day: number): number {
  return (((day + THURSDAY) % 7) + 7) % 7;
}

function isNamedMonth({ months: named }: RecurrenceRule, { index }: Month): boolean {
  return named.length === 0 || named.includes(index + 1);
}

/** Whether a day meets days of the month and of the week; a rule without them names all. */
function isNamedDay({ monthDays, weekdays }: RecurrenceRule, day: number, { first, length }: Month): boolean {
  const number = day - first + 1;
  const fromEnd = number - length - 1;
  if (monthDays.length > 0 && !monthDays.includes(number) && !monthDays.includes(fromEnd)) return false;
  const weekday = weekdayOf(day);
  const counted = [0, Math.ceil(number / 7), -Math.ceil(-fromEnd / 7)];
  return weekdays.length === 0 || weekdays.some(({ day: named, nth }) => named === weekday && counted.includes(nth));
}
