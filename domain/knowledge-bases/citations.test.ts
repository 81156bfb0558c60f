import { expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { type ClaimedStatement, verifyStatement } from './citations.ts';

/** No other work is done meanwhile. */
const MAX_MS = 20;
const PASSAGE = {
  id: 'P1',
  knowledge_base_id: 2,
  document_id: 3,
  passage_id: 4,
  document: 'Prices',
  section: 'Shipping',
  text: 'Shipping costs  4.90 euros.\nFrom 50 euros on it is *free* (in the EU).',
  language: 'en',
};
const EVIDENCE = { passages: [PASSAGE], question: 'What does shipping cost for 3 parcels?', language: 'en' };

const proved = (claimed: Partial<ClaimedStatement>) =>
  verifyStatement(
    { text: 'Shipping costs 4.90 euros.', passage: 'P1', quote: 'Shipping costs 4.90 euros.', ...claimed },
    EVIDENCE,
  );

test.each([
  ['spaces aside, as the passage has it', 'Shipping costs 4.90 euros.', 'Shipping costs  4.90 euros.'],
  ['over the end of a line', '4.90 euros. From 50 euros', '4.90 euros.\nFrom 50 euros'],
  ['with characters that mean something to expressions', '*free* (in the EU).', '*free* (in the EU).'],
])('a quote is found %s', (_how, given, quote) => {
  expect(proved({ quote: given })).toEqual({ text: 'Shipping costs 4.90 euros.', passage: PASSAGE, quote });
});

test.each<[string, Partial<ClaimedStatement>, RegExp]>([
  ['of another passage', { passage: 'P2' }, /names no passage/],
  ['with another figure', { quote: 'Shipping costs 5.90 euros.' }, /word for word/],
  ['in another spelling', { quote: 'shipping costs 4.90 Euros' }, /word for word/],
  ['with words left out', { quote: 'Shipping costs euros.' }, /word for word/],
  ['without emphasis that the passage has', { quote: 'euros on it is free (in' }, /word for word/],
  ['of a word', { quote: 'euros' }, /word for word/],
  ['of nothing', { quote: ' ' }, /word for word/],
])('a quote %s is none', (_how, claimed, problem) => {
  expect(proved(claimed)).toEqual({ problem: expect.stringMatching(problem) });
});

test('numbers come from the passage or the question', () => {
  expect(proved({ text: 'Shipping 3 parcels costs 4.90 euros, and is free from 50 on.' })).toHaveProperty('text');
  expect(proved({ text: 'Shipping costs 14.70 euros.' })).toEqual({ problem: 'it has figures that P1 does not have' });
});

test('a statement is about the topic of its passage, as far as the languages allow to check', () => {
  const text = 'Elephants remember everything.';
  expect(proved({ text })).toEqual({ problem: 'it says something else than P1' });
  const german = { ...EVIDENCE, language: 'de' };
  const claimed = { text: 'Der Versand kostet 4.90 Euro.', passage: 'P1', quote: 'Shipping costs 4.90 euros.' };
  expect(verifyStatement(claimed, german)).toHaveProperty('text');
});

test('quotes of a passage that repeats their beginning are looked for in a moment', async () => {
  const passage = { ...PASSAGE, text: 'a '.repeat(2_000) };
  const claimed = { text: 'It is a.', passage: 'P1', quote: `${'a '.repeat(290)}b` };
  const verify = () => {
    for (let statement = 0; statement < 30; statement += 1)
      verifyStatement(claimed, { ...EVIDENCE, passages: [passage] });
  };
  expect(await cpuTimeOf(verify, MAX_MS)).toBeLessThanOrEqual(MAX_MS);
});
