import { conflict, notFound } from '../../kernel/errors.ts';
import { amountProblem, toMinorUnits } from '../../kernel/money.ts';
import { operation } from '../../kernel/operation.ts';
import { onceValid } from '../../kernel/schema.ts';
import { issueCreditNote, leftToCredit, tooMuch } from '../credit-notes.ts';
import { findCreditNoteById } from '../credit-store.ts';
import { createCreditNoteBody, partnerInvoiceParams } from '../schema.ts';
import { lockInvoice } from '../store.ts';
import { type CreditNoteDetail, detailOfNote } from './credit-note-reads.ts';
import { invoiceOfPartner } from './reads.ts';

/** Lets an administrator credit an invoice: what is left of it, an amount, or lines; open invoices, too. */
export const createCreditNote = operation({
  name: 'invoices.credit',
  permission: 'administrator',
  params: partnerInvoiceParams,
  target: invoiceOfPartner,
  input: createCreditNoteBody,
  inputFor: ({ currency }) =>
    createCreditNoteBody.superRefine(
      ({ amount, lines }, context) => {
        const amounts = [
          { path: ['amount'], amount },
          ...(lines ?? []).map((line, index) => ({ path: ['lines', index, 'amount'], amount: line.amount })),
        ];
        for (const { path, amount } of amounts) {
          const message = amount == null ? undefined : amountProblem(amount, currency);
          if (message !== undefined) context.addIssue({ code: 'custom', path, message });
        }
      },
      onceValid('amount', 'lines'),
    ),
  async change(tx, { deps, input, target }): Promise<CreditNoteDetail> {
    const invoice = await lockInvoice(tx.em, target.id);
    if (!invoice || invoice.status === 'void') throw conflict("An invoice that is void can't be credited.");
    const minorUnits = (amount: string) => toMinorUnits(amount, invoice.currency);
    const left = leftToCredit(invoice);
    const amountMinor = input.amount == null ? left : minorUnits(input.amount);
    if (left === 0 || (!input.lines && amountMinor > left)) throw tooMuch('the invoice', left, invoice.currency);
    const lines = input.lines?.map(({ position, amount }) => ({
      position,
      amountMinor: amount == null ? null : minorUnits(amount),
    }));
    const note = await issueCreditNote(tx, tx.now, invoice, {
      origin: 'administrator',
      reference: deps.ids.uuid(),
      reason: input.reason,
      what: lines ? { lines } : { amountMinor },
    });
    return detailOfNote(tx.em, note);
  },
  audit: ({ note }) => ({
    type: 'credit_note',
    id: note.id,
    partnerId: note.partner_id,
    details: { number: note.number, amount_minor: note.amount_minor, reason: note.reason },
  }),
  recover: async (deps, _call, madeId) => {
    const note = await findCreditNoteById(deps.db, Number(madeId));
    if (!note) throw notFound('Credit note');
    return detailOfNote(deps.db, note);
  },
});
