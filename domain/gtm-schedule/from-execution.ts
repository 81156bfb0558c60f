import type { ScheduleEntry } from '../capabilities/types.ts';
import type { SettledItem } from '../content-items/store.ts';
import type { Ids, Tx } from '../kernel/deps.ts';
import { cancelFutureEvents, insertEvents, type NewEvent } from './event-store.ts';
import { occupiedRange } from './rules.ts';

/** Dates that a step of an execution has scheduled. */
export interface PlannedDates {
  executionId: number;
  partnerId: number;
  sandbox: boolean;
  /** Settings of the execution; their time zone is the one of the business hours. */
  settings: Record<string, unknown>;
  step: string;
  entries: readonly ScheduleEntry[];
  /** Content items of the execution. */
  items: readonly SettledItem[];
}

/**
 * Inserts an event for each date, once, in the settling transaction. Returns the entries with the ids of their events
 * and content items.
 */
export async function insertFromSchedule(tx: Tx, ids: Ids, planned: PlannedDates): Promise<ScheduleEntry[]> {
  const { executionId, partnerId, sandbox, settings, step, items } = planned;
  const timezone = typeof settings['timezone'] === 'string' ? settings['timezone'] : 'UTC';
  const entries = planned.entries.map(({ draft, ...entry }) => {
    const item = draft && items.find((one) => one.step === draft.step && one.ordinal === draft.ordinal);
    return { ...entry, ...(item && { content_item_id: item.id }), event_id: `evt_${ids.ulid(tx.now)}` };
  });
  const events = entries.map((entry, ordinal): NewEvent => {
    const times = { scheduled_at: new Date(entry.scheduled_at), end_at: null, all_day: false, timezone };
    return {
      id: entry.event_id,
      partner_id: partnerId,
      title: entry.title,
      description: entry.description,
      ...times,
      ...occupiedRange(times),
      event_type: entry.event_type,
      channel: entry.channel,
      campaign_id: null,
      content_item_id: entry.content_item_id ?? null,
      execution_id: executionId,
      step,
      ordinal,
      sandbox,
    };
  });
  await insertEvents(tx.em, tx.now, events);
  for (const { id } of events) tx.audit({ type: 'gtm_event', id, partnerId });
  return entries;
}

/** Cancels the events of a cancelled or archived execution that have not begun. */
export async function cancelEventsOf(tx: Tx, execution: { id: number; partner_id: number }): Promise<void> {
  for (const id of await cancelFutureEvents(tx.em, tx.now, execution.id)) {
    tx.audit({ type: 'gtm_event', id, partnerId: execution.partner_id });
  }
}
