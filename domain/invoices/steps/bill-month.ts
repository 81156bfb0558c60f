import { z } from 'zod';
import { moment } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { selectPartnersToBill } from '../../usage-records/store.ts';
import { addBilling } from '../jobs.ts';
import { monthOf } from '../rules.ts';

/** Partners per transaction. */
const PAGE_SIZE = 100;

/**
 * Starts billing all usage up to the end of the month before a moment for the next partners with some unbilled, which
 * earlier months may have left: records that came late, or partners without a customer id then. Each partner has a job of
 * its own, so that failures stay separate. A repeat starts jobs that find nothing left to bill.
 */
export const billMonth = step({
  name: 'invoices.bill_month',
  input: z.object({ at: moment, afterPartnerId: z.int().min(0) }),
  output: z.object({
    started: z.int(),
    /** Partners without a marketplace customer id, which cannot be billed. */
    withoutCustomerId: z.int(),
    /** Start the next page after this partner; null: there is none. */
    lastPartnerId: z.int().nullable(),
  }),
  run: (deps, call, { at, afterPartnerId }) =>
    deps.transaction(call, async (tx) => {
      const period = monthOf(at, 1);
      const found = await selectPartnersToBill(tx.em, period.end, { afterId: afterPartnerId, limit: PAGE_SIZE });
      const due = found.filter(({ isDue }) => isDue);
      const billable = due.filter(({ hasCustomerId }) => hasCustomerId);
      for (const { id: partnerId } of billable) {
        const job = await addBilling(deps, tx, { partnerId, requestId: call.requestId, period, includesLate: true });
        tx.audit({ type: 'invoice_job', id: job.id, partnerId });
      }
      return {
        started: billable.length,
        withoutCustomerId: due.length - billable.length,
        lastPartnerId: found.length < PAGE_SIZE ? null : (found.at(-1)?.id ?? null),
      };
    }),
});
