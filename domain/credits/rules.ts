/** Captured credits of one day through one capability. */
export interface CapturedCredits {
  day: string;
  capability: string;
  credits: number;
}

/** The balance below which a partner is warned: its own figure, else a fifth of what the account was filled to. */
export function warnsBelow({ low_threshold, filled_to }: { low_threshold: number | null; filled_to: number }): number {
  return low_threshold ?? Math.floor(filled_to / 5);
}
