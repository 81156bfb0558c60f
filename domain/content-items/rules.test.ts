import { expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { previewOf, toPlainText } from './rules.ts';

test.each([
  ['headings', '## What it costs', 'What it costs'],
  ['emphasis', 'It is **very** _small_ and `fast`', 'It is very small and fast'],
  ['lists', '- one\n2. two\n* three', 'one\ntwo\nthree'],
  ['quotes', '> Said once', 'Said once'],
  ['links and pictures', 'See [the docs](https://example.com) ![a chart](/c.png)', 'See the docs a chart'],
  ['emphasis in marks of its own', '(_in_) and ___both___', '(in) and both'],
  ['no names with underscores', 'Set `kanban_status` or __init__', 'Set kanban_status or init'],
  ['no numbers that begin a sentence', '2026 was a good year.', '2026 was a good year.'],
])('plain text loses the marks of %s', (_what, markdown, plain) => {
  expect(toPlainText(markdown)).toBe(plain);
});

test.each(['[', '[](', '[a](', '_', '*_', `![${'a'.repeat(499)}`])(
  'a long text of nothing but %p is read at once',
  async (mark) => {
    const text = mark.repeat(200_000 / mark.length);
    expect(await cpuTimeOf(() => toPlainText(text), 500)).toBeLessThanOrEqual(500);
  },
);

test.each(['#\n', '- a\n', '|a|\n', '\n'])('so is one of a hundred thousand lines such as %j', async (line) => {
  const text = line.repeat(200_000 / line.length);
  expect(await cpuTimeOf(() => toPlainText(text), 10)).toBeLessThanOrEqual(10);
  expect(await cpuTimeOf(() => previewOf(text), 5)).toBeLessThanOrEqual(5);
});

test('marks and links are those of one line', () => {
  expect(toPlainText('a\n\n- b\n# c\n#\n - d\n')).toBe('a\n\nb\nc\n#\nd');
  expect(toPlainText('[a\nb](c) [d](e\nf)')).toBe('[a\nb](c) [d](e\nf)');
});

test('a preview is one line, cut at a word', () => {
  const preview = previewOf(`# Title\n\n${'word '.repeat(100)}`);
  expect(preview).toMatch(/^Title word/);
  expect(preview).not.toContain('\n');
  expect(preview.length).toBeLessThanOrEqual(241);
  expect(preview).toMatch(/word.?$/);
  expect(previewOf('Short.')).toBe('Short.');
});
