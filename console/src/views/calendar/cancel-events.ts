import { cancelFollowingGtmEvents, deleteGtmEvent, deleteGtmSeries } from '../../api/generated/client/sdk.gen.ts';
import type { GtmEvent } from '../../api/generated/client/types.gen.ts';
import type { Scope } from './series.ts';

/** Cancels an event, and those of its series that come after it, or all that are to come. */
export async function cancelEvents({ id, attributes }: GtmEvent, scope: Scope): Promise<void> {
  const { series_id, occurrence_at } = attributes;
  if (scope === 'this' || series_id === null) await deleteGtmEvent({ path: { id }, throwOnError: true });
  else if (scope === 'all' || occurrence_at === null)
    await deleteGtmSeries({ path: { id: series_id }, throwOnError: true });
  else await cancelFollowingGtmEvents({ path: { id: series_id }, body: { from: occurrence_at }, throwOnError: true });
}
