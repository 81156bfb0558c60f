import { expect, test } from '@jest/globals';
import type { IssuedInvoice } from '../../../domain/invoices/rules.ts';
import type { InvoiceLineRow } from '../../../domain/invoices/table.ts';
import type { Buyer } from '../../../domain/kernel/invoicing.ts';
import { type ReadPdf, readPdf, rolesIn } from '../../../test/environment/pdf.ts';
import type { LoadedFace } from '../../pdf/face.ts';
import { runsOf } from '../../pdf/typesetter.ts';
import { drawInvoice } from './draw.ts';
import { formatsOf } from './formats.ts';
import { CATALOGUES } from './labels/labels.ts';
import { buyerLines, buyerName, closingLines, sellerLines } from './parties.ts';

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
  written_off_at: null,
  written_off_minor: null,
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

async function file(
  invoice: Partial<IssuedInvoice>,
  drawn: number | InvoiceLineRow[],
  logo?: Uint8Array,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const detail = { invoice: { ...INVOICE, ...invoice }, lines: typeof drawn === 'number' ? lines(drawn) : drawn };
  for await (const chunk of await drawInvoice(detail, logo)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const draw = async (...of: Parameters<typeof file>): Promise<string> => (await file(...of)).toString('latin1');
const read = async (...of: Parameters<typeof file>): Promise<ReadPdf> => readPdf(await file(...of));

const NOWHERE = { line1: null, line2: null, postal_code: null, city: null, region: null, country: null };
const buyerOf = (changes: Partial<Buyer>): Buyer => ({
  legal_name: null,
  address: NOWHERE,
  tax_ids: [],
  email: null,
  purchase_order: null,
  language: null,
  ...changes,
});

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
      tax_ids: [
        { type: 'eu_vat', value: 'ATU12345678' },
        { type: 'us_ein', value: '12-3456789' },
        { type: 'gb_vat', value: 'GB123456789' },
      ],
      register: 'FN 1',
      email: null,
      bank: { name: null, iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
      footer: 'Footer',
      sentences: ['Thank you.'],
    },
    buyer: { legal_name: 'Buyer AG', address, tax_ids: [], email: null, purchase_order: 'PO-7', language: null },
    tax_totals: [{ rate: '0', category: 'AE', taxable_minor: 1000, tax_minor: 0, reason: 'Reverse charge' }],
  };
  const wording = { labels: CATALOGUES.en, formats: formatsOf(CATALOGUES.en) };
  expect(sellerLines(invoice, wording)).toEqual([
    'Seller GmbH',
    'Ring 1',
    '1010 Wien',
    'Austria',
    'VAT number: ATU12345678, GB123456789',
    'Tax number: 12-3456789',
  ]);
  const german = { labels: CATALOGUES.de, formats: formatsOf(CATALOGUES.de) };
  expect(sellerLines(invoice, german)).toContain('USt-IdNr.: ATU12345678, GB123456789');
  expect(buyerName(invoice)).toBe('Buyer AG');
  expect(buyerLines(invoice, wording)).toEqual(['Ring 1', '1010 Wien', 'Austria', 'Purchase order: PO-7']);
  expect(closingLines(invoice)).toEqual([
    'Reverse charge',
    'Thank you.',
    'IBAN DE89370400440532013000, BIC COBADEFFXXX',
    'FN 1',
    'Footer',
  ]);
  const older = { ...INVOICE, billing_address: 'Old street 1' };
  expect([buyerName(older), buyerLines(older, wording), sellerLines(older, wording)]).toEqual([
    'Acme',
    ['Old street 1'],
    [],
  ]);
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
  const latin: LoadedFace = { name: 'latin', isRightToLeft: false, file: '', has: () => true };
  const hebrew: LoadedFace = { ...latin, name: 'hebrew', isRightToLeft: true, has: (code) => code === 0x20 };
  const faceOf = (code: number) => (code >= 0x590 && code < 0x600 ? hebrew : latin);
  expect(runsOf('Acme (2031)', 'ltr', faceOf)).toEqual([{ face: latin, text: 'Acme (2031)', isReplaced: false }]);
  expect(runsOf('שלום (12) Ltd', 'rtl', faceOf).map(({ text }) => text)).toEqual(['Ltd', ' (', '12', ')', 'שלום ']);
});

test.each([
  ['Müller & Łódź s.r.o.', ['NotoSans']],
  ['ООО «Ромашка» Ελλάδα', ['NotoSans']],
  ['深圳市腾讯计算机系统有限公司', ['NotoSansSC']],
  ['株式会社テスト髙﨑', ['NotoSansJP']],
  ['주식회사 한국', ['NotoSans', 'NotoSansKR']],
])('%s is drawn and read as it is', async (name, fonts) => {
  const pdf = await file({ buyer: buyerOf({ legal_name: name }) }, 1);
  // A piece for each font; what stands between them is for the eye.
  expect((await readPdf(pdf)).pages.join('').replaceAll(/\s/g, '')).toContain(name.replaceAll(/\s/g, ''));
  const bold = fontsOf(pdf.toString('latin1')).filter((font) => font !== undefined && font !== 'NotoSans-Regular');
  expect([...new Set(bold.map((font) => font?.split('-')[0]))].sort()).toEqual(
    fonts.includes('NotoSans') ? fonts : ['NotoSans', ...fonts],
  );
});

test.each([
  ['CN', 'NotoSansSC'],
  ['TW', 'NotoSansTC'],
  ['JP', 'NotoSansJP'],
  ['KR', 'NotoSansKR'],
])('Chinese characters have the forms of %s', async (country, font) => {
  const buyer = buyerOf({ legal_name: '骨直', address: { ...NOWHERE, country } });
  expect(fontsOf(await draw({ buyer }, 1)).some((name) => name?.startsWith(font))).toBe(true);
});

test('a character that no font has is shown as a replacement, and read aloud as it is', async () => {
  const pdf = await file({ buyer: buyerOf({ legal_name: 'Ab ไทย\u200b' }) }, 1);
  expect((await readPdf(pdf)).pages[0]).toContain('Ab ���');
  const asUtf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16();
  expect(pdf.includes(asUtf16('Ab ไทย\u200b'))).toBe(true);
});

test('labels, days and numbers are in the language that the buyer had at the issue', async () => {
  const given = lines(1).map((line) => ({ ...line, quantity: '1234567.5', unit_amount: '0.0125' }));
  const german = await read({ buyer: buyerOf({ language: 'de-AT' }), currency: 'EUR', total_minor: 123_456_78 }, given);
  for (const text of [
    'Rechnung',
    '4. Mai 2031',
    '1.–30. April 2031',
    '1.234.567,5',
    '0,0125',
    '10 %',
    '123.456,78 EUR',
  ])
    expect(german.pages[0]?.split('\n')).toContain(text);
  expect(german.pages[0]).toContain('Seite 1 von 1');
  expect([german.language, german.title]).toEqual(['de-DE', 'Rechnung INV-2031-000001']);
  for (const language of ['fr', 'en-US', null]) {
    const english = await read({ buyer: buyerOf({ language }), currency: 'EUR', total_minor: 123_456_78 }, given);
    for (const text of ['Invoice', '4 May 2031', '1,234,567.5', '10%', '123,456.78 EUR'])
      expect(english.pages[0]?.split('\n')).toContain(text);
    expect(english.language).toBe('en-GB');
  }
});

test('pages repeat the headings and say how many there are; the sums stand below a row', async () => {
  for (let count = 28; count < 38; count += 1) {
    const { pages } = await read({}, count);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Unit price');
      expect(page).toContain(`page ${index + 1} of ${pages.length}`);
    }
    expect(pages.at(-1)).toContain(`Line ${count}\n`);
    expect(pages.at(-1)).toContain('Total');
  }
});

test('a description of any length stays on the pages, and large amounts in their columns', async () => {
  const given = lines(2).map((line) => ({
    ...line,
    description: line.position === 1 ? 'a\n'.repeat(250) : 'b'.repeat(500),
    quantity: '999999999999.999999',
    unit_amount: '999999999999.999999',
    amount_minor: Number.MAX_SAFE_INTEGER,
  }));
  const { texts, pages } = await read({}, given);
  expect(pages.join('\n').match(/^a$/gm)).toHaveLength(250);
  expect(pages.join('').match(/b/g)?.length).toBeGreaterThanOrEqual(500);
  for (const { text, x, y, width } of texts.flat()) {
    expect({ text, isOnPage: y > 30 && x >= 49 && x + width < 546 }).toEqual({ text, isOnPage: true });
    if (text === '9,007,199,254,740,991') expect(x).toBeGreaterThan(460);
    if (text.startsWith('999,999')) expect(x > 277 && x + width < 411).toBe(true);
  }
});

test('the file is tagged for screen readers, up to some thousands of lines', async () => {
  const pdf = await file({}, 40);
  const { isMarked, structure } = await readPdf(pdf);
  expect([isMarked, structure.length]).toEqual([true, 2]);
  expect(structure.flatMap(rolesIn).slice(0, 7)).toEqual(['Root', 'Document', 'H1', 'Table', 'TR', 'TH', 'TD']);
  const count = (role: string) => pdf.toString('latin1').match(new RegExp(`/S /${role}\\n`, 'g'))?.length;
  expect(count('H1')).toBe(1);
  // Five facts and three sums have a heading each, and the table has five for its columns, once.
  expect(count('TH')).toBe(5 + 3 + 5);
  expect(count('TD')).toBe(5 + 3 + 5 * 40);
  const many = await read({}, 2_001);
  expect([many.isMarked, many.structure.flatMap(rolesIn)]).toEqual([false, []]);
});

test('every file claims to be PDF/A-3 and has all of its fonts', async () => {
  const pdf = await file({}, 1);
  const { metadata } = await readPdf(pdf);
  expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>');
  expect(metadata).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
  const text = pdf.toString('latin1');
  expect(text).toContain('/S /GTS_PDFA1');
  expect(text.match(/\/Subtype \/Type0/g)?.length).toBe(text.match(/\/FontFile2/g)?.length);
  expect(text).not.toContain('Helvetica');
});
