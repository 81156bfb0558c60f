import { backfillInvoices } from '../../domain/invoices/operations/backfill-invoices.ts';
import { billUsage } from '../../domain/invoices/operations/bill-usage.ts';
import { createCreditNote } from '../../domain/invoices/operations/create-credit-note.ts';
import {
  getCreditNote,
  getCreditNoteFile,
  listAllCreditNotes,
} from '../../domain/invoices/operations/credit-note-reads.ts';
import { exportInvoicesAsCsv, exportInvoicesAsJson } from '../../domain/invoices/operations/export-invoices.ts';
import { getECreditNote, getEInvoice } from '../../domain/invoices/operations/get-e-invoice.ts';
import {
  getBackfill,
  getInvoice,
  getInvoiceFile,
  listCreditNotes,
  listInvoices,
  summarizeInvoices,
} from '../../domain/invoices/operations/reads.ts';
import { voidInvoice } from '../../domain/invoices/operations/void-invoice.ts';
import { utcDay } from '../../domain/kernel/days.ts';
import { area } from '../area.ts';
import { one, type PresentContext, page } from '../resource.ts';
import { route, stream } from '../route.ts';
import { creditNoteDetail, creditNoteResource, creditNotes } from './credit-note-resource.ts';
import { invoiceExport, invoicesAsCsv, invoicesAsJson } from './files.ts';
import { backfillOutcome, backfillProgress, billedUsage } from './job-resource.ts';
import { invoicePage, invoiceSummary } from './list-resource.ts';
import { creditNotePdf, creditNotePdfHeaders } from './pdf/credit-note.ts';
import { invoicePdf, pdfHeaders } from './pdf/file.ts';
import { COLLECTION, invoiceDetailResource, paidInvoiceResource } from './resource.ts';
import { backfillWork } from './work.ts';
import { invoiceXml, xmlHeaders } from './xml/file.ts';

const PREFIX = '/invoice-receipts';

function download({ now }: PresentContext, extension: string): Record<string, string> {
  const name = `invoices-${utcDay(now)}.${extension}`;
  return { 'Content-Disposition': `attachment; filename="${name}"` };
}

export const invoicesArea = area({
  tag: {
    name: 'Invoices',
    group: 'Account',
    description: 'Invoices and credit notes, exports, and billing of metered use and orders.',
  },
  firstTools: ['list_invoices', 'get_invoice'],
  routes: [
    route({
      method: 'GET',
      path: PREFIX,
      summary: 'List invoices',
      operation: listInvoices,
      body: invoicePage,
      tool: {
        name: 'list_invoices',
        title: 'List invoices',
        description: 'Lists invoices with amounts and status, newest first, by type, status and days.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/summary`,
      operationId: 'summarizeInvoices',
      summary: 'Totals of invoices by currency, type and status',
      operation: summarizeInvoices,
      body: invoiceSummary,
      tool: {
        name: 'summarize_invoices',
        title: 'Sum up invoices',
        description: 'Totals of invoices by currency, type and status: billed, paid and outstanding.',
      },
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/export/csv`,
      operationId: 'exportInvoicesAsCsv',
      summary: 'All invoices as a CSV file, one row per line unless `line_items` is false',
      operation: exportInvoicesAsCsv,
      contentType: 'text/csv; charset=utf-8; header=present',
      headers: (_output, context) => download(context, 'csv'),
      write: invoicesAsCsv,
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/export/json`,
      operationId: 'exportInvoicesAsJson',
      summary: 'All invoices as a JSON file, with lines unless `line_items` is false',
      operation: exportInvoicesAsJson,
      contentType: 'application/json; charset=utf-8',
      json: invoiceExport,
      headers: (_output, context) => download(context, 'json'),
      write: invoicesAsJson,
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/generate-marketplace`,
      operationId: 'generateMarketplaceInvoice',
      summary: 'Bill the unbilled metered use of a period: one invoice per currency',
      operation: billUsage,
      status: ({ job }) => (job.status === 'running' ? 202 : 201),
      successStatus: 201,
      body: billedUsage,
      alternatives: {
        202: { description: 'Still running: ask again for the invoices.', body: billedUsage.schema, interim: true },
      },
      headers: ({ detail }): Record<string, string> =>
        detail ? { Location: `${COLLECTION}/${detail.invoice.number}` } : {},
      locates: true,
    }),

    route({
      method: 'POST',
      path: `${PREFIX}/backfill`,
      operationId: 'backfillInvoices',
      summary: 'Create invoices for orders without one, oldest first',
      operation: backfillInvoices,
      status: ({ job }) => (job.status === 'running' ? 202 : 200),
      body: backfillOutcome,
      alternatives: {
        202: {
          description: 'Still running: the invoices made so far; `Location` shows the progress.',
          body: backfillOutcome.schema,
          interim: true,
        },
      },
      headers: ({ job }): Record<string, string> =>
        job.status === 'running' ? { Location: `${COLLECTION}/backfill/${job.id}` } : {},
      locates: true,
      work: backfillWork,
      tool: {
        name: 'backfill_invoices',
        title: 'Create missing invoices',
        description:
          'Creates invoices for orders without one, oldest first. After 25 seconds it continues in the background; call again to wait for the running one. Free.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/backfill/{id}`,
      summary: 'The progress of a backfill and its invoices',
      extension: true,
      operation: getBackfill,
      body: backfillProgress,
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/credit-notes`,
      operationId: 'listCreditNotes',
      summary: 'List credit notes',
      extension: true,
      operation: listAllCreditNotes,
      body: page(creditNoteResource),
      errors: ['NOT_FOUND'],
      tool: {
        name: 'list_credit_notes',
        title: 'List credit notes',
        description: 'Lists credit notes, newest first, by invoice, invoice type and days.',
      },
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/credit-notes/{creditNoteNumber}`,
      operationId: 'getCreditNote',
      summary: 'One credit note with its lines',
      extension: true,
      operation: getCreditNote,
      body: one(creditNoteDetail),
      tool: {
        name: 'get_credit_note',
        title: 'Read a credit note',
        description: 'Reads one credit note with its lines, by its number such as CN-2026-000001.',
      },
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/credit-notes/{creditNoteNumber}/pdf`,
      operationId: 'downloadCreditNotePdf',
      summary: 'One credit note as a PDF file',
      extension: true,
      operation: getCreditNoteFile,
      contentType: 'application/pdf',
      errors: ['SERVICE_UNAVAILABLE'],
      validators: ['ETag'],
      headers: creditNotePdfHeaders,
      write: creditNotePdf,
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/credit-notes/{creditNoteNumber}/xml`,
      operationId: 'downloadCreditNoteXml',
      summary: 'One credit note as an e-invoice: UBL 2.1 by EN 16931',
      description: 'If seller or buyer data required by the standard is missing, the error names the fields.',
      extension: true,
      operation: getECreditNote,
      contentType: 'application/xml; charset=utf-8',
      errors: ['PRECONDITION_FAILED'],
      headers: xmlHeaders,
      write: invoiceXml,
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{invoiceNumber}`,
      summary: 'One invoice with its lines and payments',
      isLong: true,
      operation: getInvoice,
      body: one(paidInvoiceResource),
      tool: {
        name: 'get_invoice',
        title: 'Read an invoice',
        description: 'Reads one invoice with its lines and payments, by its number such as INV-2026-000001.',
      },
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/{invoiceNumber}/pdf`,
      operationId: 'downloadInvoicePdf',
      summary: 'One invoice as a PDF file',
      description:
        "PDF/A-3 in the buyer's language. Embeds the invoice as data (Factur-X, `factur-x.xml`) if it has what an e-invoice needs and is not void.",
      extension: true,
      operation: getInvoiceFile,
      contentType: 'application/pdf',
      errors: ['SERVICE_UNAVAILABLE'],
      validators: ['ETag'],
      headers: pdfHeaders,
      write: invoicePdf,
    }),

    stream({
      method: 'GET',
      path: `${PREFIX}/{invoiceNumber}/xml`,
      operationId: 'downloadInvoiceXml',
      summary: 'One invoice as an e-invoice: UBL 2.1 by EN 16931',
      description: 'If seller or buyer data required by the standard is missing, the error names the fields.',
      extension: true,
      operation: getEInvoice,
      contentType: 'application/xml; charset=utf-8',
      errors: ['PRECONDITION_FAILED'],
      headers: xmlHeaders,
      write: invoiceXml,
    }),

    route({
      method: 'GET',
      path: `${PREFIX}/{invoiceNumber}/credit-notes`,
      summary: 'Credit notes of an invoice, oldest first',
      extension: true,
      operation: listCreditNotes,
      body: creditNotes,
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/invoices/{invoiceNumber}/void',
      summary: 'Void an unpaid invoice',
      extension: true,
      operation: voidInvoice,
      body: one(invoiceDetailResource),
      errors: ['CONFLICT'],
    }),

    route({
      method: 'POST',
      path: '/3pi-partners/{partner_id}/invoices/{invoiceNumber}/credit-notes',
      operationId: 'createCreditNote',
      summary: 'Credit an invoice: its remainder, an amount, or lines',
      description:
        'Open invoices can be credited too, which reduces the amount due. A credit cannot exceed what is left to credit.',
      extension: true,
      operation: createCreditNote,
      status: 201,
      body: one(creditNoteDetail),
      errors: ['CONFLICT'],
    }),
  ],
});
