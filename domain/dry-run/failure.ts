import { failureSentences } from '../kernel/failure-sentences.ts';

const sentenceOf = failureSentences(
  {
    ai_rate_limited: 'The AI provider took no more requests for too long.',
    ai_quota: 'The account with the AI provider is used up; tell the operators of the service.',
    ai_refused: 'The AI provider declined to reply; say it in another way.',
    ai_too_long: 'The reply did not fit into an answer of the AI provider; ask for less.',
    ai_misconfigured: 'The AI provider rejected the request because of the model or how the service is set up.',
    unusable_answer: 'The AI gave no usable reply, several times.',
    deadline: 'The reply took longer than it may.',
    lost: 'The session was stopped by the operators of the service.',
    refused: 'The session could not be served.',
  },
  'The AI failed unexpectedly.',
);

/** Message for the partner when a message got no reply, by failure class. */
export function failureSentence(reason: string): string {
  return `${sentenceOf(reason)} Nothing was charged for it.`;
}

/** Text in place of a reply that a guardrail withholds. */
export function withheldReplyMessage(message: string): string {
  return `A guardrail withheld the reply: ${message} Nothing was charged for it.`;
}
