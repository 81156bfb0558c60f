import { invalid, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { holdNamedCampaign } from '../campaign-store.ts';
import { retimed } from '../recurrence.ts';
import { ownSeries, referencedRecords, requireOwnRecords, seriesParams, updateSeriesBody } from '../schema.ts';
import { lockEventsOfSeries, lockSeries, updateEventsOfSeries, updateSeriesRow } from '../series-store.ts';
import type { GtmSeriesRow } from '../table.ts';

const MINUTE_MS = 60_000;

/** A changed series, and how many of its events were changed. */
type ChangedSeries = GtmSeriesRow & { changed: number };

/** Changes the events of a series that are to come, or those from a moment on, but for exceptions. */
export const updateSeries = operation({
  name: 'gtm_schedule.update_series',
  permission: 'manage_content',
  params: seriesParams,
  target: ownSeries,
  references: referencedRecords,
  input: updateSeriesBody,
  prepare: requireOwnRecords,
  lock: (tx, _call, { id }) => lockSeries(tx.em, id),
  async change(
    tx,
    { input: { from, start_time, duration_minutes, ...changes }, target: { id } },
  ): Promise<ChangedSeries> {
    const series = await lockSeries(tx.em, id);
    if (!series) throw notFound('Series');
    const isRetimed = start_time !== undefined || duration_minutes !== undefined;
    if (series.all_day && isRetimed) {
      const problem = ['Must be left out: the events last whole days.'];
      throw invalid({
        ...(start_time !== undefined && { start_time: problem }),
        ...(duration_minutes !== undefined && { duration_minutes: problem }),
      });
    }
    const events = await lockEventsOfSeries(tx.em, tx.now, { series, from });
    // After the events, as whoever changes one of them does.
    await holdNamedCampaign(tx, changes.campaign_id);
    const timing = {
      timeOfDayMs: start_time === undefined ? undefined : timeOfDay(start_time),
      lastsMs: duration_minutes == null ? duration_minutes : duration_minutes * MINUTE_MS,
    };
    const times = events.map((event) => ({ ...(isRetimed ? retimed(event, timing) : timesOf(event)), id: event.id }));
    const changed = await updateEventsOfSeries(tx.em, tx.now, series, changes, times);
    // The title of a series is that of all its events.
    const title = from === undefined ? changes.title : undefined;
    if (changed === 0 && (title === undefined || title === series.title)) {
      tx.unchanged();
      return { ...series, changed };
    }
    return { ...(await updateSeriesRow(tx.em, tx.now, series, { title })), changed };
  },
  audit: ({ id, changed }, { input }) => ({
    type: 'gtm_series',
    id,
    details: { fields: Object.keys(input), events: changed },
  }),
});

/** Milliseconds after midnight of a time such as 09:30. */
function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE_MS;
}

type Times = ReturnType<typeof retimed>;

function timesOf({ scheduled_at, end_at, occupied_from, occupied_until }: Times): Times {
  return { scheduled_at, end_at, occupied_from, occupied_until };
}
