import type { z } from 'zod';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { outcomeOf } from '../job-store.ts';
import { selectInvoices, sumInvoices, withLines } from '../list-store.ts';
import { backfillParams, invoiceParams, listInvoicesQuery, summarizeInvoicesQuery } from '../schema.ts';
import { selectCreditNotes } from '../store.ts';
import type { CreditNoteRow } from '../table.ts';
import { ownBackfill, ownInvoice } from '../target.ts';
import type { InvoiceDetail, InvoiceTotals, IssuedInvoice, JobOutcome } from '../types.ts';

/** Status of a backfill. */
export const getBackfill = operation({
  name: 'invoices.get_backfill',
  permission: 'view_billing',
  params: backfillParams,
  target: ownBackfill,
  input: nothing,
  run: (deps, _call, _input, job): Promise<JobOutcome> => outcomeOf(deps.db, job),
});

/** One invoice with its lines. */
export const getInvoice = operation({
  name: 'invoices.get',
  permission: 'view_billing',
  params: invoiceParams,
  target: ownInvoice,
  input: nothing,
  run: (deps, _call, _input, invoice): Promise<InvoiceDetail> => withLines(deps.db, invoice),
});

/** Credit notes and their invoice. */
export interface CreditNotes {
  invoice: IssuedInvoice;
  notes: CreditNoteRow[];
}

/** Credit notes of an invoice, oldest first. */
export const listCreditNotes = operation({
  name: 'invoices.list_credit_notes',
  permission: 'view_billing',
  params: invoiceParams,
  target: ownInvoice,
  input: nothing,
  run: async (deps, _call, _input, invoice): Promise<CreditNotes> => ({
    invoice,
    notes: await selectCreditNotes(deps.db, invoice.id),
  }),
});

/** A page and its query. */
export interface InvoicePage extends Page<IssuedInvoice> {
  query: z.output<typeof listInvoicesQuery>;
}

/** The partner's invoices. */
export const listInvoices = operation({
  name: 'invoices.list',
  permission: 'view_billing',
  params: nothing,
  input: listInvoicesQuery,
  run: async (deps, call, query): Promise<InvoicePage> => ({
    ...(await selectInvoices(deps.db, partnerOf(call), query)),
    query,
  }),
});

/** Sums by currency, type and status, and the period they cover. */
export interface InvoiceSummary {
  period: z.output<typeof summarizeInvoicesQuery>;
  sums: InvoiceTotals[];
}

/** Sums of the partner's invoices. */
export const summarizeInvoices = operation({
  name: 'invoices.summarize',
  permission: 'view_billing',
  params: nothing,
  input: summarizeInvoicesQuery,
  run: async (deps, call, period): Promise<InvoiceSummary> => ({
    period,
    sums: await sumInvoices(deps.db, partnerOf(call), period),
  }),
});
