import { expect, test } from '@jest/globals';
import { failureSentence } from './inspect.ts';

test.each(['ai_timeout', 'ai_too_long', 'ai_refused', 'unusable_answer', 'deadline', 'lost', 'refused'])(
  'a failure by %s says more than an unexpected one',
  (reason) => {
    expect(failureSentence(reason)).not.toBe(failureSentence('unexpected'));
    expect(failureSentence(reason)).toMatch(/Nothing was charged/);
  },
);
