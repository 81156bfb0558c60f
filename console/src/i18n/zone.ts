/** The time zone that the person chose; undefined: that of the browser. */
let chosen: string | undefined;

/** The time zone in which times are shown. */
export function getZone(): string | undefined {
  return chosen;
}

/** Shows times in the zone that the person chose, unless the browser does not know it. */
export function setZone(zone: string | null): void {
  try {
    chosen = zone === null ? undefined : new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    chosen = undefined;
  }
}
