import { expect, test } from '@jest/globals';
import { JsonParts } from './json-parts.ts';

const JSON_TEXT = JSON.stringify({ a: [1, 2, { b: 'x, {"y": [1]}\\\\', 'c"': '\\"' }], d: {}, e: '\\' });

test.each([1, 2, 3, 7, 1_000])('counts the same in pieces of %d bytes', (size) => {
  const bytes = Buffer.from(JSON_TEXT);
  const json = new JsonParts();
  for (let at = 0; at < bytes.length; at += size) json.count(bytes.subarray(at, at + size));
  // Three objects, a list and five fields; five commas outside of texts.
  expect([json.parts, json.values]).toEqual([9, 5]);
});
