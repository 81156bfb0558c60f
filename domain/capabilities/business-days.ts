const DAY_MS = 86_400_000;

/** A calendar day without a time, `YYYY-MM-DD`. */
export type Day = string;

/** The day that a moment has in a time zone (IANA name). */
export function dayOf(moment: Date, timezone: string): Day {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(moment);
}

/** The day itself, or the Monday after it when it falls on a weekend. */
export function businessDay(day: Day): Day {
  return isWeekend(day) ? addBusinessDays(day, 1) : day;
}

/** The day so many business days (Monday to Friday) later, or earlier when negative. */
export function addBusinessDays(day: Day, days: number): Day {
  const direction = Math.sign(days);
  let result = day;
  for (let left = Math.abs(days); left > 0; ) {
    result = shift(result, direction);
    if (!isWeekend(result)) left -= 1;
  }
  return result;
}

/** The moment at which clocks in the time zone show the hour on that day. */
export function momentAt(day: Day, hour: number, timezone: string): Date {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
  const guess = asUtc - offsetMs(new Date(asUtc), timezone);
  // The offset may differ between the two moments around a clock change.
  return new Date(asUtc - offsetMs(new Date(guess), timezone));
}

function offsetMs(moment: Date, timezone: string): number {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(moment);
  return Date.parse(`${parts.replace(' ', 'T')}Z`) - Math.floor(moment.getTime() / 1000) * 1000;
}

function shift(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

function isWeekend(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}
