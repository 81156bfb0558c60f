/** What follows from a hit: the item goes to review, or the step fails. */
export const GUARDRAIL_ACTIONS = ['review', 'block'] as const;
type GuardrailAction = (typeof GUARDRAIL_ACTIONS)[number];

/** A rule that matched. `message` is a sentence for the partner and never repeats what was found. */
export interface GuardrailHit {
  rule: string;
  action: GuardrailAction;
  message: string;
}

/** What the rules examine. */
export interface GuardrailSubject {
  /** Markdown or plain text. */
  text: string;
  /** Bounds in words; none for notes and findings. */
  words?: { min: number; max: number };
  /** Phrases the brand does not want to read. */
  donts: readonly string[];
  /** Phrases that the agent may not use; none when absent. */
  banned?: readonly string[];
}
