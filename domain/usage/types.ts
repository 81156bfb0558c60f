import type { UsageSummary } from './rules.ts';

/** A partner's credits and requests, as the usage page shows them. */
export interface UsageData {
  partnerId: number;
  plan: string;
  balance: number;
  held: number;
  /** Requests that the plan allows. */
  limits: { perMinute: number; perDay: number };
  requestsToday: number;
  keys: { id: number; prefix: string; daily_credit_limit: number | null; used_today: number }[];
  usage: UsageSummary;
}
