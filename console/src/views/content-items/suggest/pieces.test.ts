import { expect, test } from '@jest/globals';
import { piecesOf, textOf } from './pieces.ts';

const PASSAGE = 'Our new firewall is very good. It protects the data of your customers, and costs little.';
const SUGGESTION = 'Our firewall is fast. It protects the data of your customers for a fair price.';

test('each change is taken over or left by itself', () => {
  const pieces = piecesOf(PASSAGE, SUGGESTION);
  const changes = pieces.flatMap((piece, index) => (piece.kind === 'change' ? [index] : []));
  expect(changes.length).toBe(3);
  expect(textOf(pieces, new Set())).toBe(SUGGESTION);
  expect(textOf(pieces, new Set(changes))).toBe(PASSAGE);
  expect(textOf(pieces, new Set(changes.slice(1)))).toBe(PASSAGE.replace('new ', ''));
  expect(textOf(pieces, new Set([changes[0] ?? 0]))).toBe(SUGGESTION.replace('Our', 'Our new'));
});

test.each([
  ['', 'A text.'],
  ['A text.', ''],
  ['Ein Text über Brandmauern.', 'A text about firewalls for everybody.'],
  ['one  two\nthree', 'one two\n\nthree four'],
  ['same', 'same'],
])('what is made of %j and %j is one or the other', (passage, suggestion) => {
  const pieces = piecesOf(passage, suggestion);
  expect(textOf(pieces, new Set())).toBe(suggestion);
  expect(textOf(pieces, new Set(pieces.keys()))).toBe(passage);
});
