import { expect, test } from '@jest/globals';
import type { IssuedInvoice } from '../../../domain/invoices/rules.ts';
import type { InvoiceLineRow } from '../../../domain/invoices/table.ts';
import { drawInvoice } from './draw.ts';
import { runsOf } from './typesetter.ts';

const MOMENT = new Date('2031-05-04T10:00:00Z');
const INVOICE: IssuedInvoice = {
  id: 1,
  number: 'INV-2031-000001',
  partner_id: 1,
  job_id: null,
  billing_type: 'marketplace_usage',
  status: 'open',
  billing_name: 'Acme',
  billing_address: null,
  seller: null,
  buyer: null,
  tax_totals: null,
  currency: 'JPY',
  subtotal_minor: 1000,
  tax_minor: 100,
  total_minor: 1100,
  total_amount: '1100',
  paid_minor: 0,
  credited_minor: 0,
  period_start: '2031-04-01',
  period_end: '2031-04-30',
  created_at: MOMENT,
  issued_at: MOMENT,
  due_at: MOMENT,
  paid_at: null,
  updated_at: MOMENT,
};

function lines(count: number): InvoiceLineRow[] {
  return Array.from({ length: count }, (_, index) => ({
    invoice_id: 1,
    position: index + 1,
    description: `Line ${index + 1}`,
    quantity: '1.000000',
    unit_amount: '10.000000',
    amount_minor: 10,
    tax_rate: '0.100000',
    tax_minor: 1,
    tax_category: null,
    tax_reason: null,
    period_start: null,
    period_end: null,
    reference: null,
  }));
}

async function draw(invoice: Partial<IssuedInvoice>, count: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  const detail = { invoice: { ...INVOICE, ...invoice }, lines: lines(count) };
  for await (const chunk of drawInvoice(detail)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

const pagesOf = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length;
const fontsOf = (pdf: string) => [
  ...new Set(Array.from(pdf.matchAll(/\/FontName \/\w{6}\+([\w-]+)/g), ([, name]) => name)),
];

test('lines go over as many pages as they need', async () => {
  expect(pagesOf(await draw({}, 1))).toBe(1);
  expect(pagesOf(await draw({}, 60))).toBe(2);
});

test('names of any direction and length have their fonts embedded', async () => {
  const name = 'شركة التسويق Łódź Россия חברה';
  const pdf = await draw({ billing_name: name, billing_address: 'x'.repeat(1_000) }, 1);
  expect(fontsOf(pdf).sort()).toEqual([
    'NotoSans-Bold',
    'NotoSans-Regular',
    'NotoSansArabic-Bold',
    'NotoSansHebrew-Bold',
  ]);
});

test('a line is turned as the Unicode bidirectional algorithm has it', () => {
  expect(runsOf('Acme (2031)', 'ltr')).toEqual([{ script: 'other', text: 'Acme (2031)' }]);
  expect(runsOf('שלום (12) Ltd', 'rtl').map(({ text }) => text)).toEqual(['Ltd', ' (', '12', ')', 'שלום ']);
});
