import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import Big from 'big.js';
import { load } from 'cheerio';
import { missingForEInvoice } from '../../domain/invoices/e-invoice.ts';
import { withFolder } from '../environment/folder.ts';
import { CASES, documentOf } from './cases.ts';

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

describe('the official rules of EN 16931', () => {
  if ('missing' in rules) {
    test.skip(`SKIPPED, since Java 17 or Maven is missing: ${rules.missing}`, () => undefined);
    return;
  }

  const brokenBy = async (documents: Record<string, string>) => {
    let broken: string[] | undefined;
    await withFolder(async (folder) => {
      const files = Object.entries(documents).map(([name, xml]) => {
        const file = path.join(folder, `${name}.xml`);
        writeFileSync(file, xml);
        return file;
      });
      const cp = ['-cp', rules.path];
      const out = execFileSync('java', [...cp, path.join(RULES, 'Validate.java'), ...files], {
        encoding: 'utf8',
        stdio: 'pipe',
      });
      const lines = out.trim().split('\n');
      expect(lines.pop()).toBe(`${files.length} files`);
      broken = lines;
    });
    return broken;
  };

  test('hold every case', async () => {
    const documents = Object.fromEntries(Object.entries(CASES).map(([name, given]) => [name, documentOf(given)]));
    expect(await brokenBy(documents)).toEqual([]);
  });

  test('refuse a wrong sum, so that they do look', async () => {
    const { standard } = CASES;
    if (!standard) throw new Error('There is no such case.');
    const wrong = documentOf({
      ...standard,
      invoice: { ...standard.invoice, total_minor: standard.invoice.total_minor + 1 },
    });
    expect(await brokenBy({ wrong })).toEqual([expect.stringContaining('BR-CO-15')]);
  });
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
    [
      'no number of a buyer who owes the tax',
      { ...reverseCharge.invoice, buyer: { ...invoice.buyer, tax_ids: [] } },
      ['buyer.tax_ids'],
    ],
    ['a voided invoice, which asks for nothing', { ...invoice, status: 'void' }, ['status']],
    ['three digits', { ...invoice, currency: 'KWD' }, ['currency']],
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
