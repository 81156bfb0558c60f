/** The history that estimates and recommendations rest on reaches back so many days. */
export const HISTORY_DAYS = 90;

/** The moment from which the history counts. */
export function historyStart(now: Date): Date {
  return new Date(now.getTime() - HISTORY_DAYS * 86_400_000);
}
