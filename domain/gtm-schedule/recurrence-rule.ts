import { DAY_MS } from '../kernel/durations.ts';

/** How often a rule repeats. */
const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
/** Days of the week as RFC 5545 writes them, in the order of `Date.prototype.getUTCDay`. */
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;

/** Longest text of a rule, characters; that of a rule with all days and months has some 200. */
export const MAX_RULE_LENGTH = 300;
/** Most occurrences of a rule: each is an event. */
export const MAX_OCCURRENCES = 400;
const MAX_INTERVAL = 366;

/** A day of the week; `nth` counts within the month, from its end where negative. 0: each. */
interface Weekday {
  /** 0 is Sunday. */
  day: number;
  nth: number;
}

/** A recurrence rule of RFC 5545, section 3.3.10, without times of day, weeks of the year and positions. */
export interface RecurrenceRule {
  frequency: (typeof FREQUENCIES)[number];
  interval: number;
  weekdays: readonly Weekday[];
  /** Days of the month, from its end where negative. */
  monthDays: readonly number[];
  /** 1 is January. */
  months: readonly number[];
  /** First day of the week; decides which weeks an interval skips. */
  weekStart: number;
  /** Occurrences, or the last day or moment; one of them ends the rule. */
  count?: number;
  until?: { day: number } | { moment: number };
}

/** Thrown by the parts of a rule, and returned as a problem. */
class RuleProblem extends Error {}

/**
 * Reads a rule such as `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`, in any letter case, with or without `RRULE:`. What this service
 * does not repeat by is a problem, never left out: the events would be other ones than those that were meant.
 */
export function readRule(text: string): { rule: RecurrenceRule } | { problem: string } {
  try {
    return { rule: ruleOf(partsOf(text)) };
  } catch (error) {
    if (error instanceof RuleProblem) return { problem: error.message };
    throw error;
  }
}

const PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'WKST'] as const;
type Parts = Partial<Record<(typeof PARTS)[number], string>>;

function partsOf(text: string): Parts {
  const parts: Parts = {};
  const rule = text.trim().toUpperCase();
  for (const part of (rule.startsWith('RRULE:') ? rule.slice('RRULE:'.length) : rule).split(';')) {
    const [given = '', value, further] = part.split('=');
    const name = PARTS.find((known) => known === given);
    if (!name) throw new RuleProblem(`May only have the parts ${PARTS.join(', ')}.`);
    if (value === undefined || value === '' || further !== undefined)
      throw new RuleProblem(`Must have a value for ${name}.`);
    if (parts[name] !== undefined) throw new RuleProblem(`Must have ${name} only once.`);
    parts[name] = value;
  }
  return parts;
}

function ruleOf(parts: Parts): RecurrenceRule {
  const frequency = FREQUENCIES.find((known) => known === parts.FREQ);
  if (!frequency) throw new RuleProblem(`Must have FREQ, one of ${FREQUENCIES.join(', ')}.`);
  const rule: RecurrenceRule = {
    frequency,
    interval: parts.INTERVAL === undefined ? 1 : numberIn('INTERVAL', parts.INTERVAL, 1, MAX_INTERVAL),
    weekdays: listOf(parts.BYDAY, weekdayOf),
    monthDays: listOf(parts.BYMONTHDAY, (value) => signedIn('BYMONTHDAY', value, 31)),
    months: listOf(parts.BYMONTH, (value) => numberIn('BYMONTH', value, 1, 12)),
    weekStart: parts.WKST === undefined ? 1 : dayNamed('WKST', parts.WKST),
    ...endOf(parts),
  };
  if (frequency === 'WEEKLY' && rule.monthDays.length > 0)
    throw new RuleProblem('Must not have BYMONTHDAY with FREQ=WEEKLY.');
  const isCounted = rule.weekdays.some(({ nth }) => nth !== 0);
  const isInMonths = frequency === 'MONTHLY' || (frequency === 'YEARLY' && rule.months.length > 0);
  if (isCounted && !isInMonths)
    throw new RuleProblem('Must have numbers in BYDAY only with FREQ=MONTHLY, or with FREQ=YEARLY and BYMONTH.');
  return rule;
}

function endOf({ COUNT, UNTIL }: Parts): Pick<RecurrenceRule, 'count' | 'until'> {
  if ((COUNT === undefined) === (UNTIL === undefined)) throw new RuleProblem('Must end: either by COUNT or by UNTIL.');
  return COUNT === undefined
    ? { until: untilOf(UNTIL ?? '') }
    : { count: numberIn('COUNT', COUNT, 1, MAX_OCCURRENCES) };
}

const UNTIL_FORM = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z)?$/;

function untilOf(value: string): { day: number } | { moment: number } {
  const [, year, month, day, hour, minute, second] = UNTIL_FORM.exec(value) ?? [];
  const iso = `${year}-${month}-${day}`;
  const midnight = Date.parse(`${iso}T00:00:00Z`);
  // Date.parse takes 31 February for 3 March.
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== iso)
    throw new RuleProblem('Must have UNTIL as a day such as 20261231, or a moment in UTC such as 20261231T230000Z.');
  if (hour === undefined) return { day: midnight / DAY_MS };
  const moment = Date.parse(`${iso}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(moment)) throw new RuleProblem('Must have an existing time in UNTIL.');
  return { moment };
}

/** Each value once. */
function listOf<Value>(text: string | undefined, read: (part: string) => Value): Value[] {
  const values = new Map((text?.split(',') ?? []).map((part) => [part, read(part)]));
  return [...values.values()];
}

function weekdayOf(value: string): Weekday {
  const day = dayNamed('BYDAY', value.slice(-2));
  const number = value.slice(0, -2);
  return { day, nth: number === '' ? 0 : signedIn('BYDAY', number, 5) };
}

function dayNamed(part: string, name: string): number {
  const day = (WEEKDAYS as readonly string[]).indexOf(name);
  if (day === -1) throw new RuleProblem(`Must have days of the week in ${part}, such as MO.`);
  return day;
}

function signedIn(part: string, value: string, max: number): number {
  const isNegative = value.startsWith('-');
  const size = numberIn(part, /^[+-]/.test(value) ? value.slice(1) : value, 1, max);
  return isNegative ? -size : size;
}

function numberIn(part: string, value: string, min: number, max: number): number {
  const number = /^\d{1,6}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new RuleProblem(`Must have whole numbers from ${min} to ${max} in ${part}.`);
  return number;
}

/** The rule as text, in one spelling and order of its parts. */
export function ruleText(rule: RecurrenceRule): string {
  const { frequency, interval, weekdays, monthDays, months, weekStart, count, until } = rule;
  const parts: [name: (typeof PARTS)[number], value: string | number | false | undefined][] = [
    ['FREQ', frequency],
    ['INTERVAL', interval > 1 && interval],
    ['BYMONTH', months.join(',')],
    ['BYMONTHDAY', monthDays.join(',')],
    ['BYDAY', weekdays.map(({ day, nth }) => `${nth || ''}${WEEKDAYS[day]}`).join(',')],
    ['WKST', weekStart !== 1 && WEEKDAYS[weekStart]],
    ['COUNT', count],
    ['UNTIL', until && untilText(until)],
  ];
  return parts.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join(';');
}

function untilText(until: NonNullable<RecurrenceRule['until']>): string {
  const compact = (moment: number) => new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
  return 'day' in until ? compact(until.day * DAY_MS).slice(0, 8) : `${compact(until.moment)}Z`;
}
