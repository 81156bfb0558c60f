/** Length of the longest body, bytes. */
const LENGTH = 1_048_576;

const fill = (head: string, part: string, tail: string): string =>
  head + part.repeat(Math.floor((LENGTH - head.length - tail.length) / part.length)) + tail;

/** Keys that differ, as many as a body has room for. */
function keys(of: (name: string) => string): string {
  const parts: string[] = [];
  let length = 30;
  for (let index = 0; length < LENGTH; index += 1) {
    const part = of(index.toString(36));
    length += part.length + 1;
    if (length < LENGTH) parts.push(part);
  }
  return `{"settings":{${parts.join(',')}}}`;
}

/** Bodies of 1 MiB, each made to be dear for somebody who reads it; valid JSON of little depth. */
export const HOSTILE_JSON: Readonly<Record<string, string>> = {
  'one string': fill('{"settings":{"a":"', 'x', '"}}'),
  numbers: fill('{"settings":{"a":[', '0,', '0]}}'),
  'empty strings': fill('{"settings":{"a":[', '"",', '""]}}'),
  'empty objects': fill('{"settings":{"a":[', '{},', '{}]}}'),
  'small objects': fill('{"settings":{"a":[', '{"a":1},', '{}]}}'),
  'nested lists': fill('{"settings":{"a":[', '[[[[]]]],', '[]]}}'),
  'many keys': keys((name) => `"${name}":1`),
  'keys at the top': keys((name) => `"${name}":1`)
    .replace('{"settings":', '')
    .slice(0, -1),
  escapes: fill('{"settings":{"a":"', '\\u0041', '"}}'),
  'escaped backslashes': fill('{"settings":{"a":"', '\\\\u0000', '"}}'),
  'bad strings': fill('{"settings":{"a":[', '"\\u0000",', '""]}}'),
  'bad strings below a long key': fill(`{"settings":{"${'k'.repeat(500_000)}":[`, '"\\u0000",', '""]}}'),
  'bad keys': keys((name) => `"${name}\\u0000":1`),
  'keys of the prototype': fill('{"settings":{"a":[', '{"__proto__":1},', '{}]}}'),
  'half pairs': fill('{"settings":{"a":[', '"\\ud800",', '""]}}'),
};
