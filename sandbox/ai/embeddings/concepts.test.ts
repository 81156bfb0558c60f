import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { conceptsOf, partsOf, phrasesOf } from './concepts.ts';

const concepts = (word: string) => [...conceptsOf(word).keys()];

test('words of three languages share a concept, inflected, too', () => {
  for (const word of ['complaints', 'beschwerden', 'reclamaciones']) expect(concepts(word)).toContain('complain');
});

test('a compound means what its parts mean, and no word that happens to be inside', () => {
  expect(partsOf('urlaubsantrag').map(({ text }) => text)).toEqual(['urlaubs', 'antrag']);
  expect(concepts('sportgeschaft')).toContain('sport');
  expect(concepts('transporte')).not.toContain('sport');
});

test('a German word for who does something is no compound of its end', () => {
  expect(partsOf('auszubildende')).toEqual([]);
  expect(concepts('auszubildende')).toContain('apprentice');
  expect(concepts('wochenende')).toContain('weekend');
});

test('a word that the table does not have is a part without concepts', () => {
  expect(partsOf('geschaftsfuhrer').map(({ concepts: of }) => of.length > 0)).toEqual([true, false]);
});

test('a word of thousands of letters, whose parts may end in several places, is not tried in each combination', () => {
  expect(partsOf(`${'kostenpreis'.repeat(200)}qqqq`)).toEqual([]);
  expect(partsOf('kostenpreis'.repeat(4)).length).toBeGreaterThanOrEqual(4);
});

test('a short word of the table is not found at the beginning of another one', () => {
  expect(concepts('kran')).toContain('forklift');
  expect(concepts('krank')).not.toContain('forklift');
});

test('a plural that changes the last letter, and a preposition that begins a word, are read as such', () => {
  expect(concepts('companies')).toEqual(concepts('company'));
  expect(concepts('uberstunden')).not.toContain('taxi');
});

test('several words together may have a concept', () => {
  expect([...phrasesOf(['about', 'lost', 'property'])].map(({ concept }) => concept)).toContain('lost-and-found');
  expect([...phrasesOf(['of', 'lost', 'the', 'property'])].map(({ text }) => text)).toContain('lost property');
  expect([...phrasesOf(['lost', 'not', 'property'])]).toEqual([]);
});

test('each concept of the table has words of three languages, and stands there once', () => {
  const [, ...lines] = readFileSync(new URL('./concepts.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  // What is marked as a whole word is none of several.
  const WORD = '(?:[a-z0-9]+=?|[a-z0-9]+(?:-[a-z0-9]+)+)';
  const WORDS = `${WORD}(?: ${WORD})*`;
  const LINE = new RegExp(`^[a-z0-9-]+\\t(?:common)?\\t${WORDS}\\t${WORDS}\\t${WORDS}$`);
  expect(lines.filter((line) => !LINE.test(line))).toEqual([]);
  expect(new Set(lines.map((line) => line.split('\t', 1)[0])).size).toBe(lines.length);
});
