import { eventLoopScheduler } from '../kernel/event-loop-scheduler.ts';
import { countWords } from '../kernel/words.ts';
import { findIbans, findPaymentCards } from './account-numbers.ts';
import { AllowedTerms } from './allowed-terms.ts';
import { findClaims } from './claims.ts';
import { findEmails } from './emails.ts';
import type { Finding, Slice } from './finding.ts';
import { findNationalIds } from './national-ids.ts';
import { findBirthDates, findHomeAddresses } from './people.ts';
import { findPhones } from './phones.ts';
import { comparable, hasWords } from './phrases.ts';
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

/** Longest work between two turns of others, milliseconds; a detector's search for its next finding in a slice is not interrupted. */
const TURN_MS = 4;

/**
 * Hits in the text, at most one per rule, in a fixed order. A long text is checked in slices, each in its partner's turn at the event
 * loop. Throws SERVICE_UNAVAILABLE where too many of the partner's slices wait.
 */
export async function checkGuardrails(subject: GuardrailSubject): Promise<GuardrailHit[]> {
  const check = checkInSlices(subject);
  for (;;) {
    await eventLoopScheduler.take(String(subject.allowed.partnerId));
    const endsAtMs = performance.now() + TURN_MS;
    do {
      const next = check.next();
      if (next.done) return next.value;
    } while (performance.now() < endsAtMs);
  }
}

/** Yields after each finding, each phrase, and each detector's work on a slice; returns the hits. */
function* checkInSlices({
  text,
  words,
  donts,
  banned = [],
  allowed,
  cited = [],
}: GuardrailSubject): Generator<void, GuardrailHit[]> {
  const found = new Map<string, Finding[]>();
  const terms = new AllowedTerms(allowed.terms);
  const passages = cited.map(comparable);
  const isCited = ({ rule, words: datum }: Finding) =>
    rule.startsWith('pii.') && passages.some((passage) => hasWords(passage, comparable(datum)));
  const forbidden = [
    { rule: 'brand_voice.dont', phrases: preparedPhrases(donts) },
    { rule: 'agent.banned_phrase', phrases: preparedPhrases(banned) },
  ];
  const isComplete = (rule: string) => found.get(rule)?.length === SHOWN_FINDINGS;
  let wordCount = 0;
  let before = '';
  for (const raw of slicesOf(text)) {
    const slice = readSlice(raw);
    for (const { rules, detect } of DETECTORS) {
      if (rules.every(isComplete)) continue;
      for (const finding of detect(slice)) {
        if (canBeKept(found, finding)) {
          const isAllowed = !NEVER_ALLOWED.has(finding.rule) && (terms.allow(finding, slice.text) || isCited(finding));
          if (!isAllowed) keep(found, finding);
        }
        if (rules.every(isComplete)) break;
        yield;
      }
      yield;
    }
    const compared = forbidden.some(({ phrases }) => phrases.length > 0) ? comparable(before + raw) : '';
    for (const { rule, phrases } of forbidden) {
      if (found.has(rule)) continue;
      for (const { phrase, words: looked } of phrases) {
        yield;
        if (!hasWords(compared, looked)) continue;
        found.set(rule, [{ rule, words: phrase, shown: phrase, start: 0, end: 0 }]);
        break;
      }
    }
    before = raw.slice(-PHRASE_OVERLAP);
    if (words) wordCount += countWords(raw);
    yield;
  }
  if (words && (wordCount < words.min || wordCount > words.max)) found.set('length.out_of_bounds', []);
  return RULES.flatMap((rule) => hitOf(rule, found.get(rule.rule)) ?? []);
}

/** Phrases with the form in which each slice is searched for them. */
function preparedPhrases(phrases: readonly string[]): { phrase: string; words: string }[] {
  return phrases.map((phrase) => ({ phrase, words: comparable(phrase) }));
}

function readSlice(raw: string): Slice {
  const text = normalise(raw);
  return { text, lower: text.toLowerCase(), sentences: sentencesOf(text) };
}

/** Whether a message would show the finding: it shows the first few, each once, and the others need no comparison. */
function canBeKept(found: ReadonlyMap<string, readonly Finding[]>, { rule, shown }: Finding): boolean {
  const kept = found.get(rule) ?? [];
  return kept.length < SHOWN_FINDINGS && !kept.some((finding) => finding.shown === shown);
}

function keep(found: Map<string, Finding[]>, finding: Finding): void {
  found.set(finding.rule, [...(found.get(finding.rule) ?? []), finding]);
}
