/** What follows from a hit: the item goes to review, or the step fails. */
export type GuardrailAction = 'review' | 'block';

/** A rule that matched. `message` is a sentence for the partner and never repeats what was found. */
export interface GuardrailHit {
  rule: string;
  action: GuardrailAction;
  message: string;
}

/** What the rules look at. */
export interface GuardrailSubject {
  /** Markdown or plain text. */
  text: string;
  /** Bounds in words; none for notes and findings. */
  words?: { min: number; max: number };
  /** Phrases the brand does not want to read. */
  donts: readonly string[];
}
