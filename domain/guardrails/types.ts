/** Consequence of a hit: the item goes to review, or the step fails. */
export const GUARDRAIL_ACTIONS = ['review', 'block'] as const;
export type GuardrailAction = (typeof GUARDRAIL_ACTIONS)[number];

/**
 * A rule that matched. `message` is for the partner: it has the words, but no more of a secret or of personal data than
 * is needed to recognise them.
 */
export interface GuardrailHit {
  rule: string;
  action: GuardrailAction;
  message: string;
}

/** Words and addresses that a partner allows in its texts, whose turns at the event loop the check takes. */
export interface PartnerTerms {
  partnerId: number;
  terms: readonly string[];
}

/** What the rules check. */
export interface GuardrailSubject {
  /** Markdown or plain text. */
  text: string;
  /** Bounds in words; absent for notes and findings. */
  words?: { min: number; max: number };
  /** Phrases that the brand avoids. */
  donts: readonly string[];
  /** Phrases that the agent must not use. */
  banned?: readonly string[];
  allowed: PartnerTerms;
  /** Passages of the partner's documents that the text cites: personal data that stands in them may be repeated to the partner. */
  cited?: readonly string[];
}
