import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { longestHoldOf } from '../test/environment/cpu-time.ts';
import { MAX_DEPTH } from './inspect-json.ts';
import { findSyntaxError } from './json-syntax-error.ts';

const MIB = 1_048_576;
/** Longest time that others may be held up, milliseconds. */
const MAX_HELD_MS = 20;

async function placeIn(text: string) {
  const fault = await findSyntaxError(Buffer.from(text), MAX_DEPTH);
  return fault && [fault.line, fault.column];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('where a text stops being JSON', () => {
  test.each([
    ['{"a": 1,}', 1, 9],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{"a"\n\n  1}', 3, 3],
    ["{'a': 1}", 1, 2],
    ['{"a": tru}', 1, 10],
    ['{"a": nulL}', 1, 10],
    ['{"a": truee}', 1, 11],
    ['{"a": 01}', 1, 8],
    ['{"a": -a}', 1, 8],
    ['{"a": 1.}', 1, 9],
    ['{"a": 1e+}', 1, 10],
    ['{"a": 1.5.2}', 1, 10],
    ['{"a": "x\ty"}', 1, 9],
    ['{"a": "\\x"}', 1, 9],
    ['{"a": "\\u12"}', 1, 12],
    ['{"a": "x', 1, 9],
    ['{"a": "漢😀", x}', 1, 14],
    ['{"a": [1, 2', 1, 12],
    ['[1, ]', 1, 5],
    ['[1}', 1, 3],
    ['{"a": 1} x', 1, 10],
    ['1 2', 1, 3],
    ['', 1, 1],
    ['\n\n', 3, 1],
    ['-', 1, 2],
    ['tru', 1, 4],
    ['\ufeff{}', 1, 1],
  ])('%j: line %i, column %i', async (text, line, column) => {
    expect(isJson(text)).toBe(false);
    expect(await placeIn(text)).toEqual([line, column]);
  });

  const VALID = JSON.stringify(
    { a: [1, -2.5e3, 0.25, 1e-9, true, null, { 'b"\\\n\u0001': 'é😀' }], c: {}, d: [], e: '' },
    null,
    2,
  );

  test('is nowhere in JSON', async () => {
    for (const text of [
      VALID,
      JSON.stringify(JSON.parse(VALID)),
      ' 1 ',
      '-0',
      '1E5',
      '"\\u00e9\\/"',
      'false',
      '[[],{}]',
    ])
      expect([text, isJson(text), await placeIn(text)]).toEqual([text, true, undefined]);
  });

  test('is the end of what is not complete, and else the first character that cannot follow', async () => {
    const lines = (text: string) => text.split('\n');
    for (let end = 1; end < VALID.length; end += 1) {
      const cut = VALID.slice(0, end);
      // A character of two units is not cut.
      if (/[\ud800-\udbff]$/.test(cut)) continue;
      const place = [lines(cut).length, (lines(cut).at(-1)?.length ?? 0) + 1];
      expect([cut, await placeIn(cut)]).toEqual([cut, place]);
      expect([cut, await placeIn(`${cut}\u0001`)]).toEqual([cut, place]);
    }
  });

  test('agrees with JSON.parse, whichever byte is another', async () => {
    const text = '{"a":[1,-2.5e3,{"b\\n":"\\u00e9"}],"c":tru' + 'e}';
    for (let at = 0; at < text.length; at += 1) {
      for (const other of '{}[]",:\\ -+.eE019tu\n\u0001') {
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        expect([changed, (await placeIn(changed)) === undefined]).toEqual([changed, isJson(changed)]);
      }
    }
  });

  test('is where there are more levels than are read', async () => {
    const open = '['.repeat(MAX_DEPTH);
    expect(await placeIn(`${open}${']'.repeat(MAX_DEPTH)}`)).toBeUndefined();
    expect(await findSyntaxError(Buffer.from(`${open}[`), MAX_DEPTH)).toEqual({
      line: 1,
      column: MAX_DEPTH + 1,
      isTooDeep: true,
    });
  });

  test.each([
    ['numbers', '[', '1,'],
    ['short texts', '[', '"",'],
    ['objects', '[', '{"a":[]},'],
    ['a long text', '"', 'x'],
    ['escapes', '"', '\\u0041'],
    ['characters of three bytes', '"', '漢'],
    ['line feeds', '', '\n'],
  ])('is found at the end of 7 MiB of %s, in slices that hold up nobody', async (_what, head, part) => {
    const count = Math.floor((7 * MIB) / Buffer.byteLength(part));
    const bytes = Buffer.from(`${head}${part.repeat(count)}\u0001`);
    const column = part === '\n' ? 1 : head.length + part.length * count + 1;
    const line = part === '\n' ? count + 1 : 1;
    const work = async () =>
      expect(await findSyntaxError(bytes, MAX_DEPTH, nextTurn)).toEqual({ line, column, isTooDeep: false });
    expect(await longestHoldOf(work, MAX_HELD_MS)).toBeLessThanOrEqual(MAX_HELD_MS);
  });
});
