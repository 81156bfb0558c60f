import { expect, test } from '@jest/globals';
import { scopesFor } from './scopes.ts';

test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])('%s is no method and no reference', (name) => {
  expect(scopesFor(name)).toBeNull();
  expect(scopesFor('completion/complete', name)).toBeNull();
});
