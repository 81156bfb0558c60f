/** What the partner reads when an execution fails, by the class of the failure. */
const SENTENCES = new Map(
  Object.entries({
    ai_rate_limited: 'The AI provider refused more requests for too long. Nothing was charged; retry later.',
    ai_unavailable: 'The AI provider could not be reached for too long. Nothing was charged; retry later.',
    ai_timeout: 'The AI provider did not answer in time. Nothing was charged; retry later.',
    ai_cut_off: 'The AI provider broke its answers off. Nothing was charged; retry later.',
    ai_too_long: 'The answer was longer than it may be. Nothing was charged; ask for less and execute again.',
    ai_quota:
      "The service's account with its AI provider has nothing left; its operators have to see to it. Nothing was charged.",
    ai_refused: 'The AI provider declined to write this. Nothing was charged; change the settings and execute again.',
    ai_misconfigured: 'The AI provider rejected the request because of how the service is set up. Nothing was charged.',
    unusable_answer: 'The AI gave no usable answer, several times. Nothing was charged; retry, or change the settings.',
    deadline: 'The execution took longer than it may. Nothing was charged; retry later.',
    lost: 'The execution was stopped by the operators of the service. Nothing was charged; retry when you like.',
    refused: 'The execution could not be started. Nothing was charged.',
  }),
);

const UNEXPECTED = 'The execution failed unexpectedly. Nothing was charged; retry later.';

/** A sentence about a failure; `guardrail` is the message of the rule that stopped a step. */
export function failureSentence(reason: string, guardrail: string | null): string {
  if (reason === 'guardrail_blocked' && guardrail)
    return `A guardrail stopped the execution: ${guardrail} Nothing was charged.`;
  return SENTENCES.get(reason) ?? UNEXPECTED;
}

/** The same of a step that the execution went on without. */
export function stepFailureSentence(reason: string, guardrail: string | null): string {
  return failureSentence(reason, guardrail)
    .replace('stopped the execution', 'stopped this step')
    .replace('The execution', 'The step')
    .replace(/ Nothing was charged.*$/, ' Nothing was charged for it.');
}
