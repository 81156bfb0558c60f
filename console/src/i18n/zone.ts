/** The time zone that the person chose; undefined: that of the browser. */
let chosen: string | undefined;

/** The time zone in which times are shown. */
export function getZone(): string | undefined {
  return chosen;
}

/** The time zone that forms begin with: the one that the person chose, or that of the browser. */
export function currentZone(): string {
  return chosen ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Shows times in the zone that the person chose, unless the browser does not know it. */
export function setZone(zone: string | null): void {
  try {
    chosen = zone === null ? undefined : new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    chosen = undefined;
  }
}

/** Wall-clock time of an instant in that zone, such as `2026-11-22T09:30:05`. */
export function wallTimeIn(moment: string | Date | number, timeZone = chosen): string {
  // The Swedish format is YYYY-MM-DD hh:mm:ss.
  return new Date(moment).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T');
}

/** The instant of a wall-clock time in that zone; one that a change of the clocks leaves out is moved on. */
export function instantOf(wall: string, timeZone = chosen): string {
  const asUtc = Date.parse(`${wall}Z`);
  // What the clock there is ahead of UTC at an instant.
  const ahead = (moment: number) => Date.parse(`${wallTimeIn(moment, timeZone)}Z`) - Math.trunc(moment / 1000) * 1000;
  const before = asUtc - ahead(asUtc);
  return new Date(asUtc - ahead(before)).toISOString();
}
