import { expect, test } from '@jest/globals';
import { argumentsOf, growthOf } from './measure.ts';
import { textFunctionsIn } from './text-functions.ts';

/** Looks at every pair of characters. */
function pairsIn(text: string): number {
  let pairs = 0;
  for (let first = 0; first < text.length; first += 1) {
    for (let second = 0; second < first; second += 1) if (text[first] === text[second]) pairs += 1;
  }
  return pairs;
}

test('a function that takes the square of its length is found', async () => {
  expect(await growthOf(pairsIn)).toMatchObject({ piece: ' a', milliseconds: expect.any(Number) });
});

test('so is a regular expression that begins anew at every character, with the piece that makes it', async () => {
  expect(await growthOf((text) => /0+[^0]$/.test(text))).toMatchObject({ piece: '0' });
});

test('of a generator, and of work that is awaited, each step counts by itself', async () => {
  function* inSteps(text: string) {
    for (let at = 0; at < text.length; at += 500) yield pairsIn(text.slice(at, at + 500));
  }
  function* inOneStep(text: string) {
    yield 0;
    yield pairsIn(text);
  }
  expect(await growthOf(inSteps)).toBeUndefined();
  expect(await growthOf(inOneStep)).toBeDefined();
  expect(await growthOf(async (text) => pairsIn(text))).toBeDefined();
});

test('what is linear, or refuses its text, is not', async () => {
  expect(await growthOf((text) => [...text].map((letter) => letter.codePointAt(0)))).toBeUndefined();
  expect(
    await growthOf((text) => {
      throw new Error(text);
    }),
  ).toBeUndefined();
});

test('exported functions of a text are found by their parameters', () => {
  const code = `
    export function wordsOf(text: string, most: number, options?: object): string[] { return []; }
    export const first = (entries: readonly string[], fallback: string | null) => entries[0];
    export async function* parts(text: string | null, isLast: boolean, size = 3) {}
    export function ofRecord(text: string, record: { id: number }) {}
    export function ofNumber(count: number, text: string) {}
    function own(text: string) {}
    export const LIMIT = 3;`;
  expect(textFunctionsIn('words.ts', code)).toEqual([
    { file: 'words.ts', name: 'wordsOf', parameters: ['string', 'number'] },
    { file: 'words.ts', name: 'first', parameters: ['string[]', 'string'] },
    { file: 'words.ts', name: 'parts', parameters: ['string', 'boolean'] },
  ]);
});

test('the first argument is as long as the text, and entries of a list differ', () => {
  expect(argumentsOf({ parameters: ['string[]', 'string', 'boolean'] }, 'a'.repeat(2_000))).toEqual([
    Array.from({ length: 100 }, (_, index) => `${'a'.repeat(20)}${index}`),
    'a'.repeat(1_000),
    true,
  ]);
});
