import { describe, expect, test } from '@jest/globals';
import { cutPassages } from './cut-passages.ts';

const tableOf = (rows: readonly string[]) => [{ title: 'Prices', text: rows.join('\n\n'), isTable: true }];
const textsOf = async (rows: readonly string[]) => (await cutPassages(tableOf(rows))).map(({ text }) => text);
const priceOf = (index: number) => `Product: Desk ${index} | Price: ${index} EUR`;

test('a table that fits is one passage; of a longer one each row is', async () => {
  const short = Array.from({ length: 20 }, (_, index) => priceOf(index));
  expect(await textsOf(short)).toEqual([short.join('\n')]);
  const long = Array.from({ length: 300 }, (_, index) => priceOf(index));
  expect(await textsOf(long)).toEqual(long);
});

test('rows of a very long table share passages, but are whole', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => priceOf(index));
  const passages = await textsOf(rows);
  expect(passages.join('\n').split('\n')).toHaveLength(20_000);
  expect(passages[10]).toBe(priceOf(10));
  expect(passages.length).toBeLessThan(6_000);
  expect(passages.every(({ length }) => length <= 1_200)).toBe(true);
});

test('a row that is longer than a passage is divided between its cells, each part with the first', async () => {
  const cells = Array.from({ length: 40 }, (_, index) => `Property ${index}: ${'x'.repeat(80)}`);
  const passages = await textsOf([`Product: Desk | ${cells.join(' | ')}`, priceOf(1)]);
  expect(passages.length).toBeGreaterThan(3);
  expect(
    passages.slice(0, -1).every((text) => text.startsWith('Product: Desk | Property') && text.length <= 1_200),
  ).toBe(true);
  expect(passages.slice(0, -1).flatMap((text) => text.split(' | ').slice(1))).toEqual(cells);
});

test('a cell that is longer than a passage is divided between its words', async () => {
  const passages = await textsOf([`Product: Desk | Text: ${'word '.repeat(1_000)}`]);
  expect(passages.every((text) => text.startsWith('Product: Desk | ') && text.length <= 1_200)).toBe(true);
  expect(passages.join(' ').match(/word/g)).toHaveLength(1_000);
});

describe('a page that is longer than a passage', () => {
  const cut = async (text: string) => (await cutPassages([{ title: 'Page 1', text }])).map((passage) => passage.text);

  test('is divided between its sentences, not at the ends of its lines', async () => {
    const sentence = (index: number) =>
      `The deposit of order ${index} is paid back\nwithin ninety days after the costume is returned.`;
    const passages = await cut(Array.from({ length: 30 }, (_, index) => sentence(index)).join('\n'));
    expect(passages.length).toBeGreaterThan(2);
    for (const passage of passages) expect(passage).toMatch(/^The deposit[\s\S]*returned\.$/);
    expect(passages.every(({ length }) => length <= 1_200)).toBe(true);
  });

  test('is divided between its lines where it has no sentences', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `Item ${index} of the list of costumes and hats`);
    const passages = await cut(lines.join('\n'));
    expect(passages.length).toBeGreaterThan(1);
    expect(passages.join('\n').split('\n')).toEqual(lines);
  });
});
