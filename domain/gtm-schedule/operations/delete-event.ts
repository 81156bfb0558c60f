import { notFound } from '../../kernel/errors.ts';
import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { requireSameMode } from '../../kernel/same-mode.ts';
import { cancelEvent, lockEvent } from '../event-store.ts';
import { eventParams, ownEvent } from '../schema.ts';

/** Cancels an event: it leaves the schedule, and feeds report the cancellation for a while. */
export const deleteEvent = operation({
  name: 'gtm_schedule.delete_event',
  permission: 'manage_content',
  params: eventParams,
  target: ownEvent,
  input: nothing,
  prepare: async (_deps, call, _input, event) => requireSameMode(call, event),
  lock: (tx, _call, { id }) => lockEvent(tx.em, id),
  async change(tx, { target: { id } }): Promise<void> {
    if (!(await cancelEvent(tx.em, tx.now, id))) throw notFound('Event');
  },
  audit: (_output, { target }) => ({ type: 'gtm_event', id: target.id }),
});
