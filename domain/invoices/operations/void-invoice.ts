import type { Call } from '../../kernel/call.ts';
import type { Deps } from '../../kernel/deps.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { operation } from '../../kernel/operation.ts';
import type { InvoiceDetail, IssuedInvoice } from '../rules.ts';
import { partnerInvoiceParams, voidInvoiceBody } from '../schema.ts';
import { findInvoice, findInvoiceById, voidInvoiceRow as setVoid, withLines } from '../store.ts';

/** An invoice of the partner in the path, for administrators; 404 when it has none with that number. */
async function invoiceOfPartner(
  deps: Deps,
  _call: Call,
  { partner_id, invoiceNumber }: { partner_id: number; invoiceNumber: string },
): Promise<IssuedInvoice> {
  const invoice = await findInvoice(deps.db, invoiceNumber);
  if (invoice?.partner_id !== partner_id) throw notFound('Invoice');
  return invoice;
}

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
