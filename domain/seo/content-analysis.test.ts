import { describe, expect, test } from '@jest/globals';
import { cpuTimeOf } from '../../test/environment/cpu-time.ts';
import { fillers, goodListing, longDescription } from '../../test/environment/listings.ts';
import { analyseContent, keyphrases } from './content-analysis.ts';

const textOnly = (text: string) =>
  goodListing({ shortDescription: '', highlights: [], longDescription: longDescription(text) });

describe('readability', () => {
  test('is the Flesch reading ease of the text', () => {
    // 6 words, 1 sentence, 6 syllables: 206.835 - 1.015 * 6 - 84.6 * 1
    expect(analyseContent(textOnly('The cat sat on the mat.'))).toMatchObject({
      readability: {
        flesch_reading_ease: 116.1,
        reading_level: 'very easy',
        words_per_sentence: 6,
        syllables_per_word: 1,
      },
      words: 6,
      sentences: 1,
      truncated: false,
    });
  });

  test('distinguishes hard text from easy text', () => {
    const hard =
      'Heterogeneous organisational infrastructures necessitate comprehensive administrative interoperability.';
    expect(analyseContent(textOnly(hard)).readability?.reading_level).toBe('very difficult');
  });

  test('is not given where there is no text', () => {
    expect(analyseContent(textOnly(' \n'))).toMatchObject({
      readability: null,
      keyphrases: [],
      words: 0,
      sentences: 0,
    });
  });

  test('is not given for other scripts, and the note says so', () => {
    const analysis = analyseContent(textOnly('負荷分散装置は通信を多くの対象に分散します。'));
    expect(analysis).toMatchObject({
      readability: null,
      keyphrases: null,
      note: expect.stringContaining('another script'),
    });
  });
});

describe('keyphrases', () => {
  test('are phrases that recur, longer ones before their parts', () => {
    const text =
      'The load balancer checks targets. A load balancer is quick. Load balancers scale. Targets recover. Quick wins.';
    expect(keyphrases(text)).toEqual([
      { phrase: 'load balancer', occurrences: 3, relevance: 1 },
      { phrase: 'targets', occurrences: 2, relevance: 0.42 },
      { phrase: 'quick', occurrences: 2, relevance: 0.42 },
    ]);
  });

  test('do not reach over punctuation, stop words and numbers', () => {
    expect(
      keyphrases('Red, green. Red, green. Blue and white. Blue and white. Top 10 tips. Top 10 tips.').map(
        (k) => k.phrase,
      ),
    ).toEqual(['red', 'green', 'blue', 'white', 'top', 'tips']);
  });

  test('are ten at most', () => {
    expect(analyseContent(goodListing({ longDescription: longDescription(fillers(60)) })).keyphrases).toHaveLength(10);
  });
});

test('the same text has the same analysis', () => {
  expect(analyseContent(goodListing())).toEqual(analyseContent(goodListing()));
});

test.each(['a', 'a ', 'ab ', '🚀', '\n', 'e\u0301', 'ﷺ', 'a.', '\ud800', "o'"])(
  '%j without end is cut and analysed',
  async (unit) => {
    const endless = unit.repeat(100_000);
    const listing = goodListing({
      shortDescription: endless,
      highlights: [endless, endless],
      longDescription: longDescription(endless),
    });
    expect(await cpuTimeOf(() => analyseContent(listing), 2_000)).toBeLessThan(2_000);
    expect(JSON.stringify(analyseContent(listing)).length).toBeLessThan(3_000);
  },
);
