import { expect, test } from '@jest/globals';
import { problemsOf } from './form-problems.ts';

const texts = {
  missing: 'missing',
  atLeast: (bound: string) => `≥ ${bound}`,
  atMost: (bound: string) => `≤ ${bound}`,
  tooLong: (max: string) => `longer than ${max}`,
  tooMany: (max: string) => `more than ${max}`,
};
const schema = {
  required: ['topic', 'rival'],
  properties: {
    topic: { type: 'string', maxLength: 5 },
    count: { type: 'integer', minimum: 1, maximum: 3 },
    terms: { type: 'array', maxItems: 1, items: { type: 'string' } },
    note: { anyOf: [{ type: 'string', maxLength: 2 }, { type: 'null' }] },
    rival: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  },
};

test('what is missing, too long, too many, too small or too large is said beside its field', () => {
  expect(problemsOf(schema, { topic: ' ', count: 0, terms: ['a', 'b'], note: 'abc', rival: {} }, texts)).toEqual({
    topic: 'missing',
    count: '≥ 1',
    terms: 'more than 1',
    note: 'longer than 2',
    'rival.name': 'missing',
  });
  expect(problemsOf(schema, { topic: 'sixsix', count: 4 }, texts)).toEqual({
    topic: 'longer than 5',
    count: '≤ 3',
    rival: 'missing',
  });
});

test('values that fit have none', () => {
  const values = { topic: 'Forms', count: 3, terms: ['a'], note: null, rival: { name: 'X' } };
  expect(problemsOf(schema, values, texts)).toEqual({});
});
