import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { sellerFile } from './seller.ts';

const EXAMPLE = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../infra/local/example-seller.json'), 'utf8'),
) as object;

test('the invented seller of npm start is a right one', () => {
  expect(sellerFile.parse(EXAMPLE)).toMatchObject({
    seller: { name: 'Marketwright Example GmbH', address: { country: 'DE', line2: null } },
    logo: null,
  });
});

test.each<[object, string[]]>([
  [{ name: '' }, ['name']],
  [{ bank: { iban: 'DE89370400440532013001' } }, ['bank', 'iban']],
  [{ bank: { iban: 'DE89370400440532013000', bic: 'X' } }, ['bank', 'bic']],
  [{ tax_ids: [{ type: 'eu_vat', value: 'DE1' }] }, ['tax_ids', '0', 'value']],
  [{ address: { country: 'XX' } }, ['address', 'country']],
  [{ sentences: Array.from({ length: 11 }, () => 'x') }, ['sentences']],
  [{ colour: 'red' }, []],
])('a file with %j is refused', (change, at) => {
  const { error } = sellerFile.safeParse({ ...EXAMPLE, ...change });
  expect(error?.issues.map((issue) => issue.path.map(String))).toEqual([at]);
});

test('a name is enough', () => {
  expect(sellerFile.parse({ name: 'Acme', address: {} }).seller).toMatchObject({
    name: 'Acme',
    tax_ids: [],
    bank: null,
  });
});
