import { z } from 'zod';
import { exportJournal } from '../../domain/bookkeeping/operations/export-journal.ts';
import {
  listAllInvoices,
  listLedgerEntries,
  listOrders,
  listUsageRecords,
} from '../../domain/bookkeeping/operations/reads.ts';
import type { CreditEntryRow } from '../../domain/credits/table.ts';
import type { IssuedInvoice } from '../../domain/invoices/rules.ts';
import type { OrderRow } from '../../domain/orders/table.ts';
import type { UsageRecordRow } from '../../domain/usage-records/table.ts';
import { area } from '../area.ts';
import { creditEntryResource } from '../credits/resource.ts';
import { invoiceResource } from '../invoices/resource.ts';
import { orderResource } from '../orders/area.ts';
import { idSchema, page, presenter } from '../resource.ts';
import { route, stream } from '../route.ts';
import { usageRecordResource } from '../usage-records/area.ts';
import { journalAsCsv } from './journal-file.ts';

const partner_id = idSchema.describe('Number of the billed partner.');
const invoice_id = idSchema.nullable().describe('The invoice that bills it; null if not billed yet.');

/** An invoice with its partner. */
const partnerInvoice = presenter(
  z.object({ id: idSchema, partner_id, ...invoiceResource.schema.shape }).meta({ title: 'PartnerInvoice' }),
  (invoice: IssuedInvoice, context) => ({
    id: invoice.id,
    partner_id: invoice.partner_id,
    ...invoiceResource.present(invoice, context),
  }),
);

/** An order with its invoice. */
const invoicedOrder = presenter(
  z.object({ ...orderResource.schema.shape, invoice_id }).meta({ title: 'InvoicedOrder' }),
  (order: OrderRow, context) => ({ ...orderResource.present(order, context), invoice_id: order.invoice_id }),
);

/** A usage record with its invoice. */
const invoicedUsage = presenter(
  z.object({ ...usageRecordResource.schema.shape, invoice_id }).meta({ title: 'InvoicedUsageRecord' }),
  (record: UsageRecordRow, context) => ({
    ...usageRecordResource.present(record, context),
    invoice_id: record.invoice_id,
  }),
);

/** An entry of the credit ledger with the work that it paid for. */
const ledgerEntry = presenter(
  z
    .object({
      ...creditEntryResource.schema.shape,
      capability: z
        .string()
        .nullable()
        .describe('Slug of the capability that used the credits; null for grants, purchases and adjustments.'),
      day: z.iso.date().describe('UTC day; for captures and releases, that of the hold.'),
    })
    .meta({ title: 'LedgerEntry' }),
  (entry: CreditEntryRow, context) => ({
    ...creditEntryResource.present(entry, context),
    capability: entry.capability,
    day: entry.day,
  }),
);

export const bookkeepingArea = area({
  tag: {
    name: 'Bookkeeping',
    group: 'Administration',
    description: 'The books of all partners; for administrators.',
  },
  routes: [
    route({
      method: 'GET',
      path: '/3pi-partners/invoices',
      operationId: 'listAllInvoices',
      summary: 'List and search the invoices of all partners, newest first',
      extension: true,
      operation: listAllInvoices,
      errors: ['NOT_FOUND'],
      body: page(partnerInvoice),
    }),

    route({
      method: 'GET',
      path: '/3pi-partners/orders',
      operationId: 'listOrders',
      summary: 'List and search the orders of all partners, newest first',
      extension: true,
      operation: listOrders,
      errors: ['NOT_FOUND'],
      body: page(invoicedOrder),
    }),

    route({
      method: 'GET',
      path: '/3pi-partners/usage-records',
      operationId: 'listUsageRecords',
      summary: 'List and search the metered use of all partners, newest first',
      extension: true,
      operation: listUsageRecords,
      errors: ['NOT_FOUND'],
      body: page(invoicedUsage),
    }),

    route({
      method: 'GET',
      path: '/3pi-partners/ledger-entries',
      operationId: 'listLedgerEntries',
      summary: 'List and search the credit ledgers of all partners, newest first',
      extension: true,
      operation: listLedgerEntries,
      errors: ['NOT_FOUND'],
      body: page(ledgerEntry),
    }),

    stream({
      method: 'GET',
      path: '/3pi-partners/accounting-export',
      operationId: 'exportJournal',
      summary: 'The journal of a month as a CSV file, for all partners',
      description:
        "Invoices, credit notes, payments, refunds, lost disputes, and voided or written-off invoices as journal lines. The lines of each document sum to 0. A month's journal is refused for the first ten minutes after its end, because documents may be missing.",
      extension: true,
      operation: exportJournal,
      errors: ['CONFLICT'],
      contentType: 'text/csv; charset=utf-8; header=present',
      headers: ({ month }) => ({ 'Content-Disposition': `attachment; filename="journal-${month}.csv"` }),
      write: journalAsCsv,
    }),
  ],
});
