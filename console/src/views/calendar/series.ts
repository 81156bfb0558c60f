import type { CreateGtmEventBody, GtmEvent, UpdateGtmSeriesBody } from '../../api/generated/client/types.gen.ts';
import { wallTimeIn } from '../../i18n/zone.ts';
import { type Repeat, ruleOf } from './repeat.ts';

/** Which events of a series a change or a cancellation is for. */
export const SCOPES = ['this', 'following', 'all'] as const;
export type Scope = (typeof SCOPES)[number];

const MINUTE_MS = 60_000;

/**
 * What the changes of one event are for the series from it on, or for all of it: a time of day and a length instead of moments. From it
 * on, the series may repeat otherwise, beginning with the event where it is now. undefined where the event is put on another day and
 * repeats as before, or is made one of whole days, which a series is not.
 */
export function toSeriesBody(
  { attributes }: GtmEvent,
  changes: Partial<CreateGtmEventBody>,
  { scope, repeat }: { scope: Scope; repeat: Repeat | null },
): UpdateGtmSeriesBody | undefined {
  const { scheduled_at = attributes.scheduled_at, end_at = attributes.end_at, all_day, timezone: _, ...same } = changes;
  const { timezone, occurrence_at } = attributes;
  const before = wallTimeIn(attributes.scheduled_at, timezone);
  const after = wallTimeIn(scheduled_at, timezone);
  const day = after.slice(0, 10);
  const rule = scope === 'following' && repeat ? ruleOf(repeat, day) : undefined;
  if (all_day !== undefined || (!rule && before.slice(0, 10) !== day)) return undefined;
  const minutes = minutesBetween(scheduled_at, end_at);
  return {
    ...same,
    ...(scope === 'following' && occurrence_at !== null && { from: occurrence_at }),
    ...(rule ? { recurrence: rule, scheduled_at } : before !== after && { start_time: after.slice(11, 16) }),
    ...(minutes !== minutesBetween(attributes.scheduled_at, attributes.end_at) && { duration_minutes: minutes }),
  };
}

function minutesBetween(start: string, end: string | null): number | null {
  return end === null ? null : Math.round((Date.parse(end) - Date.parse(start)) / MINUTE_MS);
}
