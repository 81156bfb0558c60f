/** How long what grows is kept, days; the operator's choice. */
export interface RetentionDays {
  executionEvents: number;
  platformEvents: number;
  audit: number;
  /** Webhook deliveries with their attempts. */
  deliveries: number;
  /** SEO analyses that have ended, and the interest in listings that come of them. */
  seoJobs: number;
}

/** Parked commands are kept this long for staff to look at, days. */
export const PARKED_COMMAND_DAYS = 30;

/** Clients that registered themselves are kept this long without a user who consents to them, days. */
export const UNUSED_CLIENT_DAYS = 30;

const DAY_MS = 86_400_000;

/** The moment before which something kept for so many days is past its time. */
export function keptSince(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
