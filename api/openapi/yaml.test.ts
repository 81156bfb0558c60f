import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { yamlParts } from './yaml.ts';

const yamlOf = (value: Parameters<typeof yamlParts>[0]) => [...yamlParts(value)].join('');

describe('YAML', () => {
  test.each<[string, Parameters<typeof yamlOf>[0]]>([
    ['a record', { a: 1, b: { c: 'd', e: {} }, f: [] }],
    ['a list of records', [{ a: [1, { b: [[1, 2], []] }], c: { d: [{ e: 1, f: { g: 2 } }] } }, 'x', null]],
    [
      'texts that look like something else',
      ['true', 'No', '1', '1e3', '0x1', '-', '', ' a', '~', '2026-07-28', 'a: b'],
    ],
    [
      'texts with signs',
      ['a #b', '"', '\\', "'", '{a}', '[a]', '*a', '&a', '!a', '|', '>', '%', '@', '`', 'a\nb\u0000\u2028é'],
    ],
    [
      'names with signs',
      { '/a/{b}': 1, $ref: '#/x', '200': 2, '': 3, 'a b': 4, null: 5, 'text/html; charset=utf-8': 6 },
    ],
    ['numbers', [0, -1, 1.5, 1e21, 1e-7]],
    ['a text', 'x'],
    ['nothing', {}],
    ['fields that are left out', { a: undefined, b: [{ c: undefined }, { c: undefined, d: 1 }], e: { f: undefined } }],
  ])('says the same as JSON of %s', (_what, value) => {
    for (const version of ['1.1', '1.2'] as const)
      expect(parse(yamlOf(value), { version })).toEqual(JSON.parse(JSON.stringify(value)));
  });

  test('is indented', () => {
    expect(yamlOf({ openapi: '3.1.0', tags: [{ name: 'A', kinds: ['b'] }], paths: { '/a/{b}': { get: {} } } })).toBe(
      'openapi: "3.1.0"\ntags:\n  - name: A\n    kinds:\n      - b\npaths:\n  /a/{b}:\n    get: {}\n',
    );
  });
});
