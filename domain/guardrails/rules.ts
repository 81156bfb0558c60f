import { countWords } from '../kernel/words.ts';
import { hasEmailAddress, hasIban, hasPaymentCard, hasPhoneNumber, hasSocialSecurityNumber } from './personal-data.ts';
import { hasBannedClaim, hasPhrase, hasUnprovableClaim } from './phrases.ts';
import { hasApiKey, hasJsonWebToken, hasPlatformKey, hasPrivateKey } from './secrets.ts';
import type { GuardrailHit, GuardrailSubject } from './types.ts';

interface GuardrailRule extends GuardrailHit {
  found(subject: GuardrailSubject): boolean;
}

const RULES: readonly GuardrailRule[] = [
  {
    rule: 'pii.email',
    action: 'block',
    message: 'The text contains an email address of a person.',
    found: ({ text }) => hasEmailAddress(text),
  },
  {
    rule: 'pii.phone',
    action: 'block',
    message: 'The text contains a phone number.',
    found: ({ text }) => hasPhoneNumber(text),
  },
  {
    rule: 'pii.payment_card',
    action: 'block',
    message: 'The text contains a payment card number.',
    found: ({ text }) => hasPaymentCard(text),
  },
  {
    rule: 'pii.iban',
    action: 'block',
    message: 'The text contains a bank account number.',
    found: ({ text }) => hasIban(text),
  },
  {
    rule: 'pii.ssn',
    action: 'block',
    message: 'The text contains a social security number.',
    found: ({ text }) => hasSocialSecurityNumber(text),
  },
  {
    rule: 'secret.api_key',
    action: 'block',
    message: 'The text contains what looks like an API key.',
    found: ({ text }) => hasApiKey(text),
  },
  {
    rule: 'secret.platform_key',
    action: 'block',
    message: 'The text contains what looks like a key of this service.',
    found: ({ text }) => hasPlatformKey(text),
  },
  {
    rule: 'secret.private_key',
    action: 'block',
    message: 'The text contains a private key.',
    found: ({ text }) => hasPrivateKey(text),
  },
  {
    rule: 'secret.token',
    action: 'block',
    message: 'The text contains what looks like an access token.',
    found: ({ text }) => hasJsonWebToken(text),
  },
  {
    rule: 'claim.banned',
    action: 'review',
    message: 'The text promises healing, freedom from risk or guaranteed results.',
    found: ({ text }) => hasBannedClaim(text),
  },
  {
    rule: 'claim.unprovable',
    action: 'review',
    message: 'The text makes a superlative or absolute claim that cannot be proved.',
    found: ({ text }) => hasUnprovableClaim(text),
  },
  {
    rule: 'brand_voice.dont',
    action: 'review',
    message: 'The text uses a phrase that the brand voice rules out.',
    found: ({ text, donts }) => hasPhrase(text, donts),
  },
  {
    rule: 'agent.banned_phrase',
    action: 'review',
    message: 'The text uses a phrase that the agent may not use.',
    found: ({ text, banned = [] }) => hasPhrase(text, banned),
  },
  {
    rule: 'length.out_of_bounds',
    action: 'review',
    message: 'The text is shorter or longer than was asked for.',
    found: ({ text, words }) => words !== undefined && !isWithin(countWords(text), words),
  },
];

/** Rules whose hits send a text to review. An agent can make them block instead. */
export const REVIEW_RULES: readonly string[] = RULES.filter(({ action }) => action === 'review').map(
  ({ rule }) => rule,
);

/** Hits in the text, at most one per rule, in a fixed order. */
export function checkGuardrails(subject: GuardrailSubject): GuardrailHit[] {
  return RULES.filter((rule) => rule.found(subject)).map(({ rule, action, message }) => ({ rule, action, message }));
}

function isWithin(count: number, bounds: { min: number; max: number }): boolean {
  return count >= bounds.min && count <= bounds.max;
}
