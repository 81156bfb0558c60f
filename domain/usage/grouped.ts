import { daysAsked, utcDayBefore } from '../kernel/days.ts';
import { DAY_MS } from '../kernel/durations.ts';

/** By what usage can be shown. */
export const USAGE_GROUPS = ['key', 'person', 'program', 'capability'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

/** Most days that usage is shown for, and how many unless requested. */
export const MAX_USAGE_DAYS = 92;
const DEFAULT_USAGE_DAYS = 30;

/** Use of one entry, or of all, on a UTC day. */
export interface UseOfDay {
  date: string;
  requests: number;
  errors: number;
  credits: number;
}

/** Sums of use. */
export type UseSums = Omit<UseOfDay, 'date'>;

/** What an entry used on a day. */
export interface UseRow extends UseSums {
  /** Number of the caller, or slug of the capability; null: all that are not shown by themselves. */
  entry: string | null;
  day: string;
  /** How many entries there are. */
  entries: number;
}

/** An entry with its sums and days. */
export interface UsedEntry extends UseSums {
  entry: string;
  daily: UseOfDay[];
}

/** Days from the first to the last, both inclusive; the last 30 unless requested. `null`: too many. */
export function usageDays(now: Date, given: { from?: string | undefined; to?: string | undefined }): string[] | null {
  const { from, to } = daysAsked(now, given, DEFAULT_USAGE_DAYS);
  const end = new Date(`${to}T00:00:00Z`);
  const count = Math.round((end.getTime() - Date.parse(`${from}T00:00:00Z`)) / DAY_MS) + 1;
  if (count > MAX_USAGE_DAYS) return null;
  return Array.from({ length: count }, (_, index) => utcDayBefore(end, count - 1 - index));
}

/** Sums rows by entry and day: the entries with most credits first, then most requests, and the totals of all. */
export function groupUse(
  rows: readonly UseRow[],
  days: readonly string[],
): { total: UseSums; daily: UseOfDay[]; entries: UsedEntry[]; others: number } {
  const byEntry = new Map<string, Map<string, UseOfDay>>();
  const all = new Map<string, UseOfDay>();
  for (const { entry, day, ...sums } of rows) {
    add(all, day, sums);
    if (entry === null) continue;
    const ofEntry = byEntry.get(entry) ?? new Map<string, UseOfDay>();
    byEntry.set(entry, ofEntry);
    add(ofEntry, day, sums);
  }
  const entries = [...byEntry]
    .map(([entry, ofEntry]) => ({ entry, ...sumOf(ofEntry), ofEntry }))
    .sort((a, b) => b.credits - a.credits || b.requests - a.requests || a.entry.localeCompare(b.entry));
  return {
    total: sumOf(all),
    daily: filled(all, days),
    entries: entries.map(({ ofEntry, ...entry }) => ({ ...entry, daily: filled(ofEntry, days) })),
    others: (rows[0]?.entries ?? 0) - entries.length,
  };
}

function add(days: Map<string, UseOfDay>, date: string, { requests, errors, credits }: UseSums) {
  const day = days.get(date) ?? { date, requests: 0, errors: 0, credits: 0 };
  days.set(date, day);
  day.requests += requests;
  day.errors += errors;
  day.credits += credits;
}

function sumOf(days: ReadonlyMap<string, UseOfDay>): UseSums {
  const sums = { requests: 0, errors: 0, credits: 0 };
  for (const day of days.values()) {
    sums.requests += day.requests;
    sums.errors += day.errors;
    sums.credits += day.credits;
  }
  return sums;
}

function filled(known: ReadonlyMap<string, UseOfDay>, days: readonly string[]): UseOfDay[] {
  return days.map((date) => known.get(date) ?? { date, requests: 0, errors: 0, credits: 0 });
}
