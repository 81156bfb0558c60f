import { Cron } from 'croner';

/** Most triggers that a partner may have. */
export const MAX_TRIGGERS = 100;
/** Most firings of a trigger in an hour; what comes beyond is a storm. */
export const MAX_FIRINGS_AN_HOUR = 60;
/** Longest chain of triggers that fire each other. */
const MAX_DEPTH = 3;
/** Shortest time between two firings of a schedule, minutes. */
const MIN_INTERVAL_MINUTES = 15;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Longest that an occurrence is made up for after a downtime. */
const MAX_LATENESS_MS = DAY_MS;
/** Most years from one 29 February to the next: 2096 to 2104. */
const LEAP_YEARS_APART = 8;
/** Enough for a whole day of a schedule that keeps the interval. */
const MAX_LOOKED_AT = 200;

/** Numbers, names of months and days, lists, ranges and steps: what cron has meant everywhere; no `L`, `W`, `#`, `?` or `@`. */
const FIELD = /^[0-9A-Za-z*,/-]+$/;
const NAMES = /[A-Za-z]+/g;
const KNOWN_NAMES = new Set('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC SUN MON TUE WED THU FRI SAT'.split(' '));

/** What is wrong with a cron expression, as a sentence; null where nothing is. The time zone must be known. */
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
  let cron: Cron;
  try {
    cron = parse(expression, timezone);
  } catch {
    return 'Must be a cron expression whose numbers are within their fields, such as `0 9 * * MON`.';
  }
  const first = firstOccurrence(expression, timezone, now);
  if (!first) return 'Never comes.';
  for (let at = first, looked = 0; looked < MAX_LOOKED_AT; looked += 1) {
    const next = cron.nextRun(at);
    if (!next || at.getTime() - first.getTime() > DAY_MS) break;
    if (next.getTime() - at.getTime() < MIN_INTERVAL_MINUTES * MINUTE_MS) {
      return `Must leave at least ${MIN_INTERVAL_MINUTES} minutes between two firings.`;
    }
    at = next;
  }
  return null;
}

/** When an expression comes first; null: not within the years in which every day there is comes once. */
function firstOccurrence(expression: string, timezone: string, now: Date): Date | null {
  const year = now.getUTCFullYear();
  // Without an end the days of months that have none, such as 31 April, are looked for until the stack is full.
  const pattern = `0 ${expression} ${year}-${year + LEAP_YEARS_APART}`;
  return new Cron(pattern, { timezone, mode: '7-part', paused: true }).nextRun(now);
}

/** When a schedule comes next after a moment; null: never again. */
export function nextOccurrence(expression: string, timezone: string, after: Date): Date | null {
  return parse(expression, timezone).nextRun(after);
}

/** Whether an occurrence is not made up for any more: the next one is due, or a day has passed. */
export function isMissed(expression: string, timezone: string, at: Date, now: Date): boolean {
  if (now.getTime() - at.getTime() > MAX_LATENESS_MS) return true;
  const successor = nextOccurrence(expression, timezone, at);
  return successor !== null && successor <= now;
}

/** Occurrences from one moment, inclusive, to another, exclusive; the newest `limit`, and how many there were. */
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

/** How far back the engine looks for what it missed while it was away, milliseconds: as far as anything could be made up for. */
export const CATCH_UP_WINDOW_MS = MAX_LATENESS_MS;

function parse(expression: string, timezone: string): Cron {
  return new Cron(expression, { timezone, mode: '5-part', paused: true });
}

/** Whether a firing would close a circle of triggers, or make their chain too long. */
export function isLoop(chain: readonly number[], triggerId: number): boolean {
  return chain.includes(triggerId) || chain.length >= MAX_DEPTH;
}
