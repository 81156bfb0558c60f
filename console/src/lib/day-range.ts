import { instantOf } from '../i18n/zone.ts';

/** Start of a day in the person's time zone, in ISO 8601. */
export function startOfDay(day: string | undefined): string | undefined {
  return day && instantOf(`${day}T00:00:00`);
}

/** End of a day in the person's time zone, in ISO 8601. */
export function endOfDay(day: string | undefined): string | undefined {
  return day && instantOf(`${day}T23:59:59.999`);
}
