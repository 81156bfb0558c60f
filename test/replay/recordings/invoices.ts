import { INVOICE_BACKFILL } from '../../../workflows/invoice-backfill/contract.ts';
import { MARKETPLACE_INVOICE } from '../../../workflows/marketplace-invoice/contract.ts';
import { type Recorder, TOPIC } from '../recorder.ts';

/**
 * Orders for more than one batch, and use that is billed. The history `beyond-the-books` is of a release that took more use than an
 * invoice holds.
 */
export async function recordInvoices(recorder: Recorder): Promise<void> {
  const partner = `/3pi-partners/${recorder.stack.credentials.partner_id}`;
  for (let number = 1; number <= 60; number += 1) {
    await recorder.callAsAdmin('POST', `${partner}/orders`, {
      billing_type: 'token_pack',
      amount: '5',
      currency: 'EUR',
      description: TOPIC,
      reference: `r-${number}`,
    });
  }
  await recorder.call('POST', '/invoice-receipts/backfill', { limit: 60 });
  await recorder.save(INVOICE_BACKFILL, 'two-batches', 1);

  await recorder.callAsAdmin('PATCH', partner, { marketplace_customer_id: 'recorded' });
  const use = { dimension: 'calls', unit_price: '1', currency: 'EUR', occurred_at: '2025-05-05T00:00:00Z' };
  await recorder.callAsAdmin('POST', `${partner}/usage-records`, { ...use, quantity: '2' });
  const period = { period_start: '2025-05-01', period_end: '2025-05-31' };
  await recorder.call('POST', '/invoice-receipts/generate-marketplace', period);
  await recorder.save(MARKETPLACE_INVOICE, 'billed', 2);
}
