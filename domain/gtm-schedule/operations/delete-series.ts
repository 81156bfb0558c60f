import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { ownSeries, seriesParams } from '../schema.ts';
import { cancelEventsOfSeries, deleteSeriesRow, lockSeries } from '../series-store.ts';

/**
 * Cancels the events of a series that are to come, but for exceptions, and deletes it: events that stay belong to no series.
 */
export const deleteSeries = operation({
  name: 'gtm_schedule.delete_series',
  permission: 'manage_content',
  params: seriesParams,
  target: ownSeries,
  input: nothing,
  prepare: async (_deps, call, _input, series) => requireSameMode(call, series),
  lock: (tx, _call, { id }) => lockSeries(tx.em, id),
  async change(tx, { target: { id } }): Promise<{ events: number }> {
    const series = await lockSeries(tx.em, id);
    if (!series) throw notFound('Series');
    const events = await cancelEventsOfSeries(tx.em, tx.now, { series, from: undefined });
    await deleteSeriesRow(tx.em, tx.now, series);
    return { events };
  },
  audit: ({ events }, { target: { id } }) => ({ type: 'gtm_series', id, details: { events } }),
});
