import { z } from 'zod';
import type { Tx } from '../../kernel/deps.ts';
import type { Invoicing } from '../../kernel/invoicing.ts';
import { step } from '../../kernel/step.ts';
import { truncate } from '../../kernel/words.ts';
import {
  claimUsage,
  findCurrenciesToBill,
  type LastClaimed,
  readUsageSums,
  type UsageSum,
  type UsageToBill,
} from '../../usage-records/store.ts';
import { completeDraft, insertDrafts, insertLines, issueDrafts, undoneBeyondBooks } from '../draft-store.ts';
import { finishJob, jobReference, lockJob } from '../jobs.ts';
import { type Line, totalsOf, type Use, usageLine } from '../lines.ts';
import { type Billing, taxSituation } from '../rules.ts';
import { lockBilling } from '../store.ts';
import type { InvoiceJobRow, TaxTotal } from '../table.ts';
import { roundingByInvoice, taxOf, taxTotalsOf } from '../tax.ts';

/**
 * Bills the usage of a job and ends the job, in one transaction; a repeat finds it ended. Returns whether it is billed.
 */
export const billUsage = step({
  name: 'invoices.bill_usage',
  input: jobReference,
  output: z.boolean(),
  async run(deps, call, reference) {
    return deps.transaction(call, async (tx) => {
      const job = await lockJob(tx, reference);
      if (!job) return true;
      const problems = await billJob(tx, job, deps.invoicing);
      await finishJob(tx, job, problems.length === 0 ? null : truncate(problems.join(' '), MAX_ERROR));
      return problems.length === 0;
    });
  },
});

/** Length of the column. */
const MAX_ERROR = 500;
/** Records read by one statement, so that it stays far below the statement time-out. */
const BATCH_SIZE = 2_000;
/** Lines written by one statement: few enough that computing them holds up nothing else. */
const LINES_PER_BATCH = 200;

/**
 * Bills the unbilled usage of a job: an invoice per currency, a line for each dimension and price, and for each month of
 * late usage. Locks the partner's row, so that jobs with overlapping periods run one after the other. A currency whose
 * sums are beyond the range of the books stays unbilled; returns a sentence for each.
 */
async function billJob(tx: Tx, job: InvoiceJobRow, invoicing: Invoicing): Promise<string[]> {
  const usage = usageOf(job);
  const billing = await lockBilling(tx.em, job.partner_id);
  const drafts: number[] = [];
  const problems: string[] = [];
  for (const currency of await findCurrenciesToBill(tx.em, usage)) {
    const made = await undoneBeyondBooks(tx.em, () => draftFor(tx, job, usage, { billing, invoicing, currency }));
    if ('problem' in made) problems.push(`${currency}: ${made.problem}`);
    else drafts.push(made.result);
  }
  const numbers = await issueDrafts(tx.em, tx.now, drafts);
  for (const [index, id] of drafts.entries()) {
    tx.audit({ type: 'invoice', id, partnerId: job.partner_id, details: { number: numbers[index] } });
  }
  return problems;
}

async function draftFor(
  tx: Tx,
  job: InvoiceJobRow,
  usage: UsageToBill,
  { billing, invoicing, currency }: { billing: Billing; invoicing: Invoicing; currency: string },
): Promise<number> {
  const [invoiceId] = await insertDrafts(tx.em, tx.now, [
    {
      partner_id: job.partner_id,
      job_id: job.id,
      order_id: null,
      billing_type: 'marketplace_usage',
      currency,
      period_start: usage.periodStart,
      period_end: usage.periodEnd,
      billing,
      seller: invoicing.seller,
      lines: [],
    },
  ]);
  if (invoiceId === undefined) throw new Error('The draft was not added.');
  const sums = await writeLines(tx, usage, { invoiceId, billing, invoicing, currency });
  await completeDraft(tx.em, invoiceId, currency, sums);
  return invoiceId;
}

/**
 * Claims the records in batches, then writes lines in batches from their exact sums; returns the totals. Neither the
 * records nor the lines of a partner are all in memory at any time.
 */
async function writeLines(
  tx: Tx,
  usage: UsageToBill,
  {
    invoiceId,
    billing,
    invoicing,
    currency,
  }: { invoiceId: number; billing: Billing; invoicing: Invoicing; currency: string },
): Promise<{ totals: Totals; taxTotals: TaxTotal[] }> {
  let after: LastClaimed | null = null;
  do {
    after = await claimUsage(tx.em, usage, { invoiceId, currency, limit: BATCH_SIZE, after });
  } while (after !== null);
  const situation = taxSituation(billing, invoicing);
  const rounded = invoicing.tax?.rounding === 'invoice' ? roundingByInvoice(currency) : (line: Line) => line;
  let lineCount = 0;
  let totals = totalsOf([], currency);
  let taxTotals: TaxTotal[] = [];
  for await (const sums of readUsageSums(tx.em, usage, { invoiceId, size: LINES_PER_BATCH })) {
    const lines = sums.map((sum) => {
      const tax = taxOf(situation, { kind: 'marketplace_usage', dimension: sum.dimension });
      return rounded(usageLine(useOf(sum), tax, currency));
    });
    await insertLines(tx.em, invoiceId, lineCount, lines);
    lineCount += lines.length;
    totals = totalsOf([...lines, asLine(totals)], currency);
    taxTotals = taxTotalsOf(lines, taxTotals);
  }
  return { totals, taxTotals };
}

type Totals = ReturnType<typeof totalsOf>;

function asLine({ subtotal_minor, tax_minor }: Totals): Pick<Line, 'amount_minor' | 'tax_minor'> {
  return { amount_minor: subtotal_minor, tax_minor };
}

function useOf({ dimension, unit_price, quantity, period_start, period_end }: UsageSum): Use {
  return { dimension, unitPrice: unit_price, quantity, periodStart: period_start, periodEnd: period_end };
}

function usageOf({ id, partner_id, period_start, period_end, includes_late }: InvoiceJobRow): UsageToBill {
  if (period_start === null || period_end === null) throw new Error(`Job ${id} has no period.`);
  return { partnerId: partner_id, periodStart: period_start, periodEnd: period_end, includesLate: includes_late };
}
