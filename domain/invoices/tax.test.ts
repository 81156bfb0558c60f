import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NO_ADDRESS } from '../billing-identity/rules.ts';
import type { Buyer, Seller } from '../kernel/invoicing.ts';
import { totalsOf, usageLine } from './lines.ts';
import { roundingByInvoice, type TaxSituation, taxOf, taxTotalsOf } from './tax.ts';
import { taxRulesFile } from './tax-rules.ts';

const SENTENCE = 'Reverse charge: the recipient owes the tax.';
const RULES = taxRulesFile.parse({
  reverse_charge: SENTENCE,
  rules: [
    { countries: ['DE'], kinds: ['marketplace_usage'], dimensions: ['books'], rate: '0.07', category: 'S' },
    { countries: ['DE'], rate: '0.19', category: 'S' },
    { countries: ['AT'], rate: '0.2', category: 'S' },
    { countries: ['US', 'CH'], rate: 0, category: 'G', reason: 'Outside the European Union.' },
    { kinds: ['demo'], rate: 0, category: 'O', reason: 'Nothing is sold.' },
  ],
  otherwise: { rate: '0.19', category: 'S' },
});

const seller = (country: string | null): Seller => ({
  name: 'Seller',
  address: { ...NO_ADDRESS, country },
  tax_ids: [],
  register: null,
  email: null,
  bank: null,
  footer: null,
  sentences: [],
});
const buyer = (country: string | null, vat?: string): Buyer => ({
  legal_name: null,
  address: { ...NO_ADDRESS, country },
  tax_ids: vat === undefined ? [] : [{ type: 'eu_vat', value: vat }],
  email: null,
  purchase_order: null,
  language: null,
});
const USE = { kind: 'marketplace_usage', dimension: 'calls' } as const;
const situation = (changes: Partial<TaxSituation>): TaxSituation => ({
  rules: RULES,
  seller: seller('DE'),
  buyer: buyer('DE'),
  rate: '0',
  exemption: null,
  ...changes,
});

// Worked out by hand from the rules above.
test.each<[string, Partial<TaxSituation>, object, string]>([
  ['at home', {}, USE, '0.19 S'],
  ['a reduced rate by dimension', {}, { ...USE, dimension: 'books' }, '0.07 S'],
  ['an order is of no dimension', {}, { kind: 'token_pack', dimension: null }, '0.19 S'],
  ['a consumer in another member state', { buyer: buyer('AT') }, USE, '0.2 S'],
  ['a business in another member state', { buyer: buyer('AT', 'ATU12345678') }, USE, `0 AE ${SENTENCE}`],
  ['a Greek business, whose prefix is EL', { buyer: buyer('GR', 'EL123456789') }, USE, `0 AE ${SENTENCE}`],
  ['a business at home', { buyer: buyer('DE', 'DE123456789') }, USE, '0.19 S'],
  ['a number of a third state', { buyer: buyer('AT', 'FRXX999999999') }, USE, '0.2 S'],
  ['a seller outside the Union', { seller: seller('CH'), buyer: buyer('AT', 'ATU12345678') }, USE, '0.2 S'],
  ['no seller is known', { seller: null, buyer: buyer('AT', 'ATU12345678') }, USE, '0.2 S'],
  ['no country of the seller is known', { seller: seller(null), buyer: buyer('AT', 'ATU12345678') }, USE, '0.2 S'],
  ['export', { buyer: buyer('US') }, USE, '0 G Outside the European Union.'],
  ['a rule for every country', { buyer: buyer('JP') }, { kind: 'demo', dimension: null }, '0 O Nothing is sold.'],
  ['no rule for the country', { buyer: buyer('JP') }, USE, '0.19 S'],
  ['no country of the buyer is known', { buyer: buyer(null) }, USE, '0.19 S'],
  ['an exempt partner', { exemption: 'Public body' }, USE, '0 E Public body'],
  [
    'exempt, before reverse charge',
    { exemption: 'Public body', buyer: buyer('AT', 'ATU12345678') },
    USE,
    '0 E Public body',
  ],
  ["the partner's own rate wins", { rate: '0.081000', buyer: buyer('AT', 'ATU12345678') }, USE, '0.081 S'],
  ['no rules: 0', { rules: null }, USE, '0 Z'],
  ["no rules: the partner's rate", { rules: null, rate: '0.19' }, USE, '0.19 S'],
  [
    'no reverse charge is configured',
    { rules: { ...RULES, reverse_charge: null }, buyer: buyer('AT', 'ATU12345678') },
    USE,
    '0.2 S',
  ],
])('%s', (_case, changes, item, expected) => {
  const { rate, category, reason } = taxOf(situation(changes), item as typeof USE);
  expect([rate, category, ...(reason === null ? [] : [reason])].join(' ')).toBe(expected);
});

const use = (quantity: string, unitPrice: string, rate = '0.19') =>
  usageLine(
    { dimension: 'calls', unitPrice, quantity, periodStart: '2026-01-01', periodEnd: '2026-01-31' },
    { rate, category: rate === '0' ? 'Z' : 'S', reason: null },
    'EUR',
  );

describe('rounding', () => {
  test('for each line or once for each rate', () => {
    // Each line of 0.13 has tax of 0.0247, 0.02; the three together 0.0741, 0.07. The two at 7 percent: 0.0091 each, 0.0182.
    const lines = [
      use('1', '0.13'),
      use('1', '0.13', '0.07'),
      use('1', '0.13'),
      use('1', '0.13', '0.07'),
      use('1', '0.13'),
    ];
    expect(lines.map(({ tax_minor }) => tax_minor)).toEqual([2, 1, 2, 1, 2]);
    const rounded = lines.map(roundingByInvoice('EUR'));
    expect(taxTotalsOf(rounded)).toEqual([
      { rate: '0.19', category: 'S', taxable_minor: 39, tax_minor: 7, reason: null },
      { rate: '0.07', category: 'S', taxable_minor: 26, tax_minor: 2, reason: null },
    ]);
    expect(totalsOf(rounded, 'EUR')).toEqual({ subtotal_minor: 65, tax_minor: 9, total_minor: 74 });
  });

  test('the tax of an invoice is that of its net total at each rate, and no line is off by more than a cent', () => {
    const line = fc.tuple(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom('0.19', '0.07', '0'));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (given) => {
        const lines = given.map(([cents, rate]) => use(String(cents), '0.01', rate));
        const rounded = lines.map(roundingByInvoice('EUR'));
        for (const { rate, taxable_minor, tax_minor } of taxTotalsOf(rounded))
          expect(Math.abs(taxable_minor * Number(rate) - tax_minor)).toBeLessThanOrEqual(0.5 + 1e-6);
        for (const [index, { tax_minor }] of rounded.entries())
          expect(Math.abs(tax_minor - (lines[index]?.tax_minor ?? 0))).toBeLessThanOrEqual(1);
        const sums = taxTotalsOf(rounded).reduce((sum, total) => sum + total.tax_minor, 0);
        expect(sums).toBe(totalsOf(rounded, 'EUR').tax_minor);
      }),
    );
  });
});

test.each<[object, string]>([
  [{ rules: [], otherwise: { rate: '0', category: 'S' } }, 'otherwise.rate'],
  [{ rules: [], otherwise: { rate: '0.19', category: 'Z' } }, 'otherwise.rate'],
  [{ rules: [], otherwise: { rate: '0', category: 'E' } }, 'otherwise.reason'],
  [{ rules: [], otherwise: { rate: '0', category: 'X' } }, 'otherwise.category'],
  [{ rules: [] }, 'otherwise'],
  [
    { rules: [{ countries: ['XX'], rate: '0.1', category: 'S' }], otherwise: { rate: 0, category: 'Z' } },
    'rules.0.countries.0',
  ],
  [
    { rules: [{ countries: [], rate: '0.1', category: 'S' }], otherwise: { rate: 0, category: 'Z' } },
    'rules.0.countries',
  ],
  [{ rules: [{ country: 'DE', rate: '0.1', category: 'S' }], otherwise: { rate: 0, category: 'Z' } }, 'rules.0'],
  [{ rules: [], rounding: 'up', otherwise: { rate: 0, category: 'Z' } }, 'rounding'],
])('a file such as %j is refused', (file, at) => {
  expect(taxRulesFile.safeParse(file).error?.issues.map(({ path }) => path.join('.'))).toEqual([at]);
});
