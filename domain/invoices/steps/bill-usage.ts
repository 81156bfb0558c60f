import { z } from 'zod';
import { step } from '../../kernel/step.ts';
import { billUsage as bill } from '../bill-usage.ts';
import { finishJob, lockJob } from '../finish.ts';
import { jobReference } from './job-reference.ts';

/**
 * Bills the usage of a job's period and ends the job, in one transaction; a repeat finds it ended. Returns whether it
 * is billed.
 */
export const billUsage = step({
  name: 'invoices.bill_usage',
  input: jobReference,
  output: z.boolean(),
  async run(deps, call, reference) {
    try {
      return await deps.transaction(call, async (tx) => {
        const job = await lockJob(tx, reference);
        if (!job) return true;
        await bill(tx, job);
        await finishJob(tx, job);
        return true;
      });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const { message } = error;
      return deps.transaction(call, async (tx) => {
        const job = await lockJob(tx, reference);
        if (job) await finishJob(tx, job, message);
        return false;
      });
    }
  },
});
