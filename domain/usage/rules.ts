import type { CapturedCredits } from '../credits/rules.ts';
import { utcDay, utcDayBefore } from '../kernel/days.ts';
import type { Plan } from '../rate-limits/rules.ts';

/** A partner's credit usage, as the usage page shows it. */
export interface UsageSummary {
  usedToday: number;
  usedThisMonth: number;
  byCapability: { slug: string; credits: number }[];
  /** Oldest first, ends today; days without usage have 0. */
  daily: { date: string; credits: number }[];
}

/** First day whose captures a usage summary needs. */
export function usageStart(now: Date, days: number): string {
  const windowStart = utcDayBefore(now, days - 1);
  const monthStart = utcMonthStart(now);
  if (monthStart < windowStart) return monthStart;
  return windowStart;
}

/** Sums captures for the usage page: today, this month, by capability and by day over the last `days` days. */
export function summarizeUsage(captures: readonly CapturedCredits[], now: Date, days: number): UsageSummary {
  const today = utcDay(now);
  const windowStart = utcDayBefore(now, days - 1);
  const monthStart = utcMonthStart(now);
  const inWindow = captures.filter((capture) => capture.day >= windowStart);
  const byDay = sums(inWindow, (capture) => capture.day);
  const bySlug = sums(inWindow, (capture) => capture.capability);
  return {
    usedToday: byDay.get(today) ?? 0,
    usedThisMonth: captures
      .filter((capture) => capture.day >= monthStart)
      .reduce((sum, capture) => sum + capture.credits, 0),
    byCapability: [...bySlug]
      .map(([slug, credits]) => ({ slug, credits }))
      .sort((a, b) => b.credits - a.credits || a.slug.localeCompare(b.slug)),
    daily: Array.from({ length: days }, (_, index) => {
      const date = utcDayBefore(now, days - 1 - index);
      return { date, credits: byDay.get(date) ?? 0 };
    }),
  };
}

function sums(captures: readonly CapturedCredits[], by: (capture: CapturedCredits) => string): Map<string, number> {
  const totals = new Map<string, number>();
  for (const capture of captures) totals.set(by(capture), (totals.get(by(capture)) ?? 0) + capture.credits);
  return totals;
}

/** First day of the UTC month of a moment. */
function utcMonthStart(moment: Date): string {
  return `${utcDay(moment).slice(0, 7)}-01`;
}

/** A partner's credits and requests, as the usage page shows them. */
export interface UsageData {
  partnerId: number;
  plan: Plan;
  balance: number;
  held: number;
  /** Credits to take back that were spent or held. */
  debt: number;
  /** The balance is below `warnsBelow`, at which the partner is warned. */
  low: boolean;
  warnsBelow: number;
  /** Requests that the plan allows. */
  limits: { perMinute: number; perDay: number };
  requestsToday: number;
  /** Requests that people may make at the console, each a minute and all of them a day, and have made today. */
  people: { perMinute: number; perDay: number; requestsToday: number };
  keys: { id: number; prefix: string; daily_credit_limit: number | null; used_today: number }[];
  usage: UsageSummary;
}
