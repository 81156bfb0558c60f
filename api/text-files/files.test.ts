import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { blocksOf } from './blocks.ts';
import { toDocx } from './docx.ts';
import { toHtml } from './html.ts';

const wordOf = (body: string) => toDocx({ title: 'Plan', body, images: [] });
const pageOf = (body: string) => new TextDecoder().decode(toHtml({ title: 'Plan', body, images: [] }));
const TEXT =
  'R&amp;D &#8364; &#x20ac; &nosuch; &#1; `&amp;` [link &lt;](https://example.com/?a=1&amp;b=2) [run](javascript&colon;x)';
const READ = 'R&D € € &nosuch;   &amp; link < run';

describe('references to characters are the characters', () => {
  test('of a page', () => {
    const $ = load(pageOf(`${TEXT} ![a &amp; b](https://example.com/i?a&amp;b)`));
    // The control character that XML has not is a reference in the page, and a browser shows nothing for it.
    expect($('p').text().replace('\u0001', ' ').trim()).toBe(READ);
    expect($('a').attr('href')).toBe('https://example.com/?a=1&b=2');
    expect($('a')).toHaveLength(1);
    expect([$('img').attr('src'), $('img').attr('alt')]).toEqual(['https://example.com/i?a&b', 'a & b']);
  });

  test('of a Word document', async () => {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(await wordOf(TEXT)) });
    const $ = load(value);
    expect($('p').text()).toBe(READ);
    expect($('a').attr('href')).toBe('https://example.com/?a=1&b=2');
    expect($('a')).toHaveLength(1);
  });

  test('of a PDF file', () => {
    expect(blocksOf(TEXT)).toMatchObject([{ text: READ.replace('<', '< (https://example.com/?a=1&b=2)') }]);
  });
});

test('a page has no characters that HTML forbids, and no attributes that it has done away with', () => {
  const page = new TextDecoder().decode(
    toHtml({ title: 'A\u0001B', body: 'C\u0007D\uFFFE\n\n| a | b |\n|---|--:|\n| 1 | 2 |', images: [] }),
  );
  expect(page).toContain('<title>A B</title>');
  expect(page).toContain('<p>C D </p>');
  const $ = load(page);
  expect($('[align]')).toHaveLength(0);
  expect(
    $('td')
      .toArray()
      .map((cell) => [$(cell).text(), $(cell).attr('style')]),
  ).toEqual([
    ['1', undefined],
    ['2', 'text-align:right'],
  ]);
});

/** What the lists of a Word document begin with, in their order. */
async function startsOf(body: string): Promise<number[]> {
  const parts = unzipSync(new Uint8Array(await wordOf(body)));
  const read = (name: string) => load(strFromU8(parts[name] ?? new Uint8Array()), { xml: true });
  const numbering = read('word/numbering.xml');
  const document = read('word/document.xml');
  const lists = new Map<string, number>();
  for (const properties of document('w\\:numPr').toArray()) {
    const of = (name: string) => document(properties).find(`w\\:${name}`).attr('w:val') ?? '';
    const number = numbering(`w\\:num[w\\:numId="${of('numId')}"]`);
    const level = numbering(
      `w\\:abstractNum[w\\:abstractNumId="${number.find('w\\:abstractNumId').attr('w:val')}"] > w\\:lvl[w\\:ilvl="${of('ilvl')}"]`,
    );
    const overridden = number.find(`w\\:lvlOverride[w\\:ilvl="${of('ilvl')}"] > w\\:startOverride`).attr('w:val');
    const start = Number(overridden ?? level.find('w\\:start').attr('w:val'));
    if (level.find('w\\:numFmt').attr('w:val') === 'decimal' && !lists.has(of('numId'))) lists.set(of('numId'), start);
  }
  return [...lists.values()];
}

describe('ordered lists of a Word document', () => {
  test('begin with the numbers that they are given, also within others', async () => {
    expect(
      await startsOf('1. One\n\nBetween.\n\n2. Two\n3. Three\n\n   7. Inner\n\n- Point\n\nEnd.\n\n0. Nought'),
    ).toEqual([1, 2, 7, 0]);
  });

  test('have a hundred numbers to begin with', async () => {
    const body = Array.from({ length: 150 }, (_, index) => `${index + 1}. Item\n\nBetween.\n`).join('\n');
    expect(await startsOf(body)).toEqual(Array.from({ length: 150 }, (_, index) => (index < 100 ? index + 1 : 1)));
  });
});
