import { truncate } from '../kernel/words.ts';
import type { Finding } from './finding.ts';
import type { GuardrailAction, GuardrailHit } from './types.ts';

/** How a partner lets something pass. */
type Remedy = 'allow' | 'remove' | 'brand_voice' | 'agent' | 'length';

interface Rule {
  rule: string;
  action: GuardrailAction;
  /** What is wrong with the text, after "The text". */
  what: string;
  remedy: Remedy;
}

/** All rules, in the order in which hits are reported. */
export const RULES: readonly Rule[] = [
  { rule: 'pii.email', action: 'block', what: 'contains an email address of a person', remedy: 'allow' },
  { rule: 'pii.phone', action: 'block', what: 'contains a phone number of a person', remedy: 'allow' },
  { rule: 'pii.payment_card', action: 'block', what: 'contains a payment card number', remedy: 'remove' },
  { rule: 'pii.iban', action: 'block', what: 'contains a bank account number', remedy: 'allow' },
  { rule: 'pii.ssn', action: 'block', what: 'contains a social security number', remedy: 'remove' },
  { rule: 'pii.national_id', action: 'block', what: 'contains a national identification number', remedy: 'remove' },
  { rule: 'pii.address', action: 'review', what: 'says where a person lives', remedy: 'allow' },
  { rule: 'pii.birth_date', action: 'review', what: 'contains a date of birth', remedy: 'allow' },
  { rule: 'secret.api_key', action: 'block', what: 'contains what looks like an API key', remedy: 'remove' },
  {
    rule: 'secret.platform_key',
    action: 'block',
    what: 'contains what looks like a key of this service',
    remedy: 'remove',
  },
  { rule: 'secret.private_key', action: 'block', what: 'contains a private key', remedy: 'remove' },
  { rule: 'secret.token', action: 'block', what: 'contains what looks like an access token', remedy: 'remove' },
  { rule: 'secret.password', action: 'block', what: 'contains what looks like a password', remedy: 'remove' },
  { rule: 'claim.banned', action: 'review', what: 'makes promises that nobody can keep', remedy: 'allow' },
  { rule: 'claim.unprovable', action: 'review', what: 'makes claims that cannot be proved', remedy: 'allow' },
  {
    rule: 'brand_voice.dont',
    action: 'review',
    what: 'uses a phrase that the brand voice rules out',
    remedy: 'brand_voice',
  },
  { rule: 'agent.banned_phrase', action: 'review', what: 'uses a phrase that the agent may not use', remedy: 'agent' },
  { rule: 'length.out_of_bounds', action: 'review', what: 'is shorter or longer than was asked for', remedy: 'length' },
];

const REMEDIES: Readonly<Record<Remedy, string>> = {
  allow: 'To let it pass, add the words to the allowed terms.',
  remove: 'It cannot be allowed; remove it.',
  brand_voice: "To let it pass, take it out of the brand voice's donts.",
  agent: "To let it pass, take it out of the agent's banned_phrases.",
  length: 'Change the text, or ask for another length.',
};

/** Rules whose hits send a text to review. An agent can make them block instead. */
export const REVIEW_RULES: readonly string[] = RULES.filter(({ action }) => action === 'review').map(
  ({ rule }) => rule,
);

/** Rules whose hits no allowed term lets pass: secrets and numbers of persons, which no list should hold either. */
export const NEVER_ALLOWED: ReadonlySet<string> = new Set(
  RULES.filter(({ remedy }) => remedy === 'remove').map(({ rule }) => rule),
);

/** The rules as callers read about them. */
export const RULE_DESCRIPTIONS = RULES.map(({ rule, action, what, remedy }) => ({
  rule,
  action,
  description: `The text ${what}.`,
  can_be_allowed: remedy === 'allow',
}));

/** Longest part of a text that a message shows, UTF-16 units. */
const SHOWN_CHARACTERS = 80;

/** The hit of a rule with these findings; undefined without them. */
export function hitOf(
  { rule, action, what, remedy }: Rule,
  findings: readonly Finding[] | undefined,
): GuardrailHit | undefined {
  if (!findings) return undefined;
  const shown = findings.map((finding) => `"${oneLineOf(finding.shown)}"`).join(', ');
  const kinds = new Set(findings.map((finding) => finding.what ?? what));
  const problem = `The text ${kinds.size === 1 ? [...kinds][0] : what} (${rule})`;
  return {
    rule,
    action,
    message: `${problem}${shown ? `: ${shown}` : ''}. ${REMEDIES[remedy]}`,
  };
}

function oneLineOf(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  return line.length <= SHOWN_CHARACTERS ? line : `${truncate(line, SHOWN_CHARACTERS - 1).trimEnd()}…`;
}
