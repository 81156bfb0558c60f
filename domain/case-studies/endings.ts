/** What the partner reads when a case study could not be written, by the class of the failure. */
const SENTENCES = new Map(
  Object.entries({
    ai_rate_limited: 'The AI provider refused more requests for too long.',
    ai_unavailable: 'The AI provider could not be reached for too long.',
    ai_timeout: 'The AI provider did not answer in time.',
    ai_cut_off: 'The AI provider broke its answers off.',
    ai_refused: 'The AI provider declined to write this; change what you tell, and try again.',
    ai_misconfigured: 'The AI provider rejected the request because of how the service is set up.',
    unusable_answer: 'The AI gave no usable answer, several times.',
    deadline: 'Writing took longer than it may.',
    lost: 'The work was stopped by the operators of the service.',
    refused: 'The work could not be started.',
  }),
);

const NOT_CHARGED = 'Nothing was charged.';

/** A sentence about a failure by its class. */
export function failureSentence(reason: string): string {
  return `${SENTENCES.get(reason) ?? 'The AI failed unexpectedly.'} ${NOT_CHARGED}`;
}

/** A sentence about a text that a guardrail forbids. */
export function guardrailSentence(message: string): string {
  return `A guardrail withheld the text: ${message} ${NOT_CHARGED}`;
}
