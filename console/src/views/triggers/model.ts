import type { TriggerFiring } from '../../api/generated/client/types.gen.ts';

/** What came of an occurrence; null: nothing yet. */
export type Result = TriggerFiring['attributes']['result'];

/** Usual schedules, as cron has them. */
export const SCHEDULE_PRESETS = {
  daily: '0 9 * * *',
  weekdays: '0 9 * * 1-5',
  weekly: '0 9 * * 1',
  monthly: '0 9 1 * *',
} as const;
/** Their names. */
export const PRESETS = Object.keys(SCHEDULE_PRESETS) as (keyof typeof SCHEDULE_PRESETS)[];

/** Which of them the fields are; undefined: another. */
export function presetOf(cron: string): keyof typeof SCHEDULE_PRESETS | undefined {
  return PRESETS.find((name) => SCHEDULE_PRESETS[name] === cron);
}

/** Time zones that the browser knows, its own and UTC in any case. */
export function timeZones(): string[] {
  return [...new Set(['UTC', localTimeZone(), ...Intl.supportedValuesOf('timeZone')])].sort();
}

/** The viewer's own time zone. */
export function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
