import { expect, test } from '@jest/globals';
import { failureSentence } from './stop.ts';

test.each(['ai_timeout', 'deadline', 'lost', 'refused', 'ai_declined_by_a_new_provider', 'constructor'])(
  'the failure class %s has a message that says what it costs',
  (reason) => {
    expect(failureSentence(reason, null)).toMatch(/Nothing was charged/);
  },
);

test('a failure class of its own has a more specific message than an unexpected one', () => {
  expect(failureSentence('ai_timeout', null)).not.toBe(failureSentence('unexpected', null));
});

test('a guardrail failure names the rule; without the rule’s message it stays general', () => {
  const sentence = failureSentence('guardrail_blocked', 'The text contains a card number.');
  expect(sentence).toBe('A guardrail stopped the execution: The text contains a card number. Nothing was charged.');
  expect(failureSentence('guardrail_blocked', null)).toBe(failureSentence('unexpected', null));
});

test('a hit of an earlier step does not explain another failure', () => {
  expect(failureSentence('ai_timeout', 'The text contains a card number.')).not.toContain('card');
});
