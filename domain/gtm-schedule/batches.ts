import type { Db } from '../kernel/deps.ts';
import { type EventSelection, readEvents } from './event-store.ts';
import type { GtmEventRow } from './table.ts';

/** Events that are in memory at a time, however many there are. */
const BATCH_SIZE = 250;

/** The events of a selection in the order in which they begin, some at a time, each batch from where the last one ended. */
export async function* inBatches(db: Db, selection: EventSelection): AsyncGenerator<GtmEventRow[]> {
  let batch = await readEvents(db, selection, BATCH_SIZE);
  while (batch.length > 0) {
    yield batch;
    if (batch.length < BATCH_SIZE) return;
    batch = await readEvents(db, selection, BATCH_SIZE, batch.at(-1));
  }
}
