/** Days of history that estimates and recommendations use. */
export const HISTORY_DAYS = 90;

/** Start of the history. */
export function historyStart(now: Date): Date {
  return new Date(now.getTime() - HISTORY_DAYS * 86_400_000);
}
