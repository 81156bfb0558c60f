import { expect, test } from '@jest/globals';
import { isNotModified, MAX_TAGS_LENGTH } from './not-modified.ts';

const STATE = { ETag: '"ab"', 'Last-Modified': 'Tue, 10 Mar 2026 12:00:00 GMT' };

test.each([
  [{}, false],
  [{ 'if-none-match': '"ab"' }, true],
  [{ 'if-none-match': 'W/"ab"' }, true],
  [{ 'if-none-match': '"x" , "ab"' }, true],
  [{ 'if-none-match': '*' }, true],
  [{ 'if-none-match': '"x"' }, false],
  [{ 'if-none-match': '' }, false],
  [{ 'if-none-match': '"ab"', 'cache-control': 'no-cache' }, true],
  // The tag takes precedence.
  [{ 'if-none-match': '"x"', 'if-modified-since': 'Tue, 10 Mar 2026 12:00:00 GMT' }, false],
  [{ 'if-none-match': '"ab"', 'if-modified-since': 'Tue, 10 Mar 2026 11:00:00 GMT' }, true],
  [{ 'if-modified-since': 'Tue, 10 Mar 2026 12:00:00 GMT' }, true],
  [{ 'if-modified-since': 'Tue, 10 Mar 2026 11:59:59 GMT' }, false],
  [{ 'if-modified-since': 'yesterday' }, false],
])('%j: %s', (request, expected) => {
  expect(isNotModified(request, STATE)).toBe(expected);
});

test('an answer that says nothing of its state is always sent', () => {
  const request = { 'if-none-match': '*', 'if-modified-since': 'Tue, 10 Mar 2026 12:00:00 GMT' };
  expect(isNotModified(request, {})).toBe(false);
});

test('a list of tags that is too long counts as none', () => {
  const list = '"ab"'.padStart(MAX_TAGS_LENGTH);
  expect(isNotModified({ 'if-none-match': list }, STATE)).toBe(true);
  expect(isNotModified({ 'if-none-match': ` ${list}` }, STATE)).toBe(false);
});
