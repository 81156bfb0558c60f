import { expect, test } from '@jest/globals';
import type { IssuedInvoice } from '../../../domain/invoices/rules.ts';
import type { InvoiceLineRow } from '../../../domain/invoices/table.ts';
import { drawInvoice } from './draw.ts';
import { buyerLines, buyerName, closingLines, sellerLines } from './parties.ts';
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
  excess_returned_minor: 0,
  period_start: '2031-04-01',
  period_end: '2031-04-30',
  created_at: MOMENT,
  issued_at: MOMENT,
  due_at: MOMENT,
  paid_at: null,
  voided_at: null,
  is_rebilled: false,
  overdue_published_at: null,
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

async function draw(invoice: Partial<IssuedInvoice>, count: number, logo?: Uint8Array): Promise<string> {
  const chunks: Uint8Array[] = [];
  const detail = { invoice: { ...INVOICE, ...invoice }, lines: lines(count) };
  for await (const chunk of drawInvoice(detail, logo)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

const pagesOf = (pdf: string) => pdf.match(/\/Type \/Page\b/g)?.length;
const fontsOf = (pdf: string) => [
  ...new Set(Array.from(pdf.matchAll(/\/FontName \/\w{6}\+([\w-]+)/g), ([, name]) => name)),
];

test('both parties, tax by rate and the closing lines are of their texts', () => {
  const address = { line1: 'Ring 1', line2: null, postal_code: '1010', city: 'Wien', region: null, country: 'AT' };
  const invoice: IssuedInvoice = {
    ...INVOICE,
    billing_address: 'Old street 1',
    seller: {
      name: 'Seller GmbH',
      address,
      tax_ids: [{ type: 'eu_vat', value: 'ATU12345678' }],
      register: 'FN 1',
      email: null,
      bank: { name: null, iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
      footer: 'Footer',
      sentences: ['Thank you.'],
    },
    buyer: { legal_name: 'Buyer AG', address, tax_ids: [], email: null, purchase_order: 'PO-7', language: null },
    tax_totals: [{ rate: '0', category: 'AE', taxable_minor: 1000, tax_minor: 0, reason: 'Reverse charge' }],
  };
  expect(sellerLines(invoice)).toEqual(['Seller GmbH', 'Ring 1', '1010 Wien', 'AT', 'Tax number: ATU12345678']);
  expect(buyerName(invoice)).toBe('Buyer AG');
  expect(buyerLines(invoice)).toEqual(['Ring 1', '1010 Wien', 'AT', 'Purchase order: PO-7']);
  expect(closingLines(invoice)).toEqual([
    'Reverse charge',
    'Thank you.',
    'IBAN DE89370400440532013000, BIC COBADEFFXXX',
    'FN 1',
    'Footer',
  ]);
  const older = { ...INVOICE, billing_address: 'Old street 1' };
  expect([buyerName(older), buyerLines(older), sellerLines(older)]).toEqual(['Acme', ['Old street 1'], []]);
});

test('a logo is part of the file, and long closing lines take further pages', async () => {
  const address = { line1: null, line2: null, postal_code: null, city: null, region: null, country: 'AT' };
  const sentences = Array.from({ length: 10 }, () => 'word '.repeat(100));
  const seller = { name: 'S', address, tax_ids: [], register: null, email: null, bank: null, footer: null, sentences };
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  );
  const pdf = await draw({ seller }, 25, pixel);
  expect(pdf).toContain('/Subtype /Image');
  expect(pagesOf(pdf)).toBe(2);
  expect(await draw({}, 1)).not.toContain('/Subtype /Image');
});

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
