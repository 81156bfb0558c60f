import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { finishJob, jobReference, lockJob } from '../jobs.ts';

/** Message for the partner when its invoices could not be created, by failure class. */
const SENTENCES = new Map(
  Object.entries({
    database_unavailable: 'The database could not be reached for too long.',
    deadline: 'Making the invoices took longer than it may.',
    lost: 'The work was stopped by the operators of the service.',
    refused: 'The work could not be started.',
  }),
);

/** Ends a running job as failed for a failure class; false when it had ended. Invoices already created stay. */
export const failJob = step({
  name: 'invoices.fail_job',
  input: jobReference.extend({ reason: z.string() }),
  output: z.boolean(),
  run: (deps, call, { reason, ...reference }) =>
    deps.transaction(call, async (tx) => {
      const job = await lockJob(tx, reference);
      if (!job) return false;
      await finishJob(tx, job, SENTENCES.get(reason) ?? 'The invoices could not be made.');
      return true;
    }),
});
