/** Units, and the seconds below which each is used. "0 minutes" would read oddly, so "now" reaches to half a minute. */
const UNITS = [
  { below: 30, name: 'second', seconds: 60 },
  { below: 45 * 60, name: 'minute', seconds: 60 },
  { below: 22 * 3600, name: 'hour', seconds: 3600 },
  { below: 6.5 * 86_400, name: 'day', seconds: 86_400 },
] as const;

/** A time relative to now, in milliseconds; undefined when it is so far away that a date says more. */
export function formatRelative(format: Intl.RelativeTimeFormat, iso: string, nowMs: number): string | undefined {
  const seconds = (Date.parse(iso) - nowMs) / 1000;
  const unit = UNITS.find(({ below }) => Math.abs(seconds) < below);
  return unit && format.format(Math.round(seconds / unit.seconds) || 0, unit.name);
}
