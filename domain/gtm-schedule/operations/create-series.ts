import { isSandbox } from '../../kernel/call.ts';
import { invalid } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { requireWithinLimits } from '../../kernel/limits.ts';
import { operation } from '../../kernel/operation.ts';
import { holdNamedCampaign } from '../campaign-store.ts';
import { type DescribedSeries, describeSeries } from '../describe-series.ts';
import { countAllEvents } from '../event-store.ts';
import { occurrencesOf } from '../recurrence.ts';
import { ruleText } from '../recurrence-rule.ts';
import { createSeriesBody, ownSeries, referencedRecords, requireOwnRecords } from '../schema.ts';
import { countSeries, insertEventsOfSeries, insertSeries } from '../series-store.ts';

/** Adds events that repeat by a rule to the schedule. */
export const createSeries = operation({
  name: 'gtm_schedule.create_series',
  permission: 'manage_content',
  params: nothing,
  references: referencedRecords,
  input: createSeriesBody,
  prepare: requireOwnRecords,
  async change(tx, { deps, call, input }): Promise<DescribedSeries> {
    const { title, recurrence, all_day = false, timezone = 'UTC', scheduled_at, end_at = null } = input;
    const times = { scheduled_at, end_at, all_day, timezone };
    const repeated = occurrencesOf(recurrence, times);
    if ('problems' in repeated) throw invalid(problemLists(repeated.problems));
    const { occurrences } = repeated;
    await holdNamedCampaign(tx, input.campaign_id);
    const partnerId = partnerOf(call);
    await requireWithinLimits(tx.em, deps.limits, partnerId, {
      event_series: () => countSeries(tx.em, partnerId),
      // All of them have to have room.
      events: async () => (await countAllEvents(tx.em, partnerId)) + occurrences.length - 1,
    });
    const sandbox = isSandbox(call);
    const series = await insertSeries(tx.em, tx.now, {
      partner_id: partnerId,
      title,
      recurrence: ruleText(recurrence),
      starts_at: scheduled_at,
      all_day,
      timezone,
      occurrence_count: occurrences.length,
      sandbox,
    });
    const { description = null, event_type, channel, campaign_id = null, content_item_id = null } = input;
    const event = { title, description, all_day, timezone, event_type, channel, campaign_id, content_item_id, sandbox };
    const identified = occurrences.map((occurrence) => ({ ...occurrence, id: `evt_${deps.ids.ulid(tx.now)}` }));
    await insertEventsOfSeries(tx.em, tx.now, series, event, identified);
    return describeSeries(tx.em, tx.now, series);
  },
  audit: ({ id, occurrence_count }) => ({ type: 'gtm_series', id, details: { events: occurrence_count } }),
  async recover(deps, call, madeId) {
    return describeSeries(deps.db, deps.clock.now(), await ownSeries(deps, call, { id: Number(madeId) }));
  },
});

function problemLists(problems: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(problems).map(([field, problem]) => [field, [problem]]));
}
