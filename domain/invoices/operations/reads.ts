import type { z } from 'zod';
import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { notFound } from '../../kernel/errors.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import type { Page } from '../../kernel/page.ts';
import { selectCreditNotes } from '../credit-store.ts';
import { type KeptFile, keptInvoiceFile } from '../file-store.ts';
import { selectInvoices, sumInvoices } from '../list-store.ts';
import { selectMovements } from '../payment-store.ts';
import {
  dueOf,
  type InvoiceDetail,
  type InvoiceTotals,
  type IssuedInvoice,
  type JobOutcome,
  type PaidInvoiceDetail,
} from '../rules.ts';
import { backfillParams, invoiceParams, listInvoicesQuery, summarizeInvoicesQuery } from '../schema.ts';
import { findInvoice, findJob, outcomeOf } from '../store.ts';
import type { CreditNoteRow, InvoiceJobRow } from '../table.ts';
import { detailInTurns } from './export-parts.ts';

/** Status of a backfill. */
export const getBackfill = operation({
  name: 'invoices.get_backfill',
  permission: 'view_billing',
  params: backfillParams,
  target: ownBackfill,
  input: nothing,
  run: (deps, _call, _input, job): Promise<JobOutcome> => outcomeOf(deps.db, job),
});

/** One invoice with its lines and payments. */
export const getInvoice = operation({
  name: 'invoices.get',
  permission: 'view_billing',
  params: invoiceParams,
  target: ownInvoice,
  input: nothing,
  run: async (deps, _call, _input, invoice): Promise<PaidInvoiceDetail> => {
    const payments = await selectMovements(deps.db, invoice.id);
    const { paymentPages: pages } = deps;
    const isOpen = invoice.status !== 'void' && dueOf(invoice) > 0;
    // An invoice is paid through one gateway.
    const isPayable =
      isOpen && pages !== null && payments.every(({ gateway }) => (gateway ?? pages.gateway) === pages.gateway);
    return { ...(await detailInTurns(deps, invoice)), payments, isPayable };
  },
});

/** What the file of an invoice is made from, and the copy that is kept of it. */
export interface InvoiceFile extends KeptFile {
  invoice: IssuedInvoice;
  /** The seller's logo of today; it is not kept with invoices. */
  logo: Uint8Array | null;
  /** The invoice with its lines, which never change after its issue. */
  detail(): Promise<InvoiceDetail>;
}

/** One invoice for a file. */
export const getInvoiceFile = operation({
  name: 'invoices.get_file',
  permission: 'view_billing',
  params: invoiceParams,
  target: ownInvoice,
  input: nothing,
  run: async ({ db, bulkReads, clock, invoicing }, _call, _input, invoice): Promise<InvoiceFile> => ({
    invoice,
    logo: invoice.seller && invoicing.logo,
    detail: () => detailInTurns({ bulkReads }, invoice),
    ...keptInvoiceFile({ db, clock }, invoice.id),
  }),
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

/** The caller's invoice; 404 when there is none, 403 when it is another partner's. */
export async function ownInvoice(
  deps: Deps,
  call: Call,
  { invoiceNumber }: { invoiceNumber: string },
): Promise<IssuedInvoice> {
  return ownedBy(call, 'Invoice', await findInvoice(deps.db, invoiceNumber), ({ partner_id }) => partner_id);
}

/** An invoice of the partner in the path, for administrators; 404 when it has none with that number. */
export async function invoiceOfPartner(
  deps: Deps,
  _call: Call,
  { partner_id, invoiceNumber }: { partner_id: number; invoiceNumber: string },
): Promise<IssuedInvoice> {
  const invoice = await findInvoice(deps.db, invoiceNumber);
  if (invoice?.partner_id !== partner_id) throw notFound('Invoice');
  return invoice;
}

/** The caller's backfill; 404 when there is none, 403 when it is another partner's. */
async function ownBackfill(deps: Deps, call: Call, { id }: { id: number }): Promise<InvoiceJobRow> {
  const job = await findJob(deps.db, id);
  return ownedBy(call, 'Backfill', job?.kind === 'backfill' ? job : null, ({ partner_id }) => partner_id);
}
