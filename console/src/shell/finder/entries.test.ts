import { expect, test } from '@jest/globals';
import { type Entry, matching, normalize } from './entries.ts';

const entry = (label: string, words?: string): Entry => ({ key: label, label, words, run: () => undefined });
const ENTRIES = [entry('Executions'), entry('Übersicht', 'Overview'), entry('New brand voice'), entry('Brand voices')];
const labels = (text: string) => matching(ENTRIES, text).map(({ label }) => label);

test('accents and case do not matter', () => {
  expect(normalize('Über GRÖSSE, Straße')).toBe('uber grosse, strasse');
  expect(labels('UBER')).toEqual(['Übersicht']);
});

test('all words must occur, labels that begin with the text come first', () => {
  expect(labels('brand')).toEqual(['Brand voices', 'New brand voice']);
  expect(labels('voice new')).toEqual(['New brand voice']);
  expect(labels('overview')).toEqual(['Übersicht']);
  expect(labels('xyz')).toEqual([]);
});

test('no more than eight', () => {
  expect(
    matching(
      Array.from({ length: 20 }, (_, n) => entry(`View ${n}`)),
      '',
    ).length,
  ).toBe(8);
});
