import { tzOffset } from '@date-fns/tz';
import { LRUCache } from 'lru-cache';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { TIMEZONE_NAMES } from './timezone-names.ts';

/** Distance of the moments whose offsets are compared. No zone changes its clocks and back within a week. */
const PROBE_MS = 7 * DAY_MS;
/** Days around a year that belong to its spans, so that local times of its first and last day are found. */
const MARGIN_MS = 3 * DAY_MS;
/** Zones and years whose spans are kept; each takes about 200 bytes. */
const MAX_CACHED = 5_000;

const spellings = new Map(TIMEZONE_NAMES.map((name) => [name.toLowerCase(), name]));

/** A time zone as the IANA database spells it, from its name in any letter case; null: the database has none. */
export function canonicalTimezone(name: string): string | null {
  return spellings.get(name.toLowerCase()) ?? null;
}

/** A time during which the clocks of a zone are not changed: milliseconds since 1970, end exclusive. */
interface Span {
  start: number;
  end: number;
  /** What local time is ahead of UTC by, milliseconds. */
  offset: number;
}

const cache = new LRUCache<string, readonly Span[]>({ max: MAX_CACHED });

/**
 * The spans of a zone (canonical name) that cover a UTC year and three days on either side, in order. The first begins
 * and the last ends at infinity.
 */
function spansOfYear(timezone: string, year: number): readonly Span[] {
  const key = `${timezone} ${year}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const spans = findSpans(timezone, Date.UTC(year, 0, 1) - MARGIN_MS, Date.UTC(year + 1, 0, 1) + MARGIN_MS);
  cache.set(key, spans);
  return spans;
}

function findSpans(timezone: string, from: number, until: number): Span[] {
  const offsetAt = (moment: number) => Math.round(tzOffset(timezone, new Date(moment)) * MINUTE_MS);
  const spans: Span[] = [{ start: -Infinity, end: Infinity, offset: offsetAt(from) }];
  for (let probe = from; probe < until; probe += PROBE_MS) {
    const last = spans.at(-1) as Span;
    const offset = offsetAt(probe + PROBE_MS);
    if (offset === last.offset) continue;
    last.end = firstMinute(probe, probe + PROBE_MS, (moment) => offsetAt(moment) !== last.offset);
    spans.push({ start: last.end, end: Infinity, offset });
  }
  return spans;
}

/** First whole minute between two at which a condition holds, which holds at the second and stays so. */
function firstMinute(from: number, to: number, holds: (moment: number) => boolean): number {
  let [before, at] = [from / MINUTE_MS, to / MINUTE_MS];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (holds(middle * MINUTE_MS)) at = middle;
    else before = middle;
  }
  return at * MINUTE_MS;
}

/**
 * The moment at which clocks show a local time, both in milliseconds, the local time as if it were UTC. One that the
 * clocks leave out is the moment at which they are changed; one that they show twice is the first of the two.
 */
export function momentOf(local: number, timezone: string): number {
  for (const { start, end, offset } of spansOfYear(timezone, new Date(local).getUTCFullYear())) {
    const moment = local - offset;
    if (moment < start) return start;
    if (moment < end) return moment;
  }
  throw new Error('The last span of a zone has no end.');
}

/** The offset of a zone during a whole local day (its start as if it were UTC); null: the clocks are changed then. */
export function offsetOfDay(day: number, timezone: string): number | null {
  const spans = spansOfYear(timezone, new Date(day).getUTCFullYear());
  const span = spans.find(({ start, end, offset }) => day - offset >= start && day + DAY_MS - offset <= end);
  // A day that begins again after the clocks were set back over midnight is in two spans.
  const isWhole = span && momentOf(day, timezone) === day - span.offset;
  return isWhole ? span.offset : null;
}

/** What local time in a zone is ahead of UTC by at a moment, milliseconds. */
export function offsetAt(moment: number, timezone: string): number {
  const spans = spansOfYear(timezone, new Date(moment).getUTCFullYear());
  const span = spans.find(({ start, end }) => start <= moment && moment < end);
  if (!span) throw new Error('The spans of a zone have a gap.');
  return span.offset;
}
