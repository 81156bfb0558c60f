import Big from 'big.js';
import type { Tx } from '../../kernel/deps.ts';
import { type AppError, conflict, notFound } from '../../kernel/errors.ts';
import { maxMinorUnits } from '../../kernel/money.ts';
import { operation } from '../../kernel/operation.ts';
import { lockOrderOfInvoice, releaseOrder } from '../../orders/store.ts';
import { releaseUsage, sumUnbilled } from '../../usage-records/store.ts';
import { billsUse, type InvoiceDetail, type IssuedInvoice } from '../rules.ts';
import { partnerInvoiceParams, voidInvoiceBody } from '../schema.ts';
import { findInvoice, findInvoiceById, voidInvoiceRow as setVoid, withLines } from '../store.ts';
import { invoiceOfPartner } from './reads.ts';

/** Records released by one statement, so that it stays far below the statement time-out. */
const BATCH_SIZE = 2_000;

/**
 * Lets an administrator void an invoice of which nothing was paid or credited. Metered use that it billed is unbilled
 * again, in the same transaction, and so is its order on request.
 */
export const voidInvoice = operation({
  name: 'invoices.void',
  permission: 'administrator',
  params: partnerInvoiceParams,
  target: invoiceOfPartner,
  input: voidInvoiceBody,
  async change(tx, { input, target }): Promise<InvoiceDetail> {
    const isRebilled = input.rebill ?? billsUse(target);
    // Payments lock the order before its invoice, too.
    await lockOrderOfInvoice(tx.em, target.partner_id, target.id);
    const voided = await setVoid(tx.em, tx.now, { id: target.id, isRebilled });
    if (voided) {
      if (isRebilled) await release(tx, voided);
      return withLines(tx.em, voided);
    }
    const current = await findInvoice(tx.em, target.number);
    if (current?.status !== 'void') throw notVoidable(current);
    if (input.rebill != null && input.rebill !== current.is_rebilled) throw voidedOtherwise(current);
    tx.unchanged();
    return withLines(tx.em, current);
  },
  audit: ({ invoice }, { input }) => ({
    type: 'invoice',
    id: invoice.id,
    partnerId: invoice.partner_id,
    details: { number: invoice.number, reason: input.reason ?? null, rebilled: invoice.is_rebilled },
  }),
  recover: async (deps, _call, madeId) => {
    const invoice = await findInvoiceById(deps.db, Number(madeId));
    if (!invoice) throw notFound('Invoice');
    return withLines(deps.db, invoice);
  },
});

/** Makes what an invoice billed unbilled again; its row is locked. */
async function release({ em }: Tx, invoice: IssuedInvoice): Promise<void> {
  const { id: invoiceId, partner_id: partnerId } = invoice;
  if (!billsUse(invoice)) return releaseOrder(em, partnerId, invoiceId);
  // Payments that name an invoice over use have an order that stands for it, and would bill the use once more.
  if (await lockOrderOfInvoice(em, partnerId, invoiceId))
    throw conflict("A payment has named this invoice, so what it billed can't be billed again.");
  while ((await releaseUsage(em, { partnerId, invoiceId, limit: BATCH_SIZE })) === BATCH_SIZE);
  const unbilled = await sumUnbilled(em, partnerId, invoice.currency);
  if (new Big(unbilled).gt(maxMinorUnits(invoice.currency)))
    throw conflict("The use of this invoice can't be billed by one invoice together with what is unbilled.");
}

/** A repeat that asks for something else than what stands. */
function voidedOtherwise({ is_rebilled }: IssuedInvoice): AppError {
  return conflict(
    is_rebilled
      ? 'The invoice was voided before, and what it billed can be billed again.'
      : "The invoice was voided before, and what it billed can't be billed again.",
  );
}

function notVoidable(invoice: IssuedInvoice | null): AppError {
  if (invoice?.status !== 'open') return conflict(`An invoice that is ${invoice?.status} can't be voided.`);
  if (invoice.paid_minor > 0) return conflict("An invoice that is paid in part can't be voided; credit the rest.");
  return invoice.credited_minor > 0
    ? conflict("An invoice with credit notes can't be voided; credit the rest.")
    : conflict("An invoice that was paid can't be voided, even if the money went back; credit it.");
}
