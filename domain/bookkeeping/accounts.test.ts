import { expect, test } from '@jest/globals';
import { accountsFile } from './accounts.ts';

const FILE = {
  receivables: '1400',
  revenue: { otherwise: '4400', token_pack: '3250' },
  tax: { otherwise: '3800', rates: [{ rate: 0.19, category: 'S', account: '3806' }] },
  clearing: { otherwise: '1369', stripe: '1360' },
  overpayments: '1710',
  write_offs: '6930',
};

test('a file names accounts by purpose, and some more closely', () => {
  expect(accountsFile.parse(FILE)).toEqual({
    ...FILE,
    refunds: null,
    tax: { otherwise: '3800', rates: [{ rate: '0.19', category: 'S', account: '3806' }] },
  });
});

test.each([
  ['a missing purpose', { ...FILE, receivables: undefined }, 'receivables'],
  ['an unknown purpose', { ...FILE, bank: '1' }, ''],
  ['an unknown billing type', { ...FILE, revenue: { otherwise: '1', shoes: '2' } }, 'revenue'],
  ['no account of all others', { ...FILE, clearing: { stripe: '1' } }, 'clearing.otherwise'],
  ['an empty name', { ...FILE, write_offs: ' ' }, 'write_offs'],
  [
    'a rate that is none',
    { ...FILE, tax: { otherwise: '1', rates: [{ rate: '19', account: '2' }] } },
    'tax.rates.0.rate',
  ],
])('refused: %s', (_what, file, at) => {
  expect(accountsFile.safeParse(file).error?.issues.map(({ path }) => path.join('.'))).toEqual([at]);
});
