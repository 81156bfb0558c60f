import type {
  CreateWorkflowTriggerBody,
  TriggerFiring,
  WorkflowTrigger,
} from '../../api/generated/client/types.gen.ts';
import { currentZone } from '../../i18n/zone.ts';
import type { EventName } from '../../lib/platform-events.ts';

/** Result of a firing. Null while pending. */
export type Result = TriggerFiring['attributes']['result'];

/** What a trigger may spend a day, and the failures that pause it. */
export const LIMITS = ['max_runs_per_day', 'max_credits_per_day', 'pause_after_failures'] as const;
/** Their values; null: no limit. */
export type TriggerLimits = Record<(typeof LIMITS)[number], number | null>;

/** Who works on the texts that a trigger makes, and who reviews them. */
export const PEOPLE = ['assignee_id', 'reviewer_id'] as const;
/** Their numbers; null: nobody. */
export type TriggerPeople = Record<(typeof PEOPLE)[number], number | null>;

/** What a form of a trigger has. */
export type TriggerValues = Omit<
  CreateWorkflowTriggerBody,
  'active' | 'input' | keyof TriggerLimits | keyof TriggerPeople
> &
  TriggerLimits &
  TriggerPeople & { input: Record<string, unknown> };

/** What a trigger starts: a template or a capability, by its slug. */
export interface TriggerTarget {
  template?: string;
  capability?: string;
}

/** A trigger before anything is entered. */
export const NEW_TRIGGER: TriggerValues = {
  name: '',
  target: {},
  type: 'schedule',
  max_runs_per_day: null,
  max_credits_per_day: null,
  pause_after_failures: null,
  assignee_id: null,
  reviewer_id: null,
  input: {},
};

/** The values of a trigger in its form. */
export function valuesOf({
  name,
  target: { template_slug, capability_slug },
  type,
  schedule,
  event,
  max_runs_per_day,
  max_credits_per_day,
  pause_after_failures,
  assignee_id,
  reviewer_id,
  input,
}: WorkflowTrigger['attributes']): TriggerValues {
  const target = template_slug === null ? { capability_slug: capability_slug ?? undefined } : { template_slug };
  return {
    name,
    target,
    type,
    ...(schedule && { schedule }),
    ...(event && { event: { ...event, name: event.name as EventName } }),
    max_runs_per_day,
    max_credits_per_day,
    pause_after_failures,
    assignee_id,
    reviewer_id,
    input,
  };
}

/** The fields of a form that differ from those before. */
export function changesOf(before: TriggerValues, after: TriggerValues): Partial<TriggerValues> {
  const names = Object.keys(after) as (keyof TriggerValues)[];
  const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

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

/** Time zones of the browser, always including UTC, the local one and the one in use. */
export function timeZones(used: string): string[] {
  return [...new Set(['UTC', localTimeZone(), used, ...Intl.supportedValuesOf('timeZone')])].sort();
}

/** The local time zone. */
export function localTimeZone(): string {
  return currentZone();
}
