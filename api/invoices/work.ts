import { jobFailure } from '../../domain/invoices/jobs.ts';
import { getBackfill } from '../../domain/invoices/operations/reads.ts';
import { workUri } from '../../domain/kernel/change-events.ts';
import { longWork } from '../long-work.ts';
import { backfillMessage } from './job-resource.ts';

/** A backfill of invoices. */
export const backfillWork = longWork({
  kind: 'invoice-backfill',
  uriOf: (id) => workUri('invoice-backfill', id),
  read: getBackfill,
  stateOf(outcome) {
    const { id, status, created_at, updated_at } = outcome.job;
    return {
      id,
      isOpen: status === 'running',
      message: backfillMessage(outcome),
      createdAt: created_at,
      updatedAt: updated_at,
      failure: jobFailure(outcome),
    };
  },
});
