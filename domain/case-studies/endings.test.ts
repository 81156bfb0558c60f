import { expect, test } from '@jest/globals';
import { failureSentence } from './endings.ts';

test.each(['ai_too_long', 'ai_timeout', 'ai_refused', 'deadline'])(
  'a failure by %s says more than an unexpected one',
  (reason) => {
    expect(failureSentence(reason)).toMatch(/Nothing was charged/);
    expect(failureSentence(reason)).not.toBe(failureSentence('unexpected'));
  },
);
