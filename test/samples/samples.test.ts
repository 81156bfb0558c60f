import { expect, test } from '@jest/globals';
import { fileOf, keysIn, ROUTES, undeclaredReferences, unusedSamples } from './table.ts';

test.each(ROUTES)('%s has samples of the records that its path and its fields name', (name) => {
  expect(() => keysIn(name)).not.toThrow();
});

test('each field that names a record says which', () => {
  const missing = ROUTES.flatMap((name) =>
    undeclaredReferences(name).map((field) => `${name}: add ${field} to its references in ${fileOf(name)}`),
  );
  expect(missing).toEqual([]);
});

test('no sample is without a route', () => {
  expect(unusedSamples()).toEqual([]);
});
