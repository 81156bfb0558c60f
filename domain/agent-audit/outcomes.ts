import { failureSentences } from '../kernel/failure-sentences.ts';

const sentenceOf = failureSentences(
  {
    ai_refused: 'The AI provider declined to write this; change the settings and try again.',
    ai_too_long: 'The answer was longer than it may be; ask for less and try again.',
    deadline: 'The work took longer than it may.',
    lost: 'The work was stopped by the operators of the service.',
    refused: 'The work could not be started.',
  },
  'The work failed unexpectedly.',
);

/** The message to the partner for a class of failure. */
export function failureSentence(reason: string): string {
  return `${sentenceOf(reason)} Nothing was charged.`;
}
