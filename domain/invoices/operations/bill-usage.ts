import type { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { AppError, invalid, notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { getPartnerById } from '../../partners/target.ts';
import type { Partner } from '../../partners/types.ts';
import { acceptBilling, awaitJob } from '../jobs.ts';
import { type InvoiceDetail, type JobOutcome, monthOf } from '../rules.ts';
import { billUsageBody } from '../schema.ts';
import { findInvoice, findJob, findLastOfPeriod } from '../store.ts';
import type { InvoiceJobRow } from '../table.ts';
import { detailInTurns } from './export-parts.ts';

/** Result of billing a period. */
export interface BilledUsage extends JobOutcome {
  /** The first invoice created, else the last one of the period; null when there is none. */
  detail: InvoiceDetail | null;
}

/** Bills the unbilled metered usage of a period, and waits for the invoices up to the limit of a request. */
export const billUsage = operation({
  name: 'invoices.bill_usage',
  permission: 'manage_billing',
  params: nothing,
  target: marketplaceCustomer,
  input: billUsageBody,
  run,
  recover: async (deps, call, madeId) => {
    const job = await findJob(deps.db, Number(madeId));
    if (job?.partner_id !== partnerOf(call)) throw notFound('Job');
    return billedBy(deps, job);
  },
});

/** Not a single transaction: a workflow does the work, and the request waits for its end. */
async function run(deps: Deps, call: Call, body: z.output<typeof billUsageBody>): Promise<BilledUsage> {
  const month = monthOf(deps.clock.now());
  const period = { start: body.period_start ?? month.start, end: body.period_end ?? month.end };
  if (period.end < period.start) {
    throw invalid(
      body.period_end == null
        ? {
            period_start: [
              `Must not be after ${period.end}, the end of the current month, unless \`period_end\` is given.`,
            ],
          }
        : {
            period_end: [
              `Must not be before ${period.start}, the start of the current month, unless \`period_start\` is given.`,
            ],
          },
    );
  }
  return billedBy(deps, await acceptBilling(deps, call, period));
}

async function billedBy(deps: Deps, accepted: InvoiceJobRow): Promise<BilledUsage> {
  const outcome = await awaitJob(deps, accepted);
  const { partner_id, period_start, period_end, status } = outcome.job;
  const [first] = outcome.invoiceNumbers;
  if (first !== undefined) return { ...outcome, detail: await detailOf(deps, await findInvoice(deps.db, first)) };
  if (status === 'running' || period_start === null || period_end === null) return { ...outcome, detail: null };
  const last = await findLastOfPeriod(deps.db, partner_id, period_start, period_end);
  return { ...outcome, detail: await detailOf(deps, last) };
}

async function detailOf(deps: Deps, invoice: InvoiceDetail['invoice'] | null): Promise<InvoiceDetail | null> {
  return invoice && detailInTurns(deps, invoice);
}

/** The calling partner; 403 when it has no marketplace customer id. */
async function marketplaceCustomer(deps: Deps, call: Call): Promise<Partner> {
  const partner = await getPartnerById(deps.db, partnerOf(call));
  if (partner.marketplace_customer_id === null) {
    throw new AppError('FORBIDDEN', 'This needs a marketplace customer id, which an administrator sets.');
  }
  return partner;
}
