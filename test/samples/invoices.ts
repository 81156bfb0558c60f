import { creditNoteDetail } from '../../api/invoices/credit-note-resource.ts';
import { one } from '../../api/resource.ts';
import { withDatabase } from '../environment/database.ts';
import { read } from '../environment/http.ts';
import { backfill, reportOrder, setBilling } from '../environment/invoices.ts';
import { requestAsAdmin } from '../environment/partners.ts';
import type { AreaSamples, RecordSample } from './sample.ts';

const INVOICE: RecordSample = {
  async make(partner) {
    // Without the country of the buyer there is no e-invoice.
    await partner.request('PATCH /app/billing-identity', { body: { address: { country: 'AT' } } });
    await reportOrder(partner);
    await setBilling(partner, { marketplace_customer_id: crypto.randomUUID() });
    const [invoiceNumber = ''] = await backfill(partner);
    return invoiceNumber;
  },
  unknown: 'INV-2026-999999',
};

const CREDIT_NOTE: RecordSample = {
  async make(partner) {
    // An invoice of its own, since the other may be voided; after it, since a backfill takes all orders.
    await partner.idOf('/invoice-receipts/{invoiceNumber}');
    await reportOrder(partner);
    const [invoiceNumber = ''] = await backfill(partner);
    const params = { partner_id: partner.id, invoiceNumber };
    const reply = await requestAsAdmin('POST /3pi-partners/{partner_id}/invoices/{invoiceNumber}/credit-notes', {
      params,
      body: { amount: '1.00', reason: 'Sample' },
    });
    return read(reply, one(creditNoteDetail).schema).data.credit_note_number;
  },
  unknown: 'CN-2026-999999',
};

export const samples: AreaSamples = {
  records: {
    '/invoice-receipts/{invoiceNumber}': INVOICE,
    '/3pi-partners/{partner_id}/invoices/{invoiceNumber}': {
      ...INVOICE,
      make: (partner) => partner.idOf('/invoice-receipts/{invoiceNumber}'),
      foreign: 'NOT_FOUND',
    },
    '/invoice-receipts/credit-notes/{creditNoteNumber}': CREDIT_NOTE,
    '/invoice-receipts/backfill/{id}': {
      async make(partner) {
        // The invoice first: a backfill that is open takes the order.
        await partner.idOf('/invoice-receipts/{invoiceNumber}');
        return withDatabase(async (client) => {
          const jobs = 'SELECT id FROM invoice_job WHERE partner_id = $1 AND kind = $2';
          return Number((await client.query(jobs, [partner.id, 'backfill'])).rows[0]?.id);
        });
      },
    },
  },
  inputs: {
    'GET /invoice-receipts/credit-notes': { references: { invoice_number: '/invoice-receipts/{invoiceNumber}' } },
    'POST /invoice-receipts/generate-marketplace': { input: { period_start: '2025-05-01', period_end: '2025-05-31' } },
    'POST /3pi-partners/{partner_id}/invoices/{invoiceNumber}/void': { input: { reason: 'Sample' } },
    'POST /3pi-partners/{partner_id}/invoices/{invoiceNumber}/credit-notes': { input: { reason: 'Sample' } },
  },
};
