/** Milliseconds. */
export const MINUTE_MS = 60_000;
/** Milliseconds. */
export const HOUR_MS = 60 * MINUTE_MS;
/** A day whose clocks are not changed, milliseconds. */
export const DAY_MS = 24 * HOUR_MS;
