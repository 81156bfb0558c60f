import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { invalid } from './errors.ts';
import { detailsOf } from './invoke.ts';
import { fieldName, MAX_FIELD_LENGTH, MAX_PROBLEMS } from './problems.ts';
import { integer } from './schema.ts';

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

test('field names that are also on the prototype are ordinary fields', () => {
  const details = invalid(JSON.parse('{"__proto__": ["Is bad."], "constructor": ["Is bad."]}')).details ?? {};
  expect(JSON.parse(JSON.stringify(details))).toEqual(
    JSON.parse('{"__proto__":["Is bad."],"constructor":["Is bad."]}'),
  );
});

test('details of a schema error are limited in the same way', () => {
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

test.each([
  [
    'what is missing, whatever forms it may have',
    z.union([z.number(), z.string()], 'Must be text.'),
    undefined,
    'Is required.',
  ],
  ['text where a whole number belongs', integer(1, 9), '5', 'Must be an integer.'],
  ['a whole number beyond its bounds', integer(1, 9), 1e15, 'Must be at most 9.'],
  ['a bound that is not reached', z.number().positive(), 0, 'Must be more than 0.'],
  ['a bound that is not kept', z.number().lt(5), 5, 'Must be less than 5.'],
  ['a list that is too short', z.array(z.string()).min(1), [], 'Must have at least 1 entry.'],
  ['a list that is too long', z.array(z.string()).max(2), ['a', 'b', 'c'], 'Must have at most 2 entries.'],
  ['text that is too long', z.string().max(2), 'abc', 'Must be at most 2 characters.'],
])('%s is reported unchanged', (_what, schema, value, message) => {
  const { error } = z.object({ field: schema }).safeParse({ field: value }, { reportInput: true });
  expect(error && detailsOf(error)).toEqual({ field: [message] });
});
