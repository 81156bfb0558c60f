import type { z } from 'zod';
import { nothing, partnerOf } from '../../kernel/invoke.ts';
import { operation } from '../../kernel/operation.ts';
import type { Page } from '../../kernel/page.ts';
import { listInvoices as listRows } from '../list-store.ts';
import { listInvoicesQuery } from '../schema.ts';
import type { IssuedInvoice } from '../types.ts';

/** A page, and what was asked for. */
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
    ...(await listRows(deps.db, partnerOf(call), query)),
    query,
  }),
});
