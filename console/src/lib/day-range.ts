/** Start of a day in the local time zone, in ISO 8601. */
export function startOfDay(day: string | undefined): string | undefined {
  return day && new Date(`${day}T00:00:00`).toISOString();
}

/** End of a day in the local time zone, in ISO 8601. */
export function endOfDay(day: string | undefined): string | undefined {
  return day && new Date(`${day}T23:59:59.999`).toISOString();
}
