import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { isOpen } from '../rules.ts';
import { eventsAfter, findExecution } from '../store.ts';
import type { ExecutionEventRow } from '../types.ts';

/** Events that one read returns at most. */
const BATCH_SIZE = 200;

/** Events of an execution after one that was seen; `more` may be there to be read at once. */
export interface ReadEvents {
  events: ExecutionEventRow[];
  more: boolean;
  /** Whether the execution goes on. */
  open: boolean;
}

/** What has happened to an execution since an event. */
export async function readEvents(
  deps: Pick<Deps, 'db'>,
  _call: Call,
  { executionId, afterId }: { executionId: number; afterId: number },
): Promise<ReadEvents> {
  // Before the events, so that none is missed of an execution that ends in between.
  const open = isOpen((await findExecution(deps.db, executionId))?.status ?? 'archived');
  const events = await eventsAfter(deps.db, executionId, afterId, BATCH_SIZE);
  return { events, more: events.length === BATCH_SIZE, open };
}
