import { expect, test } from '@jest/globals';
import { nameOfDomain } from './brand.ts';

test.each([
  ['acme.example', 'acme'],
  ['www.acme.co.uk', 'acme'],
  ['co.uk', 'co'],
  ['shop.acme.com.br', 'acme'],
  ['acme.gouv.fr', 'acme'],
  ['shop.acme.github.io', 'acme'],
  ['github.io', 'github'],
  ['acme.unlisted', 'acme'],
  ['xn--bcher-kva.example', 'bücher'],
  ['', ''],
])('the name of %j is %j', (domain, name) => {
  expect(nameOfDomain(domain)).toBe(name);
});
