import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { isOpen } from '../rules.ts';
import { findExecution, selectEventsAfter } from '../store.ts';
import { EXECUTION_EVENT_TYPES } from '../table.ts';

/** Events that one read returns at most. */
const BATCH_SIZE = 200;

const event = z.object({
  id: z.int(),
  type: z.enum(EXECUTION_EVENT_TYPES),
  data: z.record(z.string(), z.unknown()),
  created_at: z.date(),
});
/** A line of an execution's event stream. */
export type ExecutionEvent = z.output<typeof event>;

/** What has happened to an execution since an event; for streams, whose right to it an operation has checked. */
export const readEvents = step({
  name: 'executions.read_events',
  input: z.object({ executionId: recordId, afterId: z.int().min(0) }),
  output: z.object({
    events: z.array(event),
    /** Whether there may be more to be read at once. */
    more: z.boolean(),
    /** Whether the execution goes on. */
    open: z.boolean(),
  }),
  async run(deps, _call, { executionId, afterId }) {
    // Before the events, so that none is missed of an execution that ends in between.
    const open = isOpen((await findExecution(deps.db, { executionId }))?.status ?? 'archived');
    const events = await selectEventsAfter(deps.db, executionId, afterId, BATCH_SIZE);
    return { events, more: events.length === BATCH_SIZE, open };
  },
});
