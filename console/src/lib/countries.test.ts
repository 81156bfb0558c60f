import { expect, test } from '@jest/globals';
import { countryName, countryOptions } from './countries.ts';

test.each([
  ['Germany', 'de', 'Deutschland'],
  ['Viet Nam', 'de', 'Vietnam'],
  ['Côte d’Ivoire', 'es', 'Côte d’Ivoire'],
  ["Côte d'Ivoire", 'de', 'Côte d’Ivoire'],
  ['Tanzania, United Republic of', 'es', 'Tanzania'],
  ['Atlantis', 'de', 'Atlantis'],
])('%s is called so in %s', (name, locale, expected) => expect(countryName(name, locale)).toBe(expected));

test('countries are sorted by their names in the language', () => {
  const names = countryOptions(['Austria', 'Åland Islands', 'Zambia', 'Germany'], 'de').map(({ label }) => label);
  expect(names).toEqual(['Ålandinseln', 'Deutschland', 'Österreich', 'Sambia']);
});
