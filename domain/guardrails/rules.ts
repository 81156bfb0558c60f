import { setImmediate as nextTurn } from 'node:timers/promises';
import { countWords } from '../kernel/words.ts';
import { findIbans, findPaymentCards } from './account-numbers.ts';
import { AllowedTerms } from './allowed-terms.ts';
import { findClaims } from './claims.ts';
import { findEmails } from './emails.ts';
import type { Finding, Slice } from './finding.ts';
import { findNationalIds } from './national-ids.ts';
import { findBirthDates, findHomeAddresses } from './people.ts';
import { findPhones } from './phones.ts';
import { findPhrase } from './phrases.ts';
import { hitOf, NEVER_ALLOWED, RULES } from './rule-list.ts';
import { findApiKeys, findJsonWebTokens, findPasswords, findPlatformKeys, findPrivateKeys } from './secrets.ts';
import { normalise, sentencesOf, slicesOf } from './slices.ts';
import type { GuardrailHit, GuardrailSubject } from './types.ts';

interface Detector {
  /** Rules of its findings. */
  rules: readonly string[];
  detect(slice: Slice): Iterable<Finding>;
}

const DETECTORS: readonly Detector[] = [
  { rules: ['pii.email'], detect: findEmails },
  { rules: ['pii.phone'], detect: findPhones },
  { rules: ['pii.payment_card'], detect: findPaymentCards },
  { rules: ['pii.iban'], detect: findIbans },
  { rules: ['pii.ssn', 'pii.national_id'], detect: findNationalIds },
  { rules: ['pii.address'], detect: findHomeAddresses },
  { rules: ['pii.birth_date'], detect: findBirthDates },
  { rules: ['secret.api_key'], detect: findApiKeys },
  { rules: ['secret.platform_key'], detect: findPlatformKeys },
  { rules: ['secret.private_key'], detect: findPrivateKeys },
  { rules: ['secret.token'], detect: findJsonWebTokens },
  { rules: ['secret.password'], detect: findPasswords },
  { rules: ['claim.banned', 'claim.unprovable'], detect: findClaims },
];

/** Characters before a slice in which a phrase of brand or agent may begin: the longest phrase, and marks in it. */
const PHRASE_OVERLAP = 300;
/** Findings that a message shows. */
const SHOWN_FINDINGS = 3;

/** Longest work between two turns of others, milliseconds; a detector's work on one slice is not interrupted. */
const TURN_MS = 4;

/** Hits in the text, at most one per rule, in a fixed order. A long text is checked in slices, between which others have their turn. */
export async function checkGuardrails(subject: GuardrailSubject): Promise<GuardrailHit[]> {
  const check = checkInSlices(subject);
  let since = performance.now();
  for (let next = check.next(); ; next = check.next()) {
    if (next.done) return next.value;
    if (performance.now() - since < TURN_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}

/** Yields after each detector's work on a slice; returns the hits. */
function* checkInSlices({
  text,
  words,
  donts,
  banned = [],
  allowed = [],
  cited = [],
}: GuardrailSubject): Generator<void, GuardrailHit[]> {
  const found = new Map<string, Finding[]>();
  const terms = new AllowedTerms(allowed);
  const isCited = (finding: Finding) =>
    finding.rule.startsWith('pii.') && cited.some((passage) => findPhrase(passage, [finding.words]) !== undefined);
  const isComplete = (rule: string) => found.get(rule)?.length === SHOWN_FINDINGS;
  let wordCount = 0;
  let before = '';
  for (const raw of slicesOf(text)) {
    const slice = readSlice(raw);
    for (const { rules, detect } of DETECTORS) {
      if (rules.every(isComplete)) continue;
      for (const finding of detect(slice)) {
        const isAllowed = terms.allow(finding, slice.text) || isCited(finding);
        if (NEVER_ALLOWED.has(finding.rule) || !isAllowed) keep(found, finding);
        if (rules.every(isComplete)) break;
      }
      yield;
    }
    for (const [rule, phrases] of [
      ['brand_voice.dont', donts],
      ['agent.banned_phrase', banned],
    ] as const) {
      const phrase = phrases.length > 0 && !found.has(rule) ? findPhrase(before + raw, phrases) : undefined;
      if (phrase !== undefined) found.set(rule, [{ rule, words: phrase, shown: phrase, start: 0, end: 0 }]);
    }
    before = raw.slice(-PHRASE_OVERLAP);
    if (words) wordCount += countWords(raw);
    yield;
  }
  if (words && (wordCount < words.min || wordCount > words.max)) found.set('length.out_of_bounds', []);
  return RULES.flatMap((rule) => hitOf(rule, found.get(rule.rule)) ?? []);
}

function readSlice(raw: string): Slice {
  const text = normalise(raw);
  return { text, lower: text.toLowerCase(), sentences: sentencesOf(text) };
}

/** Keeps what a message shows. */
function keep(found: Map<string, Finding[]>, finding: Finding): void {
  const kept = found.get(finding.rule) ?? [];
  found.set(finding.rule, kept);
  if (kept.length < SHOWN_FINDINGS && !kept.some(({ shown }) => shown === finding.shown)) kept.push(finding);
}
