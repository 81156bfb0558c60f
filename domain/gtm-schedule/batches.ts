import { inBatches } from '../kernel/batches.ts';
import type { Db } from '../kernel/deps.ts';
import { type EventSelection, readEvents } from './event-store.ts';
import type { GtmEventRow } from './table.ts';

/** Events in a batch. */
const BATCH_SIZE = 250;

/** The events of a selection by start time, in batches. */
export function eventBatches(db: Db, selection: EventSelection): AsyncGenerator<GtmEventRow[]> {
  return inBatches(BATCH_SIZE, (last) => readEvents(db, selection, BATCH_SIZE, last));
}
