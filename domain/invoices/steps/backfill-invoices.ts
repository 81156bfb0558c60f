import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { backfillBatch } from '../backfill.ts';
import { finishJob, lockJob } from '../finish.ts';
import { touchJob } from '../job-store.ts';
import { jobReference } from './job-reference.ts';

/**
 * Creates the next invoices of a backfill and ends the job with the last of them. A repeat continues after the last
 * commit.
 */
export const backfillInvoices = step({
  name: 'invoices.backfill',
  input: jobReference,
  output: z.object({ made: z.int(), done: z.boolean() }),
  run: (deps, call, reference) =>
    deps.transaction(call, async (tx) => {
      const job = await lockJob(tx, reference);
      if (!job) return { made: 0, done: true };
      const progress = await backfillBatch(tx, job);
      if (progress.done) await finishJob(tx, job);
      else await touchJob(tx.em, tx.now, job.id);
      return progress;
    }),
});
