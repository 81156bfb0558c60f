import { expect, test } from '@jest/globals';
import { changedFields, clashesOf } from './clashes.ts';

const BEFORE = { name: 'Acme', tone: 'Warm', dos: ['One'] };

test('fields clash that both have changed, to different values', () => {
  const theirs = { ...BEFORE, name: 'Acme Cloud', dos: ['One', 'Two'] };
  expect(clashesOf(BEFORE, theirs, { name: 'Acme Retail', tone: 'Exact', dos: ['One', 'Two'] })).toEqual([
    { field: 'name', theirs: 'Acme Cloud', mine: 'Acme Retail' },
  ]);
});

test('nothing clashes where others have changed other fields', () => {
  expect(clashesOf(BEFORE, { ...BEFORE, tone: null }, { name: 'Acme Retail' })).toEqual([]);
});

test('a form has changed the fields whose values differ', () => {
  expect(changedFields(BEFORE, { ...BEFORE, dos: ['One'], tone: 'Exact' })).toEqual({ tone: 'Exact' });
});
