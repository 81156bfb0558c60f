/** What partners read when the AI provider failed, by the class of the failure (worker/failures.ts). */
const AI_SENTENCES = {
  ai_rate_limited: 'The AI provider refused more requests for too long.',
  ai_unavailable: 'The AI provider could not be reached for too long.',
  ai_overloaded: 'The AI provider had no capacity for too long.',
  ai_timeout: 'The AI provider did not answer in time.',
  ai_cut_off: 'The AI provider broke its answers off.',
  ai_context_too_long: 'The inputs are longer than the AI model can read.',
  ai_quota: "The service's account with its AI provider has nothing left; its operators have to see to it.",
  ai_misconfigured: 'The AI provider rejected the request because of how the service is set up.',
  unusable_answer: 'The AI gave no usable answer, several times.',
};

/** The same after one try, within a request: nobody has waited, and nobody tries again. */
const AFTER_ONE_TRY = new Map(
  Object.entries({
    ai_rate_limited: 'The AI provider takes no more requests just now.',
    ai_unavailable: 'The AI provider could not be reached, or failed.',
    ai_overloaded: 'The AI provider has no capacity just now.',
    ai_cut_off: 'The AI provider broke its answer off.',
  }),
);

/** The message about a provider that was asked once; undefined for classes about which it says nothing else than later. */
export function sentenceAfterOneTry(reason: string): string | undefined {
  const sentence = AFTER_ONE_TRY.get(reason);
  return sentence && `${sentence} Nothing was charged; try again later.`;
}

/** Returns messages by failure class: the area's own, those about the AI, and a default for unexpected failures. */
export function failureSentences(
  own: Readonly<Record<string, string>>,
  unexpected: string,
): (reason: string) => string {
  const sentences = new Map(Object.entries({ ...AI_SENTENCES, ...own }));
  return (reason) => sentences.get(reason) ?? unexpected;
}
