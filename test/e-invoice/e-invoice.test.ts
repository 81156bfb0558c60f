import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import Big from 'big.js';
import { load } from 'cheerio';
import { invoiceDetailResource } from '../../api/invoices/resource.ts';
import type { CompleteInvoice } from '../../api/invoices/xml/terms.ts';
import type { PresentContext } from '../../api/resource.ts';
import { NO_ADDRESS } from '../../domain/billing-identity/rules.ts';
import { missingForEInvoice } from '../../domain/invoices/e-invoice.ts';
import { currencyCode } from '../../domain/kernel/money.ts';
import { withFolder } from '../environment/folder.ts';
import { type ReadPdf, readPdf } from '../environment/pdf.ts';
import { CASES, CASES_BY_REASON, ciiDocumentOf, creditNoteOf, documentOf, pdfOf } from './cases.ts';

jest.setTimeout(180_000);

const RULES = path.join(import.meta.dirname, 'rules');

/** The rules with their validator, from Maven Central or its cache; the reason where this machine can't have them. */
function classPath(): { path: string } | { missing: string } {
  const output = path.join(tmpdir(), 'marketwright-e-invoice-rules.classpath');
  try {
    const options = { stdio: 'pipe', timeout: 150_000, encoding: 'utf8' } as const;
    execFileSync(
      'mvn',
      ['-q', '-B', '-f', RULES, 'dependency:build-classpath', `-Dmdep.outputFile=${output}`],
      options,
    );
    return { path: `@${output}` };
  } catch (error) {
    return { missing: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  }
}

const rules = classPath();

const STANDARD = requireCase(CASES['standard']);
const FIRST_LINE = requireCase(STANDARD.lines[0]);
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

function requireCase<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('There is no such case.');
  return value;
}

describe('the official rules of EN 16931', () => {
  if ('missing' in rules) {
    test.skip(`SKIPPED, since Java 17 or Maven is missing: ${rules.missing}`, () => undefined);
    return;
  }

  const brokenBy = async (program: string, documents: Record<string, string | Buffer>) => {
    let broken: string[] | undefined;
    await withFolder(async (folder) => {
      const files = Object.entries(documents).map(([name, content]) => {
        const file = path.join(folder, name);
        writeFileSync(file, content);
        return file;
      });
      const cp = ['-cp', rules.path];
      const out = execFileSync('java', [...cp, path.join(RULES, program), ...files], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
      const lines = out.trim().split('\n');
      expect(lines.pop()).toBe(`${files.length} files`);
      broken = lines;
    });
    return broken;
  };

  test('hold every case in both syntaxes, and refuse a wrong sum', async () => {
    const documents = Object.entries({ ...CASES, ...CASES_BY_REASON }).flatMap(([name, given]) => [
      [`${name}.xml`, documentOf(given)],
      [`${name}.cii.xml`, ciiDocumentOf(given)],
      [`${name}.cn.xml`, documentOf(creditNoteOf(given))],
      [`${name}.cn.cii.xml`, ciiDocumentOf(creditNoteOf(given))],
      // What takes it back.
      [`${name}.back.cn.xml`, documentOf(creditNoteOf(given, -1))],
      [`${name}.back.cn.cii.xml`, ciiDocumentOf(creditNoteOf(given, -1))],
    ]);
    const currencies = requireCase(currencyCode.meta()?.['enum'] as string[] | undefined).flatMap((currency) => {
      const given = { ...STANDARD, invoice: { ...STANDARD.invoice, currency } };
      return missingForEInvoice(given.invoice) ? [] : [[`${currency}.xml`, documentOf(given)]];
    });
    expect(currencies.length).toBeGreaterThan(140);
    const wrong = {
      ...STANDARD,
      invoice: { ...STANDARD.invoice, total_minor: STANDARD.invoice.total_minor + 1 },
    };
    const refused = {
      'wrong.xml': documentOf(wrong),
      'wrong.cii.xml': ciiDocumentOf(wrong),
      'wrong.cn.xml': documentOf(creditNoteOf(wrong)),
      'wrong.cn.cii.xml': ciiDocumentOf(creditNoteOf(wrong)),
    };
    expect(
      await brokenBy('Validate.java', { ...Object.fromEntries([...documents, ...currencies]), ...refused }),
    ).toEqual([
      expect.stringContaining('wrong.xml: BR-CO-15'),
      expect.stringContaining('wrong.cii.xml: BR-CO-15'),
      expect.stringContaining('wrong.cn.xml: BR-CO-10'),
      expect.stringContaining('wrong.cn.cii.xml: BR-CO-10'),
    ]);
  });

  test('veraPDF finds PDF/A-3b and PDF/UA-1 in files of any script, with a logo, and with nothing to embed', async () => {
    const { invoice } = STANDARD;
    const name = 'ไทย 😀 株式会社テスト 한국 شركة חברה Łódź Ελλάδα';
    const standard = await pdfOf(STANDARD);
    const documents = {
      'standard.pdf': standard,
      'scripts.pdf': await pdfOf({
        ...STANDARD,
        invoice: { ...invoice, buyer: { ...invoice.buyer, legal_name: name } },
      }),
      'credit-note.pdf': await pdfOf(creditNoteOf(STANDARD)),
      'logo.pdf': await pdfOf(STANDARD, PIXEL),
      'without-data.pdf': await pdfOf({ ...STANDARD, invoice: { ...invoice, status: 'void' } }),
      'pages.pdf': await pdfOf({
        ...STANDARD,
        lines: Array.from({ length: 60 }, (_, index) => ({ ...FIRST_LINE, position: index + 1 })),
      }),
      // So that it does look.
      'spoiled.pdf': Buffer.from(standard.toString('latin1').replaceAll('/GTS_PDFA1', '/GTS_PDFX1'), 'latin1'),
    };
    const broken = await brokenBy('ValidatePdf.java', documents);
    expect(broken?.length).toBeGreaterThan(0);
    expect(broken?.filter((line) => !line.startsWith('spoiled.pdf: 3b 6.2'))).toEqual([]);
  });
});

test.each<[string, string[][]]>([
  ['exempt_for_two_reasons', [['E', '37.05', '0.00', 'Public body; Education']]],
  [
    'with_needless_reasons',
    [
      ['S', '37.05', '7.04', ''],
      ['Z', '86.43', '0.00', ''],
    ],
  ],
])('totals of one category and rate are one in both syntaxes: %s', (name, expected) => {
  const given = requireCase(CASES_BY_REASON[name]);
  const ubl = load(documentOf(given), { xml: true });
  const cii = load(ciiDocumentOf(given), { xml: true });
  const inUbl = ubl('cac\\:TaxSubtotal')
    .toArray()
    .map((total) =>
      ['cac\\:TaxCategory > cbc\\:ID', 'cbc\\:TaxableAmount', 'cbc\\:TaxAmount', 'cbc\\:TaxExemptionReason'].map(
        (term) => ubl(total).find(term).text(),
      ),
    );
  const inCii = cii('ram\\:ApplicableHeaderTradeSettlement > ram\\:ApplicableTradeTax')
    .toArray()
    .map((total) =>
      ['ram\\:CategoryCode', 'ram\\:BasisAmount', 'ram\\:CalculatedAmount', 'ram\\:ExemptionReason'].map((term) =>
        cii(total).find(term).text(),
      ),
    );
  expect(inUbl).toEqual(expected);
  expect(inCii).toEqual(expected);
});

test('the file of a credit note has its data, of the type of one, and says nothing about a payment', async () => {
  const note = creditNoteOf(STANDARD);
  const { attachments } = await readPdf(await pdfOf(note));
  const data = attachments['factur-x.xml'] ?? '';
  expect(data).toBe(ciiDocumentOf(note));
  expect(data).toContain('<ram:TypeCode>381</ram:TypeCode>');
  expect(data).toContain(`<ram:IssuerAssignedID>${STANDARD.invoice.number}</ram:IssuerAssignedID>`);
  expect(data).not.toMatch(/PaymentMeans|PaymentReference|DueDate/);
});

test.each([1, -1] as const)('nothing is paid of a credit note, whatever its sign: %i', (sign) => {
  const note = creditNoteOf(STANDARD, sign);
  const $ = load(documentOf(note), { xml: true });
  const total = $('cac\\:LegalMonetaryTotal > cbc\\:TaxInclusiveAmount').text();
  expect(Math.sign(Number(total))).toBe(sign);
  expect($('cac\\:LegalMonetaryTotal > cbc\\:PrepaidAmount').text()).toBe('0.00');
  expect($('cac\\:LegalMonetaryTotal > cbc\\:PayableAmount').text()).toBe(total);
  const data = load(ciiDocumentOf(note), { xml: true });
  expect(data('ram\\:TotalPrepaidAmount').text()).toBe('0.00');
  expect(data('ram\\:DuePayableAmount').text()).toBe(total);
});

describe.each(Object.entries(CASES))('the file of %s', (_name, given) => {
  let pdf: Buffer;
  let file: ReadPdf;
  beforeAll(async () => {
    pdf = await pdfOf(given);
    file = await readPdf(pdf);
  });

  test('embeds the invoice as Factur-X asks for', () => {
    const { attachments, metadata } = file;
    expect(Object.keys(attachments)).toEqual(['factur-x.xml']);
    expect(attachments['factur-x.xml']).toBe(ciiDocumentOf(given));
    for (const [name, value] of Object.entries({
      DocumentFileName: 'factur-x.xml',
      DocumentType: 'INVOICE',
      Version: '1.0',
      ConformanceLevel: 'EN 16931',
    }))
      expect(metadata).toContain(`<fx:${name}>${value}</fx:${name}>`);
    expect(pdf.toString('latin1')).toContain('/AFRelationship /Alternative');
  });

  test('has the sums of the API and of both syntaxes', () => {
    const context = { now: new Date('2031-05-05') } as PresentContext;
    const json = invoiceDetailResource.present(given, context);
    const totals = json.tax_totals ?? [];
    const ubl = load(documentOf(given), { xml: true });
    const cii = load(ciiDocumentOf(given), { xml: true });
    const texts = ($: typeof ubl, selector: string) =>
      $(selector)
        .toArray()
        .map((element) => new Big($(element).text()).toFixed());
    const expected = (values: readonly number[]) => values.map((value) => new Big(value).toFixed());
    const paid = Math.min(json.amount_paid, json.total_amount);
    for (const [inUbl, inCii, values] of [
      ['LegalMonetaryTotal > cbc\\:TaxExclusiveAmount', 'TaxBasisTotalAmount', [json.subtotal]],
      ['LegalMonetaryTotal > cbc\\:TaxInclusiveAmount', 'GrandTotalAmount', [json.total_amount]],
      ['LegalMonetaryTotal > cbc\\:PrepaidAmount', 'TotalPrepaidAmount', [paid]],
      ['TaxTotal > cbc\\:TaxAmount', 'TaxTotalAmount', [json.tax_amount]],
      ['TaxSubtotal > cbc\\:TaxableAmount', 'BasisAmount', totals.map(({ taxable }) => taxable)],
      ['TaxSubtotal > cbc\\:TaxAmount', 'CalculatedAmount', totals.map(({ tax }) => tax)],
    ] as const) {
      expect({ inUbl, values: texts(ubl, `cac\\:${inUbl}`) }).toEqual({ inUbl, values: expected(values) });
      expect({ inCii, values: texts(cii, `ram\\:${inCii}`) }).toEqual({ inCii, values: expected(values) });
    }
    // The pages show them with the buyer's separators.
    const [page] = file.pages;
    const shown = new Intl.NumberFormat('de-DE', {
      minimumFractionDigits: given.invoice.currency === 'JPY' ? 0 : 2,
    }).format(json.total_amount);
    expect(page?.split('\n')).toContain(`${shown} ${given.invoice.currency}`);
  });
});

test.each<[string, Partial<CompleteInvoice>]>([
  ['voided', { status: 'void' }],
  ['a credit note drawn like one', { number: 'CN-2031-000001' }],
  ['without a country of the buyer', { buyer: { ...STANDARD.invoice.buyer, address: NO_ADDRESS } }],
])('the file of an invoice that is %s has no data to book', async (_what, changes) => {
  const { attachments, metadata } = await readPdf(
    await pdfOf({ ...STANDARD, invoice: { ...STANDARD.invoice, ...changes } }),
  );
  expect(attachments).toEqual({});
  expect(metadata).not.toContain('fx:');
});

describe.each(Object.entries(CASES))('a second reader of %s', (_name, given) => {
  const $ = load(documentOf(given), { xml: true });
  const all = (selector: string) =>
    $(selector)
      .toArray()
      .map((element) => new Big($(element).text()));
  const sum = (selector: string) => all(selector).reduce((total, next) => total.plus(next), new Big(0));
  const one = (selector: string) => sum(selector).toFixed();

  test('finds the mandatory terms', () => {
    for (const term of [
      'Invoice > cbc\\:CustomizationID',
      'Invoice > cbc\\:ID',
      'Invoice > cbc\\:IssueDate',
      'Invoice > cbc\\:InvoiceTypeCode',
      'Invoice > cbc\\:DocumentCurrencyCode',
      'cac\\:AccountingSupplierParty cbc\\:RegistrationName',
      'cac\\:AccountingSupplierParty cbc\\:IdentificationCode',
      'cac\\:AccountingCustomerParty cbc\\:RegistrationName',
      'cac\\:AccountingCustomerParty cbc\\:IdentificationCode',
      'cac\\:TaxSubtotal cbc\\:ID',
      'cac\\:LegalMonetaryTotal > cbc\\:PayableAmount',
    ])
      expect({ term, text: $(term).first().text() }).toEqual({ term, text: expect.stringMatching(/./) });
    expect(missingForEInvoice(given.invoice)).toBeUndefined();
  });

  test('finds sums that agree', () => {
    expect(one('cac\\:InvoiceLine > cbc\\:LineExtensionAmount')).toBe(
      one('cac\\:LegalMonetaryTotal > cbc\\:LineExtensionAmount'),
    );
    expect(one('cac\\:TaxSubtotal > cbc\\:TaxableAmount')).toBe(
      one('cac\\:LegalMonetaryTotal > cbc\\:TaxExclusiveAmount'),
    );
    expect(one('cac\\:TaxSubtotal > cbc\\:TaxAmount')).toBe(one('cac\\:TaxTotal > cbc\\:TaxAmount'));
    const tax = sum('cac\\:TaxTotal > cbc\\:TaxAmount');
    const inclusive = sum('cac\\:LegalMonetaryTotal > cbc\\:TaxInclusiveAmount');
    expect(sum('cac\\:LegalMonetaryTotal > cbc\\:TaxExclusiveAmount').plus(tax).toFixed()).toBe(inclusive.toFixed());
    expect(inclusive.minus(sum('cac\\:LegalMonetaryTotal > cbc\\:PrepaidAmount')).toFixed()).toBe(
      one('cac\\:LegalMonetaryTotal > cbc\\:PayableAmount'),
    );
  });

  test('finds the texts as they were', () => {
    expect($('cac\\:AccountingSupplierParty cbc\\:RegistrationName').text()).toBe('Seller & Söhne <GmbH>');
    expect($('cac\\:Item > cbc\\:Name').first().text()).toBe('calls <0> & "more"');
  });
});

describe('what is missing is named', () => {
  const { standard, reverse_charge: reverseCharge } = CASES;
  if (!standard || !reverseCharge) throw new Error('There are no such cases.');
  const { invoice } = standard;
  const without = (address: { address: { country: string | null } }) => ({
    ...address,
    address: { ...address.address, country: null },
  });

  test.each<[string, object, string[]]>([
    ['no seller', { ...invoice, seller: null }, ['seller']],
    [
      'an older invoice',
      { ...invoice, seller: null, buyer: null, tax_totals: null },
      ['seller', 'buyer', 'tax_totals'],
    ],
    [
      'no countries',
      { ...invoice, seller: without(invoice.seller), buyer: without(invoice.buyer) },
      ['seller.address.country', 'buyer.address.country'],
    ],
    ['no tax number of the seller', { ...invoice, seller: { ...invoice.seller, tax_ids: [] } }, ['seller.tax_ids']],
    ...(['G', 'K'] as const).map((category): [string, object, string[]] => [
      `no number for value added tax of a seller who supplies by ${category}`,
      {
        ...invoice,
        seller: { ...invoice.seller, tax_ids: [{ type: 'us_ein', value: '12-3456789' }] },
        tax_totals: [{ rate: '0', category, taxable_minor: 1, tax_minor: 0, reason: 'Abroad' }],
      },
      ['seller.tax_ids'],
    ]),
    [
      'no number of a buyer who owes the tax',
      { ...reverseCharge.invoice, buyer: { ...invoice.buyer, tax_ids: [] } },
      ['buyer.tax_ids'],
    ],
    ['a voided invoice, which asks for nothing', { ...invoice, status: 'void' }, ['status']],
    ['three digits', { ...invoice, currency: 'KWD' }, ['currency']],
    ['a currency that is not in the list of the standard', { ...invoice, currency: 'BGN' }, ['currency']],
    [
      'tax far from its sum',
      { ...invoice, tax_totals: [{ rate: '0.19', category: 'S', taxable_minor: 100, tax_minor: 219, reason: null }] },
      ['tax_totals'],
    ],
    [
      'out of scope beside others',
      {
        ...invoice,
        tax_totals: ['O', 'Z'].map((category) => ({
          rate: '0',
          category,
          taxable_minor: 1,
          tax_minor: 0,
          reason: null,
        })),
      },
      ['tax_totals'],
    ],
  ])('%s', (_what, changed, fields) => {
    expect(Object.keys(missingForEInvoice(changed as typeof invoice) ?? {})).toEqual(fields);
  });
});
