import { DAY_MS, instantOf } from '../i18n/zone.ts';

/** Start of a day in the person's time zone, in ISO 8601. */
export function startOfDay(day: string | undefined): string | undefined {
  return day && instantOf(`${day}T00:00:00`);
}

/** End of a day in the person's time zone, in ISO 8601. */
export function endOfDay(day: string | undefined): string | undefined {
  const start = Date.parse(`${day}T00:00:00Z`);
  if (!day || Number.isNaN(start)) return day;
  const next = new Date(start + DAY_MS).toISOString().slice(0, 10);
  // Its last minutes may come twice.
  return new Date(Date.parse(instantOf(`${next}T00:00:00`)) - 1).toISOString();
}
