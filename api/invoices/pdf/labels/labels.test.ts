import { expect, test } from '@jest/globals';
import type { Labels } from './en.ts';
import { CATALOGUES, filled, languageOf } from './labels.ts';

const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

test.each(Object.entries(CATALOGUES))('%s has every text with the same values', (_language, labels) => {
  expect(Object.keys(labels).sort()).toEqual(Object.keys(CATALOGUES.en).sort());
  for (const [name, text] of Object.entries(labels)) {
    expect({ name, text }).toEqual({ name, text: expect.stringMatching(/\S/) });
    expect({ name, values: placeholders(text) }).toEqual({
      name,
      values: placeholders(CATALOGUES.en[name as keyof Labels]),
    });
  }
});

test.each([
  ['de', 'de'],
  ['DE-CH', 'de'],
  ['en-US', 'en'],
  ['fr', 'en'],
  ['constructor', 'en'],
  ['', 'en'],
  [null, 'en'],
  [undefined, 'en'],
])('the language of %s is %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

test('only known names are replaced, and a value is not looked into', () => {
  expect(filled('{a} {b} {c}', { a: '{b}', b: 2 })).toBe('{b} 2 {c}');
});
