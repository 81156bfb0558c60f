import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { acceptBackfill, awaitJob } from '../jobs.ts';
import type { JobOutcome } from '../rules.ts';
import { backfillBody } from '../schema.ts';
import { findJob } from '../store.ts';

/**
 * Creates invoices for orders that have none, oldest first, and waits for them up to the limit of a request. A partner
 * has one running backfill; concurrent requests get its result.
 */
export const backfillInvoices = operation({
  name: 'invoices.backfill',
  permission: 'manage_billing',
  params: nothing,
  input: backfillBody,
  // Not a single transaction: a workflow does the work, and the request waits for its end.
  run: async (deps, call, { limit }): Promise<JobOutcome> => awaitJob(deps, await acceptBackfill(deps, call, limit)),
  async recover(deps, call, madeId): Promise<JobOutcome> {
    const job = await findJob(deps.db, Number(madeId));
    if (job?.partner_id !== partnerOf(call)) throw notFound('Backfill');
    return awaitJob(deps, job);
  },
});
