import { describe, expect, test } from '@jest/globals';
import { cpuTimeOf } from '../test/environment/cpu-time.ts';
import { HOSTILE_JSON } from '../test/environment/hostile-json.ts';
import { excessOf, inspectJson, MAX_DEPTH, MAX_JSON_FIELDS } from './inspect-json.ts';

const UNSTORABLE = ['Must not contain NUL characters or unpaired surrogates.'];

function inspect(text: string) {
  const value: unknown = JSON.parse(text);
  return { problems: inspectJson(Buffer.from(text), value), value };
}

const excess = (text: string) => excessOf(Buffer.from(text));

describe('text that the database cannot hold', () => {
  test.each([
    ['{"a":{"b":["x","\\u0000"]}}', 'a.b.1'],
    ['{"a":"\\uD800"}', 'a'],
    ['{"a":"\\udfff"}', 'a'],
    ['{"a":{"b\\u0000":1}}', 'a'],
    ['{"\\u0000":1}', 'body'],
  ])('%s is found', (text, field) => {
    expect(inspect(text).problems).toEqual({ [field]: UNSTORABLE });
  });

  test.each(['{"a":"\\\\u0000"}', '{"a":"\\\\\\\\u0000"}', '{"a":"\\ud83d\\ude00"}', '{"a":"\\u0041\\n"}'])(
    '%s is none',
    (text) => expect(inspect(text).problems).toBeUndefined(),
  );

  test.each(['bad strings', 'bad strings below a long key', 'bad keys', 'half pairs'])(
    'of many %s some are named',
    (name) => {
      const text = JSON.stringify(inspect(HOSTILE_JSON[name] ?? '').problems);
      expect(text.length).toBeLessThan(10_000);
    },
  );
});

describe('a number that no double holds', () => {
  const NINES = '9'.repeat(400);
  test.each([
    ['{"a":1e400}', 'a'],
    ['{"a":{"b":[1,-1E+999]}}', 'a.b.1'],
    [`{"a":${NINES}}`, 'a'],
    [`{"a":[[[${NINES.slice(0, 309)}.5]]]}`, 'a.0.0.0'],
    [`{"a":${'1'.repeat(305)}e9}`, 'a'],
  ])('%# is found', (text, field) => {
    expect(inspect(text).problems).toEqual({ [field]: [expect.stringContaining('1.8e308')] });
  });

  test.each(['{"a":1e308}', '{"a":1e-400}', '{"a":"1e400"}', `{"a":0.${NINES}}`, `{"a":"${NINES}"}`])(
    '%# is none',
    (text) => expect(inspect(text).problems).toBeUndefined(),
  );

  test('is looked for in linear time', async () => {
    const text = JSON.stringify({ a: Array.from({ length: 3_300 }, () => '1'.repeat(308)) });
    expect(await cpuTimeOf(() => inspect(text), 20)).toBeLessThan(60);
  });
});

test.each(['{"a":[{"__proto__":{"x":1},"b":1}]}', '{"a":[{"\\u005f_proto__":{"x":1},"b":1}]}'])(
  '__proto__ is dropped from %s, and a problem',
  (text) => {
    const { value, problems } = inspect(text);
    expect(JSON.stringify(value)).toBe('{"a":[{"b":1}]}');
    expect(problems).toEqual({ 'a.0.__proto__': ['Must not be the name of a field.'] });
  },
);

test('__proto__ of the value itself is ignored like other unknown fields', () => {
  const { value, problems } = inspect('{"__proto__":{"x":1},"b":1,"constructor":2,"prototype":3}');
  expect(JSON.stringify(value)).toBe('{"b":1,"constructor":2,"prototype":3}');
  expect(problems).toBeUndefined();
});

describe('depth', () => {
  const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + 1 + '}]'.repeat(depth / 2);

  test('up to the greatest is fine', () => expect(excess(nested(MAX_DEPTH))).toBeUndefined());

  test('beyond it is found', () => expect(excess(nested(MAX_DEPTH + 2))).toBe('depth'));

  test('does not count brackets in strings', () => {
    expect(excess(`{"a":"${'['.repeat(200)}","b":"\\"${'{['.repeat(200)}\\\\"}`)).toBeUndefined();
    expect(excess(`{"a":"${'x'.repeat(200)}\\"${'[{'.repeat(200)}","b":[]}`)).toBeUndefined();
  });
});

describe('fields', () => {
  const fields = (count: number, value = '1') =>
    `{${Array.from({ length: count }, (_, index) => `"${index}":${value}`).join(',')}}`;

  test('up to the maximum are fine, over all objects and lists', () => {
    expect(excess(fields(MAX_JSON_FIELDS))).toBeUndefined();
    expect(excess(`{"a":[${'{"b":1},'.repeat(MAX_JSON_FIELDS - 1).slice(0, -1)}]}`)).toBeUndefined();
    expect(excess(`{"a":[${'{"b":1},'.repeat(MAX_JSON_FIELDS).slice(0, -1)}]}`)).toBe('fields');
    expect(excess(fields(MAX_JSON_FIELDS + 1))).toBe('fields');
    expect(excess(`[${'[],'.repeat(60_000)}0]`)).toBe('fields');
  });

  test('are not the colons of texts, long or short, with escapes or without', () => {
    for (const text of [':', '\\":', `${'x'.repeat(60)}\\\\\\":`, `${'\\\\'.repeat(30)}:`])
      expect(excess(`{"a":[${`"${text.repeat(20)}",`.repeat(3_000)}""]}`)).toBeUndefined();
  });
});

test('a long text of many escapes is passed over once', async () => {
  const bytes = Buffer.from(`{"a":[${'[],'.repeat(100)}"${`${'x'.repeat(60)}\\n`.repeat(16_000)}"]}`);
  expect(await cpuTimeOf(() => excessOf(bytes), 60)).toBeLessThanOrEqual(60);
});

const problemsOrProto = /__proto__|[^\\]\\u(?:0000|d800)/;

test.each(Object.entries(HOSTILE_JSON))('looking through %s costs little beside parsing them', async (_name, text) => {
  const bytes = Buffer.from(text);
  const parsing = await cpuTimeOf(() => JSON.parse(bytes.toString('utf8')));
  const value: unknown = JSON.parse(text);
  // A suspect value is walked through, in 3 to 9 times the parsing; otherwise only the text is searched, in half of it.
  // Quadratic code would take hundreds of times as long.
  const max = Math.max(30, (problemsOrProto.test(text) ? 20 : 3) * parsing);
  const look = () => [excessOf(bytes), inspectJson(bytes, value)];
  expect(await cpuTimeOf(look, max)).toBeLessThanOrEqual(max);
});
