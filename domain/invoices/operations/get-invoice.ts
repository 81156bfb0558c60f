import { nothing } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import { withLines } from '../list-store.ts';
import { invoiceParams } from '../schema.ts';
import { ownInvoice } from '../target.ts';
import type { InvoiceDetail } from '../types.ts';

/** One invoice with its lines. */
export const getInvoice = operation({
  name: 'invoices.get',
  permission: 'view_billing',
  params: invoiceParams,
  target: ownInvoice,
  input: nothing,
  run: (deps, _call, _input, invoice): Promise<InvoiceDetail> => withLines(deps.db, invoice),
});
