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
  // The Swedish format is YYYY-MM-DD hh:mm:ss, but that it has no zeros before the year. Those are of a year that is being typed.
  const [year = '', ...rest] = new Date(moment).toLocaleString('sv-SE', { timeZone }).split('-');
  return [year.padStart(4, '0'), ...rest].join('-').replace(' ', 'T');
}

/** A day whose clocks are not changed, milliseconds. */
export const DAY_MS = 86_400_000;

/**
 * The instant of a wall-clock time in that zone; one that a change of the clocks leaves out is moved on by what they are, and of one that
 * they show twice it is the first, as in the API. What is no time yet stays as it is, and is refused there.
 */
export function instantOf(wall: string, timeZone = chosen): string {
  const asUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asUtc)) return wall;
  // What the clock there is ahead of UTC at an instant.
  const ahead = (moment: number) => Date.parse(`${wallTimeIn(moment, timeZone)}Z`) - Math.floor(moment / 1000) * 1000;
  // Before and after any change that is near: no zone is a day apart from UTC.
  const [before, after] = [ahead(asUtc - DAY_MS), ahead(asUtc + DAY_MS)];
  const isShown = (offset: number) => ahead(asUtc - offset) === offset;
  return new Date(asUtc - (isShown(before) || !isShown(after) ? before : after)).toISOString();
}
