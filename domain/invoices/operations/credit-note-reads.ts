import type { Call } from '../../kernel/call.ts';
import type { Db, Deps } from '../../kernel/deps.ts';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { ownedBy } from '../../kernel/ownership.ts';
import type { Page } from '../../kernel/page.ts';
import { references } from '../../kernel/references.ts';
import {
  findCreditNoteByNumber,
  type ListedCreditNote,
  selectCreditNoteLines,
  selectCreditNotePage,
} from '../credit-store.ts';
import { type KeptFile, keptCreditNoteFile } from '../file-store.ts';
import type { IssuedInvoice } from '../rules.ts';
import { creditNoteParams, invoiceParams, listCreditNotesQuery } from '../schema.ts';
import { findInvoiceById } from '../store.ts';
import type { CreditNoteLineRow, CreditNoteRow } from '../table.ts';
import { ownInvoice } from './reads.ts';

/** A credit note with its lines and its invoice, whose parties are its own. */
export interface CreditNoteDetail {
  note: CreditNoteRow;
  invoice: IssuedInvoice;
  lines: CreditNoteLineRow[];
}

/** The partner's credit notes. */
export const listAllCreditNotes = operation({
  name: 'credit_notes.list',
  permission: 'view_billing',
  params: nothing,
  references: references({ invoice_number: invoiceParams.shape.invoiceNumber }, requireInvoice),
  input: listCreditNotesQuery,
  async run(deps, call, query): Promise<Page<ListedCreditNote>> {
    await requireInvoice(deps, call, query);
    return selectCreditNotePage(deps.db, partnerOf(call), query);
  },
});

/** Requires the invoice of a filter to be the caller's, as in a path. */
async function requireInvoice(
  deps: Deps,
  call: Call,
  { invoice_number: invoiceNumber }: { invoice_number?: string | undefined },
): Promise<void> {
  if (invoiceNumber !== undefined) await ownInvoice(deps, call, { invoiceNumber });
}

/** One credit note with its lines. */
export const getCreditNote = operation({
  name: 'credit_notes.get',
  permission: 'view_billing',
  params: creditNoteParams,
  target: ownCreditNote,
  input: nothing,
  run: (deps, _call, _input, note): Promise<CreditNoteDetail> => detailOfNote(deps.db, note),
});

/** What the file of a credit note is made from, and the copy that is kept of it. */
export interface CreditNoteFile extends CreditNoteDetail, KeptFile {
  /** The seller's logo of today; it is not kept with invoices. */
  logo: Uint8Array | null;
}

/** One credit note for a file. */
export const getCreditNoteFile = operation({
  name: 'credit_notes.get_file',
  permission: 'view_billing',
  params: creditNoteParams,
  target: ownCreditNote,
  input: nothing,
  async run({ db, clock, invoicing }, _call, _input, note): Promise<CreditNoteFile> {
    const detail = await detailOfNote(db, note);
    return { ...detail, logo: detail.invoice.seller && invoicing.logo, ...keptCreditNoteFile({ db, clock }, note.id) };
  },
});

/** A credit note with its lines and its invoice. */
export async function detailOfNote(db: Db, note: CreditNoteRow): Promise<CreditNoteDetail> {
  const invoice = await findInvoiceById(db, note.invoice_id);
  if (!invoice) throw new Error(`Invoice ${note.invoice_id} is gone.`);
  return { note, invoice, lines: await selectCreditNoteLines(db, note.id) };
}

/** The caller's credit note; 404 when there is none, 403 when it is another partner's. */
export async function ownCreditNote(
  deps: Deps,
  call: Call,
  { creditNoteNumber }: { creditNoteNumber: string },
): Promise<CreditNoteRow> {
  const note = await findCreditNoteByNumber(deps.db, creditNoteNumber);
  return ownedBy(call, 'Credit note', note, ({ partner_id }) => partner_id);
}
