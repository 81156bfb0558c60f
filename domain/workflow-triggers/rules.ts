import { DAY_MS, MINUTE_MS } from '../kernel/durations.ts';
import { canonicalTimezone } from '../kernel/timezone.ts';
import { type Cron, CronError, parseCron } from './cron.ts';
import { allDays, occurrencesAfter, timesOfDay } from './occurrences.ts';

/** Most firings of a trigger in an hour; beyond it, occurrences are dropped. */
export const MAX_FIRINGS_AN_HOUR = 60;
/** Longest chain of triggers that fire each other. */
const MAX_DEPTH = 3;
/** Shortest time between two firings of a schedule, minutes. */
const MIN_INTERVAL_MINUTES = 15;
/** Longest delay after which an occurrence still runs, for example after a downtime. */
const MAX_LATENESS_MS = DAY_MS;

/** The error in a cron expression as a sentence, or null. */
export function cronProblem(expression: string, now: Date): string | null {
  let cron: Cron;
  try {
    cron = parseCron(expression);
  } catch (error) {
    if (error instanceof CronError) return error.message;
    throw error;
  }
  const days = [...allDays(cron, now)];
  if (days.length === 0) return 'Never comes.';
  return isTooFrequent(cron, days) ? `Must leave at least ${MIN_INTERVAL_MINUTES} minutes between two firings.` : null;
}

/** Whether two firings on a day, or the last of a day and the first of the next, are too close, by the clock. */
function isTooFrequent(cron: Cron, days: readonly number[]): boolean {
  const times = timesOfDay(cron);
  if (times.some((time, index) => index > 0 && time - (times[index - 1] ?? 0) < MIN_INTERVAL_MINUTES)) return true;
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  if (first + DAY_MS / MINUTE_MS - last >= MIN_INTERVAL_MINUTES) return false;
  return days.some((day, index) => index > 0 && day - (days[index - 1] ?? 0) === DAY_MS);
}

/** Whether a stored schedule can be read. Releases before 0.3 took zones and expressions that the engine did not. */
export function isReadable(schedule: { cron: string; timezone: string }): boolean {
  try {
    parseCron(schedule.cron);
  } catch (error) {
    if (error instanceof CronError) return false;
    throw error;
  }
  return canonicalTimezone(schedule.timezone) === schedule.timezone;
}

/** Next occurrence after a time, or null. */
export function nextOccurrence(expression: string, timezone: string, after: Date): Date | null {
  const [next] = occurrencesAfter(parseCron(expression), timezone, after.getTime());
  return next === undefined ? null : new Date(next);
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
  const newest: Date[] = [];
  let count = 0;
  for (const moment of occurrencesAfter(parseCron(expression), timezone, from.getTime() - 1)) {
    if (moment >= until.getTime()) break;
    newest.push(new Date(moment));
    if (newest.length > limit) newest.shift();
    count += 1;
  }
  return { newest, count };
}

/** How far back Temporal catches up on occurrences after a downtime, milliseconds: as long as one may still run. */
export const CATCH_UP_WINDOW_MS = MAX_LATENESS_MS;

/** What a trigger may spend on a UTC day; null: no limit. */
interface Budget {
  max_runs_per_day: number | null;
  max_credits_per_day: number | null;
}

/** Whether a trigger has a budget. */
export function hasBudget({ max_runs_per_day, max_credits_per_day }: Budget): boolean {
  return max_runs_per_day !== null || max_credits_per_day !== null;
}

/** Whether another execution, which holds these credits, would exceed a trigger's budget, by what it has spent of the day. */
export function isOverBudget(
  { max_runs_per_day: runs, max_credits_per_day: most }: Budget,
  spent: { runs: number; credits: number },
  credits: number,
): boolean {
  return (runs !== null && spent.runs >= runs) || (most !== null && spent.credits + credits > most);
}

/** Midnight UTC of a moment's day. */
export function startOfDay(now: Date): Date {
  return new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS);
}

/** Whether a firing would close a loop of triggers, or make their chain too long. */
export function isLoop(chain: readonly number[], triggerId: number): boolean {
  return chain.includes(triggerId) || chain.length >= MAX_DEPTH;
}
