import { describe, expect, test } from '@jest/globals';
import { judge, LANGUAGES, PARTS, precisionOf, recallOf, type Sentence, sentencesOf, tally } from './corpus.ts';

/** Share of what is found that has to be right, and of what is to be found that has to be found. */
const PRECISION = 0.97;
const RECALL = 0.9;

describe.each(PARTS)('the %s sentences', (part) => {
  test('are found with the precision and recall that are promised', async () => {
    const verdicts = await judge(part);
    const total = tally(verdicts);
    // Sentences that failed are shown for the part only that rules are written on.
    const failed = verdicts.filter(({ outcome }) => outcome !== 'right').map(({ rule, text }) => `${rule}: ${text}`);
    const about = part === 'development' ? failed.join('\n') : `${failed.length} failed`;
    expect([precisionOf(total) >= PRECISION, recallOf(total) >= RECALL, about]).toEqual([true, true, about]);
  });
});

describe('the sentences', () => {
  const all = (part: (typeof PARTS)[number]) => LANGUAGES.flatMap((language) => sentencesOf(part, language));
  const isHarmless = ({ finds }: Sentence) => finds.length === 0;

  test('are many, half of them harmless, a quarter held out, and none twice', () => {
    const [development, heldOut] = [all('development'), all('held-out')];
    const sentences = [...development, ...heldOut];
    expect(sentences.length).toBeGreaterThanOrEqual(600);
    expect(heldOut.length / sentences.length).toBeGreaterThanOrEqual(0.25);
    const harmless = sentences.filter(isHarmless).length / sentences.length;
    expect(harmless).toBeGreaterThan(0.45);
    expect(harmless).toBeLessThan(0.55);
    expect(new Set(sentences.map(({ text }) => text)).size).toBe(sentences.length);
  });

  test.each(LANGUAGES)('in %s are of eight kinds of text', (language) => {
    for (const part of PARTS) {
      const kinds = new Set(sentencesOf(part, language).map(({ kind }) => kind));
      expect(kinds.size).toBe(8);
    }
  });
});
