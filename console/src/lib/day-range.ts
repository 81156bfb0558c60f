/** First moment of a day in the viewer's zone, as the API takes it. */
export function startOfDay(day: string | undefined): string | undefined {
  return day && new Date(`${day}T00:00:00`).toISOString();
}

/** Last moment of a day in the viewer's zone. */
export function endOfDay(day: string | undefined): string | undefined {
  return day && new Date(`${day}T23:59:59.999`).toISOString();
}
