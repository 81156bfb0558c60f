import { expect, test } from '@jest/globals';
import { failureSentences, sentenceAfterOneTry } from './failure-sentences.ts';

test('who asked once does not read that it lasted', () => {
  const lasting = failureSentences({}, 'Unexpected.');
  for (const reason of ['ai_rate_limited', 'ai_unavailable', 'ai_overloaded']) {
    expect(lasting(reason)).toContain('for too long');
    expect(sentenceAfterOneTry(reason)).toMatch(
      /^The AI provider (?!.*too long).* Nothing was charged; try again later\.$/,
    );
  }
  expect(sentenceAfterOneTry('ai_refused')).toBeUndefined();
  expect(sentenceAfterOneTry('constructor')).toBeUndefined();
});
