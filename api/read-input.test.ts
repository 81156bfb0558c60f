import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { flag, integer, recordId } from '../domain/kernel/schema.ts';
import { cpuTimeOf } from '../test/environment/cpu-time.ts';
import { readPath, readQuery } from './read-input.ts';

const schema = z
  .object({
    page: integer(1, 10).default(1),
    agent_id: recordId.optional(),
    ratio: z.number().nullish(),
    beta: z.boolean().default(false),
    sync: flag(false),
    ids: z.array(recordId).optional(),
    words: z.array(z.enum(['a', 'b'])).optional(),
    name: z
      .string()
      .transform((text) => text.length)
      .optional(),
  })
  .refine(() => true);

const read = (query: string) => readQuery(schema, query);

describe('a query string becomes the JSON of its schema', () => {
  test('numbers and booleans', () => {
    expect(read('page=2&agent_id=7&ratio=-0.5&beta=1&sync=false').value).toEqual({
      page: 2,
      agent_id: 7,
      ratio: -0.5,
      beta: true,
      sync: false,
    });
  });

  test.each([
    ['ids=1,2', [1, 2]],
    ['ids=1&ids=2', [1, 2]],
    ['ids[]=1&ids[]=2', [1, 2]],
    ['ids[]=1', [1]],
    ['ids=1,%202,', [1, 2]],
    ['ids=', []],
    ['ids=1,x', [1, 'x']],
  ])('lists: %s', (query, ids) => {
    expect(read(query).value['ids']).toEqual(ids);
  });

  test('text stays text, and what is unknown stays as it came', () => {
    expect(read('name=12&other=3&other=4').value).toEqual({ name: '12', other: ['3', '4'] });
  });

  test.each(['page=two', 'page=1.5', 'page=', 'page=1e3', 'page=99999999999999999'])(
    '%s is left to the schema',
    (query) => {
      const { value, problems } = read(query);
      expect(typeof value['page']).toBe('string');
      expect(problems).toBeUndefined();
      expect(schema.safeParse(value).success).toBe(false);
    },
  );

  test.each(['beta=yes', 'beta=toString', 'beta=true&beta=true'])('%s is no boolean', (query) => {
    expect(read(query).problems).toEqual({ beta: ['Must be true, false, 1 or 0.'] });
  });

  test('names that objects have by themselves do no harm', () => {
    const { value } = read('__proto__=x&__proto__[]=x&constructor=y&toString=z');
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(value).toEqual({ constructor: 'y', toString: 'z' });
  });

  test('NUL is a problem of its field', () => {
    expect(read('name=a%00b').problems).toEqual({ name: ['Must not contain NUL characters.'] });
  });

  test('NUL is none where nobody reads it', () => {
    expect(read('unknown=a%00b&%00=1&name%00=x').problems).toBeUndefined();
    expect(readQuery(z.object({}), 'unknown=a%00b&%00=1').problems).toBeUndefined();
  });

  test('broken percent-encoding is taken as it can be', () => {
    expect(read('name=%E0%A4%A').value).toHaveProperty('name');
  });

  test('takes time in proportion to its length', async () => {
    const timeOf = (parts: number, enough?: number) => {
      const query = `ids=${'1,'.repeat(parts)}`;
      return cpuTimeOf(() => read(query), enough);
    };
    const most = Math.max(250, 64 * (await timeOf(4_000)));
    expect(await timeOf(64_000, most)).toBeLessThanOrEqual(most);
  });
});

describe('path parameters', () => {
  test.each([
    ['7', 7],
    ['07', '07'],
    ['+7', '+7'],
    ['7.0', '7.0'],
    ['-0', '-0'],
    ['x', 'x'],
    ['99999999999999999', '99999999999999999'],
  ])('%s', (text, id) => {
    expect(readPath(z.object({ id: recordId }), { id: text })).toEqual({ id });
  });

  test('names that are no numbers stay as they are', () => {
    expect(readPath(z.object({ slug: z.string() }), { slug: '12' })).toEqual({ slug: '12' });
  });
});
