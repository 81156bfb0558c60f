import { z } from 'zod';
import { recordId } from '../../kernel/schema.ts';
import { listStale } from '../../kernel/stale-rows.ts';
import { step } from '../../kernel/step.ts';
import { endEvent } from '../store.ts';

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
