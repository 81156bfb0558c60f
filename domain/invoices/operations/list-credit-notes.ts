import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { invoiceParams } from '../schema.ts';
import { listCreditNotes as listRows } from '../store.ts';
import type { CreditNoteRow } from '../table.ts';
import { ownInvoice } from '../target.ts';
import type { IssuedInvoice } from '../types.ts';

/** Credit notes, and the invoice that they are of. */
export interface CreditNotes {
  invoice: IssuedInvoice;
  notes: CreditNoteRow[];
}

/** What was given back of an invoice, oldest first. */
export const listCreditNotes = operation({
  name: 'invoices.list_credit_notes',
  permission: 'view_billing',
  params: invoiceParams,
  target: ownInvoice,
  input: nothing,
  run: async (deps, _call, _input, invoice): Promise<CreditNotes> => ({
    invoice,
    notes: await listRows(deps.db, invoice.id),
  }),
});
