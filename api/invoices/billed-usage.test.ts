import { expect, test } from '@jest/globals';
import type { BilledUsage } from '../../domain/invoices/operations/bill-usage.ts';
import type { PresentContext } from '../resource.ts';
import { billedUsage } from './job-resource.ts';

const job = {
  id: 1,
  row_key: 'x',
  partner_id: 1,
  kind: 'marketplace',
  status: 'completed',
  period_start: '2031-05-01',
  period_end: '2031-05-31',
  includes_late: false,
  max_orders: null,
  error: null,
  created_at: new Date(0),
  completed_at: new Date(0),
  updated_at: new Date(0),
} as const satisfies BilledUsage['job'];

test.each<[Partial<BilledUsage['job']>, RegExp]>([
  [{}, /^The use of the period is billed\.$/],
  [{ status: 'failed', error: 'GBP: An invoice is beyond the books.' }, /GBP: An invoice is beyond the books\./],
])('the message of a job that is %j says what is billed, and names what is not', (more, message) => {
  const billed = { job: { ...job, ...more }, invoiceNumbers: ['INV-2031-000001'], detail: null };
  expect(billedUsage.present(billed, {} as PresentContext)).toMatchObject({
    message: expect.stringMatching(message),
    meta: { created: true, invoice_numbers: ['INV-2031-000001'] },
  });
});
