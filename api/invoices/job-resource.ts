import { z } from 'zod';
import type { BilledUsage } from '../../domain/invoices/operations/bill-usage.ts';
import type { JobOutcome } from '../../domain/invoices/rules.ts';
import { INVOICE_JOB_STATUSES } from '../../domain/invoices/table.ts';
import { countSchema, presenter } from '../resource.ts';
import { detailInTurns, invoiceDetailResource } from './resource.ts';

const text = z.string();

/** The result of billing metered use. */
export const billedUsage = presenter(
  z.object({
    data: invoiceDetailResource.schema.nullable(),
    message: text.describe('The result in one sentence, naming what cannot be billed.'),
    meta: z.object({
      created: z.boolean().describe('Whether this request created an invoice.'),
      invoice_numbers: z.array(text).describe('Numbers of the created invoices, one per currency.'),
    }),
  }),
  (billed: BilledUsage, context) => ({
    data: billed.detail && invoiceDetailResource.present(billed.detail, context),
    ...outcomeOf(billed),
  }),
  async (billed, context) => ({
    data: billed.detail && (await detailInTurns(billed.detail, context)),
    ...outcomeOf(billed),
  }),
);

function outcomeOf({ job, invoiceNumbers }: BilledUsage) {
  const created = invoiceNumbers.length > 0;
  return {
    message: messageOf(job, created),
    meta: { created, invoice_numbers: invoiceNumbers },
  };
}

function messageOf({ status, error }: BilledUsage['job'], created: boolean): string {
  if (status === 'running') return 'The use is being billed; ask again for the invoices.';
  if (error !== null) return `The use of the period is billed but for what can't be: ${error}`;
  return created ? 'The use of the period is billed.' : 'There is no use of the period that is not billed.';
}

/** The result of a backfill. */
export const backfillOutcome = presenter(
  z.object({
    message: text.describe('The result so far, in one sentence.'),
    count: countSchema.describe('Number of invoices created so far.'),
    invoice_numbers: z.array(text).describe('Numbers of the invoices created so far.'),
  }),
  ({ job, invoiceNumbers }: JobOutcome) => ({
    message: backfillMessage({ job, invoiceNumbers }),
    count: invoiceNumbers.length,
    invoice_numbers: invoiceNumbers,
  }),
);

/** A backfill with its progress. */
export const backfillProgress = presenter(
  backfillOutcome.schema.extend({
    status: z.enum(INVOICE_JOB_STATUSES).describe('`running` until it ends; a `failed` backfill keeps its invoices.'),
    error: text.nullable(),
  }),
  (outcome: JobOutcome, context) => ({
    ...backfillOutcome.present(outcome, context),
    status: outcome.job.status,
    error: outcome.job.error,
  }),
);

/** What came of a backfill so far, in a sentence. */
export function backfillMessage({ job, invoiceNumbers: { length: count } }: JobOutcome): string {
  const made = count === 1 ? '1 invoice was made' : `${count} invoices were made`;
  if (job.status === 'running') return `${made} so far.`;
  return count === 0 ? 'There is no order without an invoice.' : `${made}.`;
}
