import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { cancelFollowingBody, ownSeries, seriesParams } from '../schema.ts';
import { cancelEventsOfSeries, lockSeries, updateSeriesRow } from '../series-store.ts';
import type { GtmSeriesRow } from '../table.ts';

/** A series, and how many of its events were cancelled. */
type CutSeries = GtmSeriesRow & { cancelled: number };

/** Cancels the events of a series from a moment on, but for exceptions and what is past; the series stays. */
export const cancelFollowingEvents = operation({
  name: 'gtm_schedule.cancel_following_events',
  permission: 'manage_content',
  params: seriesParams,
  target: ownSeries,
  input: cancelFollowingBody,
  lock: (tx, _call, { id }) => lockSeries(tx.em, id),
  async change(tx, { input: { from }, target: { id } }): Promise<CutSeries> {
    const series = await lockSeries(tx.em, id);
    if (!series) throw notFound('Series');
    const cancelled = await cancelEventsOfSeries(tx.em, tx.now, { series, from });
    if (cancelled === 0) {
      tx.unchanged();
      return { ...series, cancelled };
    }
    const cancelled_from = from > tx.now ? from : tx.now;
    return { ...(await updateSeriesRow(tx.em, tx.now, series, { cancelled_from })), cancelled };
  },
  audit: ({ id, cancelled }) => ({ type: 'gtm_series', id, details: { events: cancelled } }),
});
