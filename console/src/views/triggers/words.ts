import type { TriggerFiring } from '../../api/generated/client/types.gen.ts';

/** What came of an occurrence; null: nothing yet. */
export type Result = TriggerFiring['attributes']['result'];

/** Usual schedules, as cron has them. */
export const SCHEDULES = {
  daily: '0 9 * * *',
  weekdays: '0 9 * * 1-5',
  weekly: '0 9 * * 1',
  monthly: '0 9 1 * *',
} as const;
/** Their names. */
export const USUAL = Object.keys(SCHEDULES) as (keyof typeof SCHEDULES)[];

/** Which of them the fields are; undefined: another. */
export function usualOf(cron: string): keyof typeof SCHEDULES | undefined {
  return USUAL.find((name) => SCHEDULES[name] === cron);
}

/** Time zones that the browser knows, its own and UTC in any case. */
export function timeZones(): string[] {
  return [...new Set(['UTC', ownTimeZone(), ...Intl.supportedValuesOf('timeZone')])].sort();
}

/** The viewer's own time zone. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
