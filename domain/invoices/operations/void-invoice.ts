import { conflict, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import { withLines } from '../list-store.ts';
import { partnerInvoiceParams, voidInvoiceBody } from '../schema.ts';
import { findInvoice, findInvoiceById, voidInvoiceRow as setVoid } from '../store.ts';
import { invoiceOfPartner } from '../target.ts';
import type { InvoiceDetail } from '../types.ts';

/** Lets an administrator void an unpaid invoice. What it bills is not billed again, unless it is paid after all. */
export const voidInvoice = operation({
  name: 'invoices.void',
  permission: 'administrator',
  params: partnerInvoiceParams,
  target: invoiceOfPartner,
  input: voidInvoiceBody,
  async change(tx, { target }): Promise<InvoiceDetail> {
    const voided = await setVoid(tx.em, tx.now, target.id);
    if (voided) return withLines(tx.em, voided);
    const current = await findInvoice(tx.em, target.number);
    if (current?.status !== 'void') throw conflict(`An invoice that is ${current?.status} can't be voided.`);
    tx.unchanged();
    return withLines(tx.em, current);
  },
  audit: ({ invoice }, { input }) => ({
    type: 'invoice',
    id: invoice.id,
    partnerId: invoice.partner_id,
    details: { number: invoice.number, reason: input.reason ?? null },
  }),
  recover: async (deps, _call, madeId) => {
    const invoice = await findInvoiceById(deps.db, Number(madeId));
    if (!invoice) throw notFound('Invoice');
    return withLines(deps.db, invoice);
  },
});
