import { describe, expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { readGuides } from './guides.ts';
import { excerptOf, findSections, sectionsOf, wordsOf } from './search.ts';

const GUIDE = {
  name: 'fruit',
  audience: 'partners',
  title: 'Fruit',
  markdown: [
    '# Fruit',
    'An **apple** a day, see [the doctor](doctor.md#pear) and `npm`.',
    '<!-- not run: plum -->',
    '## Pears & apples',
    '| Sort | Taste |',
    '| ---- | :---: |',
    '| Conference | sweet |',
    '```sh',
    '# an apple in a comment is no heading',
    '```',
  ].join('\n'),
} as const;
const sections = sectionsOf(GUIDE);
const headingsFor = (query: string) => findSections(sections, wordsOf(query)).map(({ heading }) => heading);

describe('the sections of a guide', () => {
  test('begin at its headings, not at comments of its commands', () => {
    expect(sections.map(({ heading, path }) => [heading, path])).toEqual([
      ['Fruit', '/docs/guides/fruit#fruit'],
      ['Pears & apples', '/docs/guides/fruit#pears--apples'],
    ]);
  });

  test('have the text that readers see', () => {
    expect(sections.map(({ text }) => text)).toEqual([
      'An apple a day, see the doctor and npm.',
      'Sort Taste Conference sweet # an apple in a comment is no heading',
    ]);
  });
});

describe('a search', () => {
  test('finds sections that have every word, in whatever case, those with it in the heading first', () => {
    expect(headingsFor('APPLE')).toEqual(['Pears & apples', 'Fruit']);
    expect(headingsFor('apple doctor')).toEqual(['Fruit']);
    expect(headingsFor('apple banana')).toEqual([]);
  });

  test('finds words of the guide’s title in each of its sections', () => {
    expect(headingsFor('fruit sweet')).toEqual(['Pears & apples']);
  });

  test('finds nothing in targets of links and in comments', () => {
    expect(headingsFor('doctor.md')).toEqual([]);
    expect(headingsFor('plum')).toEqual([]);
  });

  test.each(['', ' ', '\t\n'])('of %j has no words and finds nothing', (query) => {
    expect(wordsOf(query)).toEqual([]);
    expect(findSections(sections, [])).toEqual([]);
  });

  test('takes signs as they are', () => {
    expect(headingsFor('.*')).toEqual([]);
    expect(headingsFor('&')).toEqual(['Pears & apples']);
  });

  test('over all guides holds the process for less than 20 ms, whatever is searched for', async () => {
    const all = readGuides().flatMap(sectionsOf);
    const letters = 'etaoinsrhldcumfpgwybvkxjqz0123456789-_.,:;/';
    const queries = [
      [...letters].join(' ').slice(0, 100),
      'th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me',
      'a',
      'webhook signature',
      'x'.repeat(100),
    ];
    for (const query of queries) {
      const words = wordsOf(query);
      const search = () =>
        findSections(all, words)
          .slice(0, 10)
          .map((section) => excerptOf(section, words));
      expect([query, (await cpuTimeOf(search, 20)) < 20]).toEqual([query, true]);
    }
  });
});

describe('an excerpt', () => {
  const long = sectionsOf({
    ...GUIDE,
    markdown: `# Long\n${'before '.repeat(100)}the Apple and the apple tree ${'after '.repeat(100)}`,
  })[0];
  if (!long) throw new Error('The guide has a section.');

  test('begins shortly before the first word, and tells which parts are words', () => {
    const parts = excerptOf(long, ['apple']);
    const text = parts.map((part) => part.text).join('');
    expect(text).toMatch(/^… before (?:before )+the Apple and the apple tree (?:after )+\w* …$/);
    expect(text.length).toBeLessThan(260);
    expect(parts.filter(({ found }) => found).map((part) => part.text)).toEqual(['Apple', 'apple']);
  });

  test('takes the longest of several words at the same place', () => {
    const found = excerptOf(long, ['app', 'apple']).filter((part) => part.found);
    expect(found.map((part) => part.text)).toEqual(['Apple', 'apple']);
  });

  test('is the beginning where only the heading has the word', () => {
    expect(excerptOf(long, ['long'])[0]?.text).toMatch(/^before before/);
  });
});
