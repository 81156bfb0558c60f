import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { invalid } from './errors.ts';
import { detailsOf } from './invoke.ts';
import { fieldName, MAX_FIELD_LENGTH, MAX_PROBLEMS } from './problems.ts';

const long = 'x'.repeat(100_000);

test('an error names at most 20 problems, each field by at most 200 characters', () => {
  const fields = Array.from({ length: 100 }, (_, index) => [`${index}${long}`, ['Is bad.']]);
  const details = invalid(Object.fromEntries(fields)).details ?? {};
  expect(Object.keys(details)).toHaveLength(MAX_PROBLEMS);
  for (const field of Object.keys(details)) expect(field).toHaveLength(MAX_FIELD_LENGTH);
});

test('messages about one field count one by one, and the same message once', () => {
  const messages = Array.from({ length: 100 }, (_, index) => `Is bad in way ${Math.floor(index / 2)}.`);
  expect(invalid({ field: messages }).details?.['field']).toHaveLength(MAX_PROBLEMS);
});

test('fields that are named as a prototype is are fields', () => {
  const details = invalid(JSON.parse('{"__proto__": ["Is bad."], "constructor": ["Is bad."]}')).details ?? {};
  expect(JSON.parse(JSON.stringify(details))).toEqual(
    JSON.parse('{"__proto__":["Is bad."],"constructor":["Is bad."]}'),
  );
});

test('what a schema finds is named as far', () => {
  const { error } = z.object({ list: z.array(z.string()) }).safeParse({ list: new Array(50_000).fill(0) });
  const details = error ? detailsOf(error) : {};
  expect(Object.keys(details)).toHaveLength(MAX_PROBLEMS);
  expect(details['list.0']).toEqual(['Must be a string.']);
  const nested = z.object({ [long]: z.object({ [long]: z.string() }) }).safeParse({ [long]: { [long]: 0 } });
  expect(Object.keys(nested.error ? detailsOf(nested.error) : {})).toEqual(['x'.repeat(MAX_FIELD_LENGTH)]);
});

test('names and messages are cut without half a character', () => {
  const field = `${'a'.repeat(MAX_FIELD_LENGTH - 1)}😀`;
  expect(invalid({ [field]: [`${'b'.repeat(3_999)}😀`] }).details).toEqual({
    ['a'.repeat(MAX_FIELD_LENGTH - 1)]: ['b'.repeat(3_999)],
  });
  expect(fieldName([field])).toBe('a'.repeat(MAX_FIELD_LENGTH - 1));
});
