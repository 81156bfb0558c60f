import Big from 'big.js';
import { z } from 'zod';
import type { Tx } from '../../kernel/deps.ts';
import type { Invoicing } from '../../kernel/invoicing.ts';
import { step } from '../../kernel/step.ts';
import { claimUsage, findCurrenciesToBill, type UsagePeriod } from '../../usage-records/store.ts';
import { completeDraft, insertDrafts, issueDrafts } from '../draft-store.ts';
import { finishJob, jobReference, lockJob } from '../jobs.ts';
import { type Line, type Use, usageLine } from '../lines.ts';
import type { Billing } from '../rules.ts';
import { lockBilling } from '../store.ts';
import type { InvoiceJobRow } from '../table.ts';

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
        await billJob(tx, job, deps.invoicing);
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

/** Records read by one statement, so that it stays far below the statement time-out. */
const BATCH_SIZE = 5_000;

/**
 * Bills the unbilled usage of a job's period: an invoice per currency, a line for each dimension and price. Locks the
 * partner's row, so that jobs with overlapping periods run one after the other. Throws RangeError for sums beyond the
 * range of the books.
 */
async function billJob(tx: Tx, job: InvoiceJobRow, invoicing: Invoicing): Promise<void> {
  const period = periodOf(job);
  const billing = await lockBilling(tx.em, job.partner_id);
  const drafts: number[] = [];
  for (const currency of await findCurrenciesToBill(tx.em, period)) {
    drafts.push(await draftFor(tx, job, period, { billing, invoicing, currency }));
  }
  const numbers = await issueDrafts(tx.em, tx.now, drafts);
  for (const [index, id] of drafts.entries()) {
    tx.audit({ type: 'invoice', id, partnerId: job.partner_id, details: { number: numbers[index] } });
  }
}

async function draftFor(
  tx: Tx,
  job: InvoiceJobRow,
  period: UsagePeriod,
  { billing, invoicing, currency }: { billing: Billing; invoicing: Invoicing; currency: string },
): Promise<number> {
  const [invoiceId] = await insertDrafts(tx.em, tx.now, [
    {
      partner_id: job.partner_id,
      job_id: job.id,
      order_id: null,
      billing_type: 'marketplace_usage',
      currency,
      period_start: period.periodStart,
      period_end: period.periodEnd,
      billing,
      seller: invoicing.seller,
      lines: [],
    },
  ]);
  if (invoiceId === undefined) throw new Error('The draft was not added.');
  await completeDraft(tx.em, invoiceId, currency, await linesOf(tx, period, { invoiceId, billing, currency }));
  return invoiceId;
}

/** Claims the period's records in batches and adds up their quantities exactly. */
async function linesOf(
  tx: Tx,
  period: UsagePeriod,
  { invoiceId, billing, currency }: { invoiceId: number; billing: Billing; currency: string },
): Promise<Line[]> {
  const uses = new Map<string, Use>();
  for (;;) {
    const sums = await claimUsage(tx.em, period, { invoiceId, currency, limit: BATCH_SIZE });
    for (const { dimension, unit_price: unitPrice, quantity } of sums) {
      const key = JSON.stringify([dimension, unitPrice]);
      const previous = uses.get(key)?.quantity ?? '0';
      const { periodStart, periodEnd } = period;
      uses.set(key, {
        dimension,
        unitPrice,
        quantity: new Big(previous).plus(quantity).toFixed(),
        periodStart,
        periodEnd,
      });
    }
    if (sums.reduce((count, { records }) => count + records, 0) < BATCH_SIZE) break;
  }
  return [...uses.values()].sort(byDimensionAndPrice).map((use) => usageLine(use, billing.tax_rate, currency));
}

function byDimensionAndPrice(one: Use, other: Use): number {
  if (one.dimension !== other.dimension) return one.dimension < other.dimension ? -1 : 1;
  return new Big(one.unitPrice).cmp(other.unitPrice);
}

function periodOf({ id, partner_id, period_start, period_end }: InvoiceJobRow): UsagePeriod {
  if (period_start === null || period_end === null) throw new Error(`Job ${id} has no period.`);
  return { partnerId: partner_id, periodStart: period_start, periodEnd: period_end };
}
