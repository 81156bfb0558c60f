import { expect, test } from '@jest/globals';
import { deliveredPackages } from './environment/delivered-packages.ts';

/** Licences under which a package may be delivered with the product; each lets it be used and passed on without conditions on our code. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);
/** Packages that name theirs in another way, with what their files say. */
const READ_BY_HAND: Readonly<Record<string, string>> = {
  'caniuse-lite': 'CC-BY-4.0: data, read only where the workflow bundle is built',
  'png-js': 'MIT, in its LICENSE',
  unionfs: 'Unlicense, in its LICENSE',
};

const delivered = deliveredPackages();

/** Whether an SPDX expression leaves a choice, or a sum, of allowed licences only. */
function isAllowed(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '');
  if (/ or /i.test(plain)) return plain.split(/ or /i).some(isAllowed);
  return plain.split(/ and /i).every((licence) => ALLOWED.has(licence.trim()));
}

test('what is delivered may be delivered: licences are on the list, or were read', () => {
  expect(delivered.length).toBeGreaterThan(200);
  const others = delivered.filter(({ name, license }) => !isAllowed(license) && READ_BY_HAND[name] === undefined);
  expect(others).toEqual([]);
});

test('licences that were read by hand are those of packages that are there', () => {
  const names = delivered.map(({ name }) => name);
  expect(Object.keys(READ_BY_HAND).filter((name) => !names.includes(name))).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['MIT AND OFL-1.1', true],
  ['GPL-3.0-only', false],
  ['MIT AND GPL-3.0-only', false],
  ['', false],
])('%s: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed);
});
