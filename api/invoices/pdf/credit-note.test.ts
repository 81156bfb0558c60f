import { expect, test } from '@jest/globals';
import { CASES } from '../../../test/e-invoice/cases.ts';
import { drawInvoice } from './draw.ts';
import { FACTUR_X_FILE } from './factur-x.ts';
import { sheetOfInvoice } from './sheet.ts';

const credits = { invoiceNumber: 'INV-2031-000009', issuedAt: new Date('2031-05-04T10:00:00Z'), reason: 'Agreed' };

test('a credit note names its invoice and reason, and has no data of an invoice', async () => {
  const { standard } = CASES;
  if (!standard) throw new Error('There is no such case.');
  const sheet = sheetOfInvoice({ ...standard, credits });
  // The buyer's language is German.
  expect(sheet).toMatchObject({ title: 'Rechnungskorrektur', number: standard.invoice.number });
  expect(sheet.facts).toContainEqual(['Rechnung', 'INV-2031-000009']);
  expect(sheet.closing).toContain('Agreed');
  const fileOf = async (detail: Parameters<typeof drawInvoice>[0]) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await drawInvoice(detail)) chunks.push(chunk);
    return Buffer.concat(chunks).toString('latin1');
  };
  expect(await fileOf(standard)).toContain(FACTUR_X_FILE);
  expect(await fileOf({ ...standard, credits })).not.toContain(FACTUR_X_FILE);
});
