import { expect, test } from '@jest/globals';
import { COUNTRIES } from './countries.ts';
import { updateBillingIdentityBody } from './schema.ts';
import { checkTaxId, normalizeTaxId, TAX_ID_TYPES } from './tax-ids.ts';

const parse = (type: string, value: string) => updateBillingIdentityBody.safeParse({ tax_ids: [{ type, value }] });

test.each([
  ['eu_vat', 'DE 123.456.789', 'eu_vat', 'DE123456789'],
  ['eu_vat', 'ATU12345678', 'eu_vat', 'ATU12345678'],
  ['eu_vat', 'el123456789', 'eu_vat', 'EL123456789'],
  ['eu_vat', 'XI123456789', 'eu_vat', 'XI123456789'],
  ['vat', 'FR XX999999999', 'eu_vat', 'FRXX999999999'],
  ['vat', 'GB123456789', 'gb_vat', 'GB123456789'],
  ['vat', 'che-123.456.789 mwst', 'ch_vat', 'CHE-123456789MWST'],
  ['us_ein', '12-3456789', 'us_ein', '12-3456789'],
  ['no_vat', '123 456 789 MVA', 'no_vat', '123456789MVA'],
])('%s %s is kept as %s %s', (type, given, kept, value) => {
  expect(parse(type, given).data?.tax_ids).toEqual([{ type: kept, value }]);
});

test.each([
  ['eu_vat', 'DE12345678'],
  ['eu_vat', 'GB123456789'],
  ['eu_vat', 'XX123456789'],
  ['vat', 'US123456789'],
  ['vat', '123456789'],
  ['gb_vat', 'GB1234'],
  ['us_ein', '12345678'],
  ['ch_vat', 'CHE-12345678'],
])('%s %s has not the form of that type', (type, value) => {
  expect(parse(type, value).error?.issues).toEqual([
    expect.objectContaining({ path: ['tax_ids', 0, 'value'], message: expect.stringMatching(/^Must (have|begin)/) }),
  ]);
});

test('an unknown type is refused with the known ones', () => {
  expect(parse('xx_vat', '1').error?.issues).toContainEqual(
    expect.objectContaining({ path: ['tax_ids', 0, 'type'], message: expect.stringContaining('eu_vat, ae_trn') }),
  );
});

test.each(TAX_ID_TYPES)('the example of %s has its own form', (type) => {
  const shown = checkTaxId({ type, value: '-' });
  const example = /such as (.+)\.$/.exec(String(shown))?.[1] ?? '';
  expect(checkTaxId({ type, value: normalizeTaxId(example) })).toEqual({ type, value: example });
});

test('at most ten numbers, and each once', () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ type: 'au_abn', value: String(10_000_000_000 + index) }));
  expect(updateBillingIdentityBody.safeParse({ tax_ids: ids(10) }).success).toBe(true);
  expect(updateBillingIdentityBody.safeParse({ tax_ids: ids(11) }).success).toBe(false);
  expect(updateBillingIdentityBody.parse({ tax_ids: [...ids(1), ...ids(1)] }).tax_ids).toEqual(ids(1));
});

test('countries are the 249 codes of ISO 3166-1, each with a name', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(COUNTRIES).toHaveLength(249);
  expect(COUNTRIES.filter((code) => names.of(code) === undefined)).toEqual([]);
  for (const known of ['AQ', 'DE', 'GB', 'GR', 'TW', 'US']) expect(COUNTRIES).toContain(known);
  for (const none of ['EU', 'UK', 'XK', 'SU', 'EL']) expect(COUNTRIES).not.toContain(none);
});
