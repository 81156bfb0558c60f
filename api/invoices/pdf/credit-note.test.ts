import { expect, test } from '@jest/globals';
import { CASES } from '../../../test/e-invoice/cases.ts';
import { sheetOfInvoice } from './sheet.ts';

const credits = { invoiceNumber: 'INV-2031-000009', issuedAt: new Date('2031-05-04T10:00:00Z'), reason: 'Agreed' };

test('a credit note names its invoice and reason in its language, and asks for no payment', () => {
  const { standard } = CASES;
  if (!standard) throw new Error('There is no such case.');
  const { invoice, lines } = standard;
  const seller = {
    ...invoice.seller,
    sentences: ['Please pay by transfer.'],
    bank: { name: 'Bank', iban: 'DE89370400440532013000', bic: null },
    footer: 'Thanks.',
  };
  const given = { lines, invoice: { ...invoice, seller } };
  const sheet = sheetOfInvoice({ ...given, credits: { ...credits, sharedLines: [1] } });
  // The buyer's language is German.
  expect(sheet).toMatchObject({ title: 'Rechnungskorrektur', number: invoice.number });
  expect(sheet.facts).toContainEqual(['Rechnung', 'INV-2031-000009']);
  expect(sheet.closing).toEqual(expect.arrayContaining(['Agreed', 'Thanks.']));
  expect(sheet.closing.join()).not.toMatch(/Please pay|IBAN/);
  expect(sheetOfInvoice(given).closing.join()).toMatch(/Please pay.*IBAN/);
  const descriptions = [...sheet.rows()].map(({ description }) => description);
  expect(descriptions[0]).toBe('Gutschrift zur Rechnung INV-2031-000009');
  expect(descriptions.slice(1)).toEqual(lines.slice(1).map(({ description }) => description));
  expect(sheet.descriptions).toEqual(descriptions);
});

test.each([
  ['Refund', 'refund', 'de', 'Erstattung'],
  ['Refund', 'refund', 'en', 'Refund'],
  ['Refund', 'administrator', 'de', 'Refund'],
  ['Agreed', 'refund', 'de', 'Agreed'],
] as const)('the reason %s of a %s is in %s: %s', (reason, origin, language, expected) => {
  const { standard } = CASES;
  if (!standard) throw new Error('There is no such case.');
  const { invoice, lines } = standard;
  const localized = { ...invoice, buyer: { ...invoice.buyer, language } };
  expect(sheetOfInvoice({ invoice: localized, lines, credits: { ...credits, reason, origin } }).closing[0]).toBe(
    expected,
  );
});
