import { z } from 'zod';
import { isUnavailable } from '../../../infra/database/port.ts';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { moment } from '../../kernel/schema.ts';
import { step } from '../../kernel/step.ts';
import { selectPartnersToBill } from '../../usage-records/store.ts';
import { addBilling, type Period } from '../jobs.ts';
import { monthOf } from '../rules.ts';
import { isBilling } from '../store.ts';

/** Partners per call. */
const PAGE_SIZE = 100;

/**
 * Starts billing all usage up to the end of the month before a moment for the next partners with some unbilled, which
 * earlier months may have left: records that came late, or partners without a customer id then. Each partner has a
 * transaction and a job of its own, so that failures stay separate. A repeat leaves out partners whose job is running. Throws
 * when the database is unavailable.
 */
export const billMonth = step({
  name: 'invoices.bill_month',
  input: z.object({ at: moment, afterPartnerId: z.int().min(0) }),
  output: z.object({
    started: z.int(),
    /** Partners without a marketplace customer id, which cannot be billed. */
    withoutCustomerId: z.int(),
    /** Partners whose job could not be added. */
    failed: z.int(),
    /** Start the next page after this partner; null: there is none. */
    lastPartnerId: z.int().nullable(),
  }),
  async run(deps, call, { at, afterPartnerId }) {
    const period = monthOf(at, 1);
    const found = await selectPartnersToBill(deps.db, period.end, { afterId: afterPartnerId, limit: PAGE_SIZE });
    const due = found.filter(({ isDue }) => isDue);
    const billable = due.filter(({ hasCustomerId }) => hasCustomerId);
    let started = 0;
    let failed = 0;
    for (const { id: partnerId } of billable) {
      try {
        if (await startBilling(deps, call, { partnerId, period })) started += 1;
      } catch (error) {
        if (isUnavailable(error)) throw error;
        call.warn?.(error, `the usage of partner ${partnerId} could not be billed`);
        failed += 1;
      }
    }
    return {
      started,
      withoutCustomerId: due.length - billable.length,
      failed,
      lastPartnerId: found.length < PAGE_SIZE ? null : (found.at(-1)?.id ?? null),
    };
  },
});

/** False when the partner's job is running already. */
function startBilling(deps: Deps, call: Call, { partnerId, period }: { partnerId: number; period: Period }) {
  return deps.transaction(call, async (tx) => {
    if (await isBilling(tx.em, { partnerId, periodEnd: period.end })) return false;
    const job = await addBilling(deps, tx, { partnerId, requestId: call.requestId, period, includesLate: true });
    tx.audit({ type: 'invoice_job', id: job.id, partnerId });
    return true;
  });
}
