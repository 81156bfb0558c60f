import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { problemOfJson } from './json.ts';
import { jsonObject } from './schema.ts';

const values = [
  {},
  [],
  { a: 1 },
  { a: [1, -2.5, 1e21, null, true, false], b: { c: 'é\n"\\\u2028😀' }, '"': [] },
  [[], [[]], {}, [{}, 'x']],
];

test.each(values.map((value) => [JSON.stringify(value), value]))('%s is as long as it is written', (text, value) => {
  const length = Buffer.byteLength(String(text));
  expect(problemOfJson(value, length)).toBeUndefined();
  expect(problemOfJson(value, length - 1)).toBe('too long');
});

describe('a JSON object', () => {
  const schema = z.object({ settings: jsonObject(100) });
  const issuesOf = (settings: unknown) => schema.safeParse({ settings }).error?.issues.map(({ message }) => message);

  test('is accepted as it is', () => expect(schema.parse({ settings: { a: [1] } })).toEqual({ settings: { a: [1] } }));

  test('may have the six characters of an escape as text', () => {
    expect(issuesOf({ a: String.raw`\u0000`, [String.raw`\u0000`]: 1 })).toBeUndefined();
  });

  test.each([
    ['a NUL', { a: ['\0'] }],
    ['a NUL in a name', { a: { '\0': 1 } }],
    ['half a pair', { a: '\ud800' }],
  ])('with %s is refused', (_what, settings) => {
    expect(issuesOf(settings)).toEqual(['Must not contain NUL characters or unpaired surrogates.']);
  });

  test.each([[[]], [null], ['x'], [1]])('%j is none', (settings) => {
    expect(issuesOf(settings)).toEqual(['Must be an object.']);
  });

  test('that is too long is refused', () => {
    expect(issuesOf({ a: 'x'.repeat(100) })).toEqual(['Must be at most 100 bytes of JSON.']);
  });
});
