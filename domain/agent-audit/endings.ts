/** What the partner reads when the engine could not do the work to its end, by the class of the failure. */
const SENTENCES = new Map(
  Object.entries({
    ai_rate_limited: 'The AI provider refused more requests for too long.',
    ai_unavailable: 'The AI provider could not be reached for too long.',
    ai_timeout: 'The AI provider did not answer in time.',
    ai_cut_off: 'The AI provider broke its answers off.',
    ai_quota: "The service's account with its AI provider has nothing left; its operators have to see to it.",
    ai_refused: 'The AI provider declined to write this; change the settings and try again.',
    ai_too_long: 'The answer was longer than it may be; ask for less and try again.',
    ai_misconfigured: 'The AI provider rejected the request because of how the service is set up.',
    unusable_answer: 'The AI gave no usable answer, several times.',
    deadline: 'The work took longer than it may.',
    lost: 'The work was stopped by the operators of the service.',
    refused: 'The work could not be started.',
  }),
);

/** A sentence about a failure by its class. */
export function failureSentence(reason: string): string {
  return `${SENTENCES.get(reason) ?? 'The work failed unexpectedly.'} Nothing was charged.`;
}
