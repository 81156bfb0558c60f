import { z } from 'zod';
import type { Deps } from '../../kernel/deps.ts';
import { recordId } from '../../kernel/schema.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { endEvent, reopenEvent, selectOpenEvents } from '../store.ts';

/** Events to apply whose run may be lost. Those with a reason wait for something else. */
export const listStaleEvents = listStale('payments.list_stale', {
  table: 'payment_event',
  open: ['stored'],
  condition: 'r.reason IS NULL',
  startedBy: 'payment.apply',
});

/** The reason that administrators see for an event that could not be applied, by the type of the failure. */
const SENTENCES = new Map(
  Object.entries({
    lost: 'The work was stopped by the operators of the service.',
    refused: 'The work could not be started.',
    database_unavailable: 'The database was away for too long.',
  }),
);

/** Marks an event as failed for a type of failure; false when it was settled already, or waits. It can be retried. */
export const failEvent = step({
  name: 'payments.fail',
  input: z.object({ eventId: recordId, rowKey: z.string(), reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { eventId, rowKey, reason: failure }) => {
    const reason = SENTENCES.get(failure) ?? 'It failed unexpectedly; the log of the worker has the error.';
    return deps.transaction(call, (tx) =>
      endEvent(tx.em, tx.now, { id: eventId, row_key: rowKey }, { status: 'failed', reason }),
    );
  },
});

/** Events to apply, also those whose command is still in the outbox; after an id. */
export const listOpenEvents = step({
  name: 'payments.list_open',
  input: z.object({ afterId: z.int().min(0), limit: z.int().min(1).max(1_000) }),
  output: z.array(z.object({ id: z.int(), rowKey: z.string(), isQueued: z.boolean() })),
  async run({ db }: Pick<Deps, 'db'>, _call, { afterId, limit }) {
    const rows = await selectOpenEvents(db, afterId, limit);
    return rows.map(({ id, row_key, queued }) => ({ id, rowKey: row_key, isQueued: queued }));
  },
});

/** Starts a new run for an event to apply; false when its state has changed since. */
export const restartEvent = step({
  name: 'payments.restart',
  input: z.object({ eventId: recordId, rowKey: z.uuid() }),
  output: z.boolean(),
  run: ({ transaction }: Pick<Deps, 'transaction'>, call, { eventId, rowKey }) =>
    transaction(call, async (tx) => {
      const event = await reopenEvent(tx.em, tx.now, eventId, ['stored'], rowKey);
      if (!event) return false;
      tx.enqueue({
        kind: 'payment.apply',
        eventId,
        rowKey: event.row_key,
        gateway: event.gateway,
        requestId: call.requestId,
      });
      return true;
    }),
});
