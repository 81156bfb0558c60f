import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { selectEventsAfter } from '../list-store.ts';
import { isOpen } from '../rules.ts';
import { findExecution } from '../store.ts';
import { EXECUTION_EVENT_TYPES } from '../table.ts';

/** Maximum events of one read. */
const BATCH_SIZE = 200;

const event = z.object({
  id: z.int(),
  type: z.enum(EXECUTION_EVENT_TYPES),
  data: z.record(z.string(), z.unknown()),
  created_at: z.date(),
});
/** A line of an execution's event stream. */
export type ExecutionEvent = z.output<typeof event>;

/** The events of an execution after a given one, for streams. An operation has checked access before. */
export const readEvents = step({
  name: 'executions.read_events',
  input: z.object({ executionId: recordId, afterId: z.int().min(0) }),
  output: z.object({
    events: z.array(event),
    /** Whether more events can be read immediately. */
    more: z.boolean(),
    /** Whether the execution is still in progress. */
    open: z.boolean(),
  }),
  async run(deps, _call, { executionId, afterId }) {
    // Read before the events, so that no event is missed when the execution ends in between.
    const open = isOpen((await findExecution(deps.db, { executionId }))?.status ?? 'archived');
    const events = await selectEventsAfter(deps.db, executionId, afterId, BATCH_SIZE);
    return { events, more: events.length === BATCH_SIZE, open };
  },
});
