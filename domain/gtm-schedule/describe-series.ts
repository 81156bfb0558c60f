import type { Db } from '../kernel/deps.ts';
import { type SeriesFigures, withFigures } from './series-store.ts';
import type { GtmSeriesRow } from './table.ts';

/** A series with what is to come of it. */
export type DescribedSeries = GtmSeriesRow & SeriesFigures;

/** A series with what is to come of it at a moment. */
export async function describeSeries(db: Db, now: Date, series: GtmSeriesRow): Promise<DescribedSeries> {
  const [described] = await withFigures(db, now, series.partner_id, [series]);
  if (!described) throw new Error(`Series ${series.id} was read and has no figures.`);
  return described;
}
