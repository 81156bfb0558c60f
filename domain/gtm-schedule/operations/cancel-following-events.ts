import { notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { type DescribedSeries, describeSeries } from '../describe-series.ts';
import { cancelFollowingBody, ownSeries, seriesParams } from '../schema.ts';
import { cancelEventsOfSeries, lockSeries, updateSeriesRow } from '../series-store.ts';

/** A series, and how many of its events were cancelled. */
type CutSeries = DescribedSeries & { cancelled: number };

/** Cancels the events of a series from a moment on, but for exceptions and what is past; the series stays. */
export const cancelFollowingEvents = operation({
  name: 'gtm_schedule.cancel_following_events',
  permission: 'manage_content',
  params: seriesParams,
  target: ownSeries,
  input: cancelFollowingBody,
  prepare: async (_deps, call, _input, series) => requireSameMode(call, series),
  lock: (tx, _call, { id }) => lockSeries(tx.em, id),
  async change(tx, { input: { from }, target: { id } }): Promise<CutSeries> {
    const series = await lockSeries(tx.em, id);
    if (!series) throw notFound('Series');
    const cancelled = await cancelEventsOfSeries(tx.em, tx.now, { series, from });
    if (cancelled === 0) {
      tx.unchanged();
      return { ...(await describeSeries(tx.em, tx.now, series)), cancelled };
    }
    const cancelled_from = from > tx.now ? from : tx.now;
    const cut = await updateSeriesRow(tx.em, tx.now, series, { cancelled_from });
    return { ...(await describeSeries(tx.em, tx.now, cut)), cancelled };
  },
  audit: ({ id, cancelled }) => ({ type: 'gtm_series', id, details: { events: cancelled } }),
});
