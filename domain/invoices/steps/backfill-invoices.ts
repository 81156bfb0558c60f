import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { backfillBatch } from '../backfill.ts';
import { finishJob, lockJob } from '../finish.ts';
import { touchJob } from '../job-store.ts';
import { jobReference } from './job-reference.ts';

/** Makes the next invoices of a backfill; with the last of them it ends the job. A repeat goes on where the last one committed. */
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
