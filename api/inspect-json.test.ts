import { describe, expect, test } from '@jest/globals';
import { cpuTimeOf } from '../test/environment/cpu-time.ts';
import { HOSTILE_JSON } from '../test/environment/hostile-json.ts';
import { inspectJson, MAX_DEPTH } from './inspect-json.ts';

const UNSTORABLE = ['Must not contain NUL characters or unpaired surrogates.'];

function inspect(text: string) {
  const value: unknown = JSON.parse(text);
  return { ...inspectJson(Buffer.from(text), value), value };
}

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

test.each(['{"a":[{"__proto__":{"x":1},"b":1}]}', '{"a":[{"\\u005f_proto__":{"x":1},"b":1}]}'])(
  '__proto__ is dropped from %s',
  (text) => {
    const { value } = inspect(text);
    expect(JSON.stringify(value)).toBe('{"a":[{"b":1}]}');
  },
);

describe('depth', () => {
  const nested = (depth: number) => '[{"a":'.repeat(depth / 2) + 1 + '}]'.repeat(depth / 2);

  test('up to the greatest is fine', () => expect(inspect(nested(MAX_DEPTH)).isTooDeep).toBe(false));

  test('beyond it is found', () => expect(inspect(nested(MAX_DEPTH + 2)).isTooDeep).toBe(true));

  test('does not count brackets in strings', () => {
    expect(inspect(`{"a":"${'['.repeat(200)}","b":"\\"${'{['.repeat(200)}\\\\"}`).isTooDeep).toBe(false);
    expect(inspect(`{"a":"${'x'.repeat(200)}\\"${'[{'.repeat(200)}","b":[]}`).isTooDeep).toBe(false);
  });
});

const problemsOrProto = /__proto__|[^\\]\\u(?:0000|d800)/;

test.each(Object.entries(HOSTILE_JSON))('looking through %s costs little beside parsing them', async (_name, text) => {
  const bytes = Buffer.from(text);
  const parsing = await cpuTimeOf(() => JSON.parse(bytes.toString('utf8')));
  const value: unknown = JSON.parse(text);
  // A suspect value is walked through, in 3 to 9 times the parsing; otherwise only the text is searched, in half of it.
  // Quadratic code would take hundreds of times as long.
  const max = Math.max(30, (problemsOrProto.test(text) ? 20 : 3) * parsing);
  expect(await cpuTimeOf(() => inspectJson(bytes, value), max)).toBeLessThanOrEqual(max);
});
