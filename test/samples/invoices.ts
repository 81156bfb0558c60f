import { withDatabase } from '../environment/database.ts';
import { backfill, reportOrder, setBilling } from '../environment/invoices.ts';
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

export const samples: AreaSamples = {
  records: {
    '/invoice-receipts/{invoiceNumber}': INVOICE,
    '/3pi-partners/{partner_id}/invoices/{invoiceNumber}': {
      ...INVOICE,
      make: (partner) => partner.idOf('/invoice-receipts/{invoiceNumber}'),
      foreign: 'NOT_FOUND',
    },
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
    'POST /invoice-receipts/generate-marketplace': { input: { period_start: '2025-05-01', period_end: '2025-05-31' } },
    'POST /3pi-partners/{partner_id}/invoices/{invoiceNumber}/void': { input: { reason: 'Sample' } },
  },
};
