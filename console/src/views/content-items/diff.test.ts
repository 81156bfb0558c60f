import { expect, test } from '@jest/globals';
import { type DiffPart, diffText, diffWords } from './diff.ts';

test('lines that stayed are apart from those that were changed, which show their words', () => {
  expect(diffText('# Title\n\nA calm guide.\n\nThe end.', '# Title\n\nA short guide.\n\nThe end.')).toEqual([
    { kind: 'same', lines: ['# Title', ''] },
    {
      kind: 'changed',
      parts: [
        { kind: 'same', text: 'A ' },
        { kind: 'removed', text: 'calm' },
        { kind: 'added', text: 'short' },
        { kind: 'same', text: ' guide.\n' },
      ],
    },
    { kind: 'same', lines: ['', 'The end.'] },
  ]);
});

test('a paragraph that came or went is whole', () => {
  expect(diffText('One\n', 'One\nTwo\n')).toEqual([
    { kind: 'same', lines: ['One'] },
    { kind: 'changed', parts: [{ kind: 'added', text: 'Two\n' }] },
  ]);
  expect(diffText('One\nTwo\n', 'Two\n')).toEqual([
    { kind: 'changed', parts: [{ kind: 'removed', text: 'One\n' }] },
    { kind: 'same', lines: ['Two'] },
  ]);
});

test('a line break at the end alone is no change', () => {
  expect(diffText('One\nTwo', 'One\nTwo\n')).toEqual([{ kind: 'same', lines: ['One', 'Two'] }]);
});

test.each([
  ['', 'New'],
  ['Old', ''],
  ['Much of it.\n\nAnd more of it.', 'Little of it.\n\n\nAnd less of it.\n'],
])('either text can be read out of the parts: %j, %j', (before, after) => {
  const parts = diffText(before, after).flatMap((hunk): readonly DiffPart[] =>
    hunk.kind === 'same' ? [{ kind: 'same', text: `${hunk.lines.join('\n')}\n` }] : hunk.parts,
  );
  const without = (kind: DiffPart['kind']) =>
    parts
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('')
      .trimEnd();
  expect(without('added')).toBe(before.trimEnd());
  expect(without('removed')).toBe(after.trimEnd());
});

test('a sentence that shares a word or two with another by chance is shown whole, before the other', () => {
  const before = 'Where the work usually slows down';
  const after = 'A paragraph that was written of the work of others, in place of it.';
  expect(diffWords(before, after)).toEqual([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
});

test('a passage that was written anew is not taken apart word by word', () => {
  const words = (word: string) => Array.from({ length: 2_500 }, (_, index) => `${word}${index}`).join(' ');
  expect(diffWords(words('old'), words('new')).map(({ kind }) => kind)).toEqual(['removed', 'added']);
  const lines = (word: string) => words(word).replaceAll(' ', '\n');
  expect(diffText(lines('old'), lines('new'))).toMatchObject([
    { kind: 'changed', parts: [{ kind: 'removed' }, { kind: 'added' }] },
  ]);
});
