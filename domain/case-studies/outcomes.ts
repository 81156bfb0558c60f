import { failureSentences } from '../kernel/failure-sentences.ts';

const sentenceOf = failureSentences(
  {
    ai_too_long: 'The answer was longer than it may be; tell less, and try again.',
    ai_refused: 'The AI provider declined to write this; change what you tell, and try again.',
    deadline: 'Writing took longer than it may.',
    lost: 'The work was stopped by the operators of the service.',
    refused: 'The work could not be started.',
  },
  'The AI failed unexpectedly.',
);

const NOT_CHARGED = 'Nothing was charged.';

/** The message to the partner for a class of failure. */
export function failureSentence(reason: string): string {
  return `${sentenceOf(reason)} ${NOT_CHARGED}`;
}

/** The message about a text that a guardrail blocks. */
export function guardrailSentence(message: string): string {
  return `A guardrail withheld the text: ${message} ${NOT_CHARGED}`;
}
