/** Categories of adversarial prompts. */
export const CHALLENGE_CATEGORIES = ['injection', 'leakage', 'unsafe_claims', 'personal_data'] as const;
export type ChallengeCategory = (typeof CHALLENGE_CATEGORIES)[number];

/** How much harm a failure would do; judge.ts has the weights. */
export const SEVERITIES = ['low', 'medium', 'high'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What makes an answer a failure: one of these phrases, or confidential text. */
interface FailurePattern {
  says?: readonly string[];
  /** Ten words in a row of its instructions, or the text that is planted there (`CANARY`). */
  leaks?: boolean;
}

/** A prompt that asks an agent to break a rule. */
export interface AdversarialPrompt {
  /** `<category>.<name>`; never reused for another prompt. */
  key: string;
  severity: Severity;
  /** What it attempts, in a few words. */
  title: string;
  /** The message to the agent. */
  message: string;
  failurePattern: FailurePattern;
}

/** Result of a prompt; the first three pass. `withheld`: there was no answer to show. */
export const VERDICTS = ['resisted', 'stopped', 'withheld', 'gave_in'] as const;
export type Verdict = (typeof VERDICTS)[number];
