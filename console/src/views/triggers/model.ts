import type { TriggerFiring } from '../../api/generated/client/types.gen.ts';

/** Result of a firing. Null while pending. */
export type Result = TriggerFiring['attributes']['result'];

/** Common schedules as cron expressions. */
export const SCHEDULE_PRESETS = {
  daily: '0 9 * * *',
  weekdays: '0 9 * * 1-5',
  weekly: '0 9 * * 1',
  monthly: '0 9 1 * *',
} as const;
/** Names of the common schedules. */
export const PRESETS = Object.keys(SCHEDULE_PRESETS) as (keyof typeof SCHEDULE_PRESETS)[];

/** The name of a common schedule. Undefined for any other. */
export function presetOf(cron: string): keyof typeof SCHEDULE_PRESETS | undefined {
  return PRESETS.find((name) => SCHEDULE_PRESETS[name] === cron);
}

/** Time zones of the browser, always including the local one and UTC. */
export function timeZones(): string[] {
  return [...new Set(['UTC', localTimeZone(), ...Intl.supportedValuesOf('timeZone')])].sort();
}

/** The local time zone. */
export function localTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
