import { expect, test } from '@jest/globals';
import { plainChunks, plainJson, plainText } from './completion.ts';

test('text has no NUL and no half of a character', () => {
  expect(plainText('a\0b\ud83d c\ude00 😀')).toBe('ab\ufffd c\ufffd 😀');
});

test('so have all texts of JSON', () => {
  const value = { 'k\0': ['\ud83d', { text: 'a\0' }], count: 1, none: null, yes: true };
  expect(plainJson(value)).toEqual({ k: ['\ufffd', { text: 'a' }], count: 1, none: null, yes: true });
  expect(plainJson(JSON.parse('{"__proto__":"a"}'))).toEqual(JSON.parse('{"__proto__":"a"}'));
});

test('chunks make up the same text wherever they are divided', () => {
  const chunks = plainChunks();
  const parts = ['a\ud83d', '\0', '\ude00b', '\ud83d', 'c', '\ud83d'].map((chunk) => chunks.next(chunk));
  expect([...parts, chunks.end()].join('')).toBe('a😀b\ufffdc\ufffd');
  expect(parts.every((part) => part.isWellFormed())).toBe(true);
});
