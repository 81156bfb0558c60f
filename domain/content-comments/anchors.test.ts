import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { movePassages, placeOf } from './anchors.ts';

const moved = (before: string, after: string, quote: string) => {
  const start = before.indexOf(quote);
  const [place] = movePassages(before, after, [{ start, length: quote.length }]);
  return place == null ? place : after.slice(place, place + quote.length);
};

const TEXT = '# Plan\n\nFirst part.\n\nThe second part is longer.\n\nLast part.\n';

describe('a passage', () => {
  test.each([
    ['before which something is written', `New.\n\n${TEXT}`],
    ['after which something is written', `${TEXT}\nNew.`],
    ['between two edits', TEXT.replace('First', 'The first').replace('Last', 'The last')],
    ['in a line that is changed before and after it', TEXT.replace('The second', 'A second').replace('longer', 'long')],
    ['whose paragraph is the only one left', 'The second part is longer.'],
  ])('%s stays', (_name, after) => {
    expect(moved(TEXT, after, 'second part is')).toBe('second part is');
  });

  test.each([
    ['that is changed', TEXT.replace('part is', 'part was')],
    ['that is deleted', TEXT.replace('The second part is longer.', '')],
    ['of a text that is replaced', 'Another text.'],
  ])('%s is not there any more', (_name, after) => {
    expect(moved(TEXT, after, 'second part is')).toBeNull();
  });

  test('over several lines stays, where they do', () => {
    expect(moved(TEXT, `New.\n${TEXT}New.`, 'part.\n\nThe second')).toBe('part.\n\nThe second');
  });

  test('of lines that come twice is the one that it was', () => {
    const before = 'Yes.\nNo.\nYes.\nNo.\nYes.';
    expect(movePassages(before, `Well.\n${before}`, [{ start: 9, length: 4 }])).toEqual([15]);
  });

  test('between words of its line that are changed stays', () => {
    const before = 'A long line with a quote in it, and an end.';
    expect(moved(before, 'One long line with a quote in it, and the end!', 'a quote in')).toBe('a quote in');
  });

  test('that is found anew reads as before, whatever the edit', () => {
    const line = fc.constantFrom('a', 'b', 'ab', 'a b a', '', 'é🙂');
    const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, fc.nat(), fc.integer({ min: 1, max: 8 }), (before, after, seed, size) => {
        const start = before.length === 0 ? 0 : seed % before.length;
        const quote = before.slice(start, start + size);
        const [place] = movePassages(before, after, [{ start, length: quote.length }]);
        if (place != null) expect(after.slice(place, place + quote.length)).toBe(quote);
      }),
    );
  });

  test.each([
    ['lines that are all different', Array.from({ length: 4_000 }, (_, n) => n.toString(36)).join('\n')],
    ['lines that are all the same', 'a\n'.repeat(100_000)],
    ['one line of many words', Array.from({ length: 4_000 }, (_, n) => n.toString(36)).join(' ')],
  ])('of %s is found in a moment', async (_name, before) => {
    const after = `x${before.split('\n').toReversed().join('\n')}y`;
    expect(await cpuTimeOf(() => movePassages(before, after, [{ start: 10, length: 5 }]), 20)).toBeLessThan(30);
  });
});

describe('the place of a passage', () => {
  test('is that of the first one, or none', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b') }),
        fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1 }),
        (text, passage) => {
          expect(placeOf(passage, text)).toBe(text.indexOf(passage));
        },
      ),
    );
  });

  test('is looked for in a moment, also in a text that is made to take long', async () => {
    const passage = `b${'a'.repeat(999)}`;
    expect(await cpuTimeOf(() => placeOf(passage, 'a'.repeat(200_000)), 10)).toBeLessThan(50);
  });
});
