import { isDeepStrictEqual } from 'node:util';
import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { holdNamedCampaign } from '../campaign-store.ts';
import { lockEvent, updateEventRow } from '../event-store.ts';
import { endProblem, occupiedRange } from '../rules.ts';
import { eventParams, ownEvent, referencedRecords, requireOwnRecords, updateEventBody } from '../schema.ts';
import type { GtmEventRow } from '../table.ts';

/**
 * Changes an event; absent fields keep their values. An update without a difference changes nothing, so that calendars
 * show no update.
 */
export const updateEvent = operation({
  name: 'gtm_schedule.update_event',
  permission: 'manage_content',
  params: eventParams,
  target: ownEvent,
  references: referencedRecords,
  input: updateEventBody,
  async prepare(deps, call, input, event) {
    requireSameMode(call, event);
    await requireOwnRecords(deps, call, input);
  },
  lock: (tx, _call, { id }) => lockEvent(tx.em, id),
  async change(tx, { input, target: { id } }): Promise<GtmEventRow> {
    // Locked, so that concurrent updates see each other's result.
    const event = await lockEvent(tx.em, id);
    if (!event) throw notFound('Event');
    const changes = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const merged = { ...event, ...changes };
    const problem = endProblem(merged);
    if (problem) throw invalid({ end_at: [problem] });
    const after = { ...merged, ...occupiedRange(merged) };
    if (isDeepStrictEqual(event, after)) {
      tx.unchanged();
      return event;
    }
    await holdNamedCampaign(tx, after.campaign_id);
    const changed = await updateEventRow(tx.em, tx.now, id, after);
    if (!changed) throw notFound('Event');
    return changed;
  },
  audit: ({ id }, { input }) => ({ type: 'gtm_event', id, details: { fields: Object.keys(input) } }),
});
