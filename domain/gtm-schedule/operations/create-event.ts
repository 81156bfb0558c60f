import { isSandbox } from '../../kernel/call.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimit } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { holdNamedCampaign } from '../campaign-store.ts';
import { countAllEvents, insertEvents } from '../event-store.ts';
import { occupiedRange } from '../rules.ts';
import { createEventBody, ownEvent, referencedRecords, requireOwnRecords } from '../schema.ts';
import type { GtmEventRow } from '../table.ts';

/** Adds an event to the schedule. */
export const createEvent = operation({
  name: 'gtm_schedule.create_event',
  permission: 'manage_content',
  params: nothing,
  references: referencedRecords,
  input: createEventBody,
  prepare: requireOwnRecords,
  async change(tx, { deps, call, input }): Promise<GtmEventRow> {
    const { title, scheduled_at, event_type, channel } = input;
    const times = {
      scheduled_at,
      end_at: input.end_at ?? null,
      all_day: input.all_day ?? false,
      timezone: input.timezone ?? 'UTC',
    };
    await holdNamedCampaign(tx, input.campaign_id);
    const partnerId = partnerOf(call);
    await requireWithinLimit(tx.em, deps.limits, 'events', {
      partnerId,
      count: () => countAllEvents(tx.em, partnerId),
    });
    const [event] = await insertEvents(tx.em, tx.now, [
      {
        id: `evt_${deps.ids.ulid(tx.now)}`,
        partner_id: partnerId,
        title,
        description: input.description ?? null,
        ...times,
        ...occupiedRange(times),
        event_type,
        channel,
        campaign_id: input.campaign_id ?? null,
        content_item_id: input.content_item_id ?? null,
        sandbox: isSandbox(call),
      },
    ]);
    if (!event) throw new Error('The event was not added.');
    return event;
  },
  audit: ({ id }) => ({ type: 'gtm_event', id }),
  recover: (deps, call, id) => ownEvent(deps, call, { id }),
});
