import { Cron } from 'croner';

/** Most triggers of a partner. */
export const MAX_TRIGGERS = 100;
/** Most firings of a trigger in an hour; beyond it, occurrences are dropped. */
export const MAX_FIRINGS_AN_HOUR = 60;
/** Longest chain of triggers that fire each other. */
const MAX_DEPTH = 3;
/** Shortest time between two firings of a schedule, minutes. */
const MIN_INTERVAL_MINUTES = 15;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Longest delay after which an occurrence still runs, for example after a downtime. */
const MAX_LATENESS_MS = DAY_MS;
/** Most firings of a day that respect the interval. */
const MAX_A_DAY = DAY_MS / (MIN_INTERVAL_MINUTES * MINUTE_MS);
/** Days of a schedule that are checked for being adjacent: a year of them, more if they are rare. */
const MAX_DAYS_LOOKED_AT = 400;
/** Longest gap between two 29 Februaries, years: 2096 to 2104. */
const LEAP_YEARS_APART = 8;

/**
 * Numbers, names of months and days, lists, ranges and steps, which all cron implementations share; no `L`, `W`, `#`,
 * `?` or `@`.
 */
const FIELD = /^[0-9A-Za-z*,/-]+$/;
const NAMES = /[A-Za-z]+/g;
const KNOWN_NAMES = new Set('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC SUN MON TUE WED THU FRI SAT'.split(' '));

/** The error in a cron expression as a sentence, or null. The time zone must be a known one. */
export function cronProblem(expression: string, timezone: string, now: Date): string | null {
  const fields = expression.split(/\s+/);
  const [, , day, , weekday] = fields;
  if (fields.length !== 5 || !fields.every((field) => FIELD.test(field))) {
    return 'Must be five fields: minute, hour, day of the month, month, day of the week.';
  }
  if (fields.some((field) => (field.match(NAMES) ?? []).some((name) => !KNOWN_NAMES.has(name.toUpperCase())))) {
    return 'Names must be those of months (JAN) or days (MON).';
  }
  if (day !== '*' && weekday !== '*') return 'Must name days of the month or days of the week, not both.';
  try {
    parse(expression, timezone);
  } catch {
    return 'Must be a cron expression whose numbers are within their fields, such as `0 9 * * MON`.';
  }
  if (!firstOccurrence(expression, timezone, now)) return 'Never comes.';
  return isTooFrequent(fields, now) ? `Must leave at least ${MIN_INTERVAL_MINUTES} minutes between two firings.` : null;
}

/** Whether two firings on a day, or the last of a day and the first of the next, are too close, on any date. */
function isTooFrequent([minute, hour, ...days]: readonly string[], now: Date): boolean {
  // Without a time zone it is forty times as fast.
  const runs = (expression: string, count: number, after: Date) =>
    new Cron(expression, { utcOffset: 0, mode: '5-part', paused: true }).nextRuns(count, after);
  const times = runs(`${minute} ${hour} * * *`, MAX_A_DAY + 1, new Date(-1));
  const ofDay = times.filter((time) => time.getTime() < DAY_MS);
  const isNear = (earlier: Date, later: number) => later - earlier.getTime() < MIN_INTERVAL_MINUTES * MINUTE_MS;
  if (ofDay.some((time, index) => index > 0 && isNear(ofDay[index - 1] as Date, time.getTime()))) return true;
  const [first, last] = [ofDay[0], ofDay.at(-1)];
  if (!first || !last || !isNear(last, first.getTime() + DAY_MS)) return false;
  const dates = runs(`0 0 ${days.join(' ')}`, MAX_DAYS_LOOKED_AT, now);
  return dates.some((date, index) => index > 0 && date.getTime() - (dates[index - 1]?.getTime() ?? 0) === DAY_MS);
}

/** First occurrence of an expression; null: none within the years in which every possible date occurs. */
function firstOccurrence(expression: string, timezone: string, now: Date): Date | null {
  const year = now.getUTCFullYear();
  // Limited to these years, because cron-parser searches for impossible dates, such as 31 April, until the stack
  // overflows.
  const pattern = `0 ${expression} ${year}-${year + LEAP_YEARS_APART}`;
  return new Cron(pattern, { timezone, mode: '7-part', paused: true }).nextRun(now);
}

/** Next occurrence after a time, or null. */
export function nextOccurrence(expression: string, timezone: string, after: Date): Date | null {
  return parse(expression, timezone).nextRun(after);
}

/** Whether it is too late to run an occurrence: the next one is due, or a day has passed. */
export function isMissed(expression: string, timezone: string, at: Date, now: Date): boolean {
  if (now.getTime() - at.getTime() > MAX_LATENESS_MS) return true;
  const successor = nextOccurrence(expression, timezone, at);
  return successor !== null && successor <= now;
}

/** Occurrences in a time range (start inclusive, end exclusive): the newest `limit`, and the count of all. */
export function occurrencesBetween(
  expression: string,
  timezone: string,
  { from, until, limit }: { from: Date; until: Date; limit: number },
): { newest: Date[]; count: number } {
  const cron = parse(expression, timezone);
  const newest: Date[] = [];
  let count = 0;
  for (let at = cron.nextRun(new Date(from.getTime() - 1)); at && at < until; at = cron.nextRun(at)) {
    newest.push(at);
    if (newest.length > limit) newest.shift();
    count += 1;
  }
  return { newest, count };
}

/** How far back Temporal catches up on occurrences after a downtime, milliseconds: as long as one may still run. */
export const CATCH_UP_WINDOW_MS = MAX_LATENESS_MS;

function parse(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, mode: '5-part', paused: true });
}

/** Whether a firing would close a loop of triggers, or make their chain too long. */
export function isLoop(chain: readonly number[], triggerId: number): boolean {
  return chain.includes(triggerId) || chain.length >= MAX_DEPTH;
}
