import { z } from 'zod';
import { moment } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { selectPartnersToBill } from '../../usage-records/billing-store.ts';
import { addBilling } from '../accept.ts';
import { monthOf } from '../rules.ts';

/** Partners for whom one transaction starts the work. */
const PAGE_SIZE = 100;

/**
 * Starts the billing of the month before a moment for the next partners with use that nothing bills; each is work of its own,
 * which fails alone. A repeat starts work that finds nothing left to bill.
 */
export const billMonth = step({
  name: 'invoices.bill_month',
  input: z.object({ at: moment, afterPartnerId: z.int().min(0) }),
  output: z.object({
    started: z.int(),
    /** Partners without a customer id with the marketplace: nobody can be billed. */
    withoutCustomerId: z.int(),
    /** After whom the next page begins; null: there is none. */
    lastPartnerId: z.int().nullable(),
  }),
  run: (deps, call, { at, afterPartnerId }) =>
    deps.transaction(call, async (tx) => {
      const period = monthOf(at, 1);
      const found = await selectPartnersToBill(
        tx.em,
        { periodStart: period.start, periodEnd: period.end },
        { afterId: afterPartnerId, limit: PAGE_SIZE },
      );
      const billable = found.filter(({ hasCustomerId }) => hasCustomerId);
      for (const { id: partnerId } of billable) {
        const job = await addBilling(deps, tx, { partnerId, requestId: call.requestId, period });
        tx.audit({ type: 'invoice_job', id: job.id, partnerId });
      }
      return {
        started: billable.length,
        withoutCustomerId: found.length - billable.length,
        lastPartnerId: found.length < PAGE_SIZE ? null : (found.at(-1)?.id ?? null),
      };
    }),
});
