import { describe, expect, test } from '@jest/globals';
import { checkGuardrails } from './rules.ts';

const allowing = (...terms: string[]) => ({ partnerId: 1, terms });
const rulesOf = async (text: string, allowed: string[]) =>
  (await checkGuardrails({ text, donts: [], allowed: allowing(...allowed) })).map(({ rule }) => rule);

describe('allowed terms let pass', () => {
  test.each([
    ['Guaranteed results for all', 'guaranteed results'],
    ['Guaranteed results for all', 'Guaranteed'],
    ['**100 % sicher**, auch im Urlaub', '100 % sicher'],
    ['Our Number One Analytics platform is here', 'Number One Analytics platform'],
    ['Write to jane.doe@acme.com', 'jane.doe@acme.com'],
    ['Write to Jane.Doe@ACME.com', '@acme.com'],
    ['Call +49 30 1234567', '0049301234567'],
    ['Call +49 171 1234567', '+49 171 123 4567'],
    ['Call Jane: phone +49 (30) 123-4567', '+49 (30) 123-4567'],
    ['Reach Jane at +1 (212) 555-0134', '+1 (212) 555-0134'],
    ['Pay to DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['これは世界一の製品です', '世界一'],
  ])('%j by %j', async (text, term) => {
    expect(await rulesOf(text, [])).toHaveLength(1);
    expect(await rulesOf(text, [term])).toEqual([]);
  });
});

describe('allowed terms do not let pass', () => {
  test.each([
    ['other words', 'Guaranteed results for all', 'risk-free'],
    ['parts of words', 'Unbeatable and risk-free', 'risk'.slice(0, 3)],
    ['an address of another domain', 'jane@notacme.com', '@acme.com'],
    ['another address of the domain', 'jane@acme.com', 'joe@acme.com'],
    ['another number', 'Call +49 171 1234567', '+49 171 1234568'],
    ['a term that stands elsewhere', 'We are number one worldwide. Number One Analytics', 'Number One Analytics'],
    ['an empty term', 'Guaranteed results', '**'],
  ])('%s', async (_what, text, term) => {
    expect(await rulesOf(text, [term])).toEqual(await rulesOf(text, []));
    expect(await rulesOf(text, [])).not.toEqual([]);
  });

  test('secrets, cards and numbers of persons, whatever the terms are', async () => {
    const key = ['s', 'k_live_abcdefghijklmnop1'].join('');
    for (const secret of [key, '4111 1111 1111 1111', '123-45-6789'])
      expect(await rulesOf(`It is ${secret}.`, [secret, `It is ${secret}.`])).toHaveLength(1);
  });

  test('a secret that only its label shows', async () => {
    for (const text of ['password: Hunter2!x', 'The API key is x9K2mQ7pL4vN8rT1wZ5c']) {
      const secret = text.split(' ').at(-1) ?? '';
      expect(await rulesOf(secret, [])).toEqual([]);
      expect(await rulesOf(text, [secret, text])).toHaveLength(1);
    }
  });

  test('what the brand voice rules out', async () => {
    const hits = await checkGuardrails({ text: 'A cheap deal', donts: ['cheap'], allowed: allowing('cheap') });
    expect(hits.map(({ rule }) => rule)).toEqual(['brand_voice.dont']);
  });
});

describe('passages that a text cites', () => {
  const PASSAGE = 'Flights are booked by Jane Doe, jane.doe@acme.com, +49 171 1234567.';
  const rulesWith = async (text: string, cited: string[]) =>
    (await checkGuardrails({ text, donts: [], allowed: allowing(), cited })).map(({ rule }) => rule);

  test('let pass the personal data that they have, however the text puts it', async () => {
    const text = 'Write to jane.doe@acme.com or call +49 171 1234567.';
    expect(await rulesWith(text, [PASSAGE])).toEqual([]);
    expect(await rulesWith(text, ['Write to Jane.'])).toEqual(['pii.email', 'pii.phone']);
    expect(await rulesWith('Write to joe@acme.com', [PASSAGE])).toEqual(['pii.email']);
    expect(await rulesWith('Write to ane.doe@acme.com', [PASSAGE])).toEqual(['pii.email']);
  });

  test('let pass neither secrets, cards and numbers of persons nor claims', async () => {
    const key = ['s', 'k_live_abcdefghijklmnop1'].join('');
    for (const text of [`It is ${key}.`, 'It is 4111 1111 1111 1111.', 'It is 123-45-6789.', 'Guaranteed results'])
      expect(await rulesWith(text, [text])).toEqual(await rulesWith(text, []));
  });
});
