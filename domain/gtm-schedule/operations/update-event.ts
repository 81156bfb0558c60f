import { isDeepStrictEqual } from 'node:util';
import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import type { ErrorDetails } from '../../kernel/problems.ts';
import { validFields } from '../../kernel/references.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { holdNamedCampaign } from '../campaign-store.ts';
import { lockEvent, updateEventRow } from '../event-store.ts';
import { endProblem, occupiedRange } from '../rules.ts';
import { eventParams, ownEvent, referencedRecords, requireOwnRecords, updateEventBody } from '../schema.ts';
import type { GtmEventRow } from '../table.ts';

const { scheduled_at, end_at } = updateEventBody.shape;
const TIMES = { scheduled_at, end_at };

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
  checkInput: async (_deps, raw, stored) => endProblems({ ...stored, ...validFields(TIMES, raw) }),
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
    const problems = endProblems(merged);
    if (problems.end_at) throw invalid(problems);
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

function endProblems(times: Pick<GtmEventRow, 'scheduled_at' | 'end_at'>): ErrorDetails {
  const problem = endProblem(times);
  return problem ? { end_at: [problem] } : {};
}
