import { expect, test } from '@jest/globals';
import { languageOptions } from './languages.ts';

const labels = (...given: Parameters<typeof languageOptions>) => languageOptions(...given).map(({ label }) => label);

test('languages have names, the own and common ones first, then by name', () => {
  expect(labels('de').slice(0, 6)).toEqual([
    'Deutsch',
    'Englisch',
    'Spanisch',
    'Französisch',
    'Arabisch',
    'Bengalisch',
  ]);
});

test('what is set stays choosable, even what is no language', () => {
  expect(labels('en', { among: ['en'], chosen: ['gsw', 'not a tag'] })).toEqual([
    'English',
    'not a tag',
    'Swiss German',
  ]);
});
