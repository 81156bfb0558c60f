import { readFileSync } from 'node:fs';
import { checkGuardrails } from '../../domain/guardrails/rules.ts';

/** Languages of the sentences. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'ja', 'zh'] as const;
/** The rules are written on the one part and judged by the other. */
export const PARTS = ['development', 'held-out'] as const;
export type Part = (typeof PARTS)[number];

/** What a sentence can contain, and the rules that find it. */
const RULES = {
  email: 'pii.email',
  phone: 'pii.phone',
  iban: 'pii.iban',
  card: 'pii.payment_card',
  national_id: 'pii.national_id',
  address: 'pii.address',
  birth_date: 'pii.birth_date',
  api_key: 'secret.api_key',
  private_key: 'secret.private_key',
  password: 'secret.password',
  guarantee: 'claim.banned',
  health: 'claim.banned',
  income: 'claim.banned',
  roi: 'claim.banned',
  risk_free: 'claim.banned',
  superlative: 'claim.unprovable',
  number_one: 'claim.unprovable',
  security: 'claim.unprovable',
} as const;
type Label = keyof typeof RULES;

/** A sentence as its file has it; see the README beside the files. */
export interface Sentence {
  text: string;
  kind: string;
  finds: Label[];
  near?: Label;
}

/** The sentences of a part in a language. */
export function sentencesOf(part: Part, language: string): Sentence[] {
  const file = new URL(`./${part}/${language}.json`, import.meta.url);
  // The mark keeps secret scanners from reporting the invented keys.
  return JSON.parse(readFileSync(file, 'utf8').replaceAll('‸', ''));
}

/** Outcome of the rules on some sentences. */
export interface Tally {
  /** Found, and should be. */
  right: number;
  /** Found, and should not be. */
  wrong: number;
  /** Not found, and should be. */
  missed: number;
}

/** A rule's outcome on a sentence. */
export interface Verdict {
  part: Part;
  language: string;
  rule: string;
  outcome: keyof Tally;
  text: string;
}

/** Runs the rules over the sentences of a part; what is neither found nor should be has no verdict. */
export async function judge(part: Part): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const language of LANGUAGES) {
    for (const { text, finds } of sentencesOf(part, language)) {
      const expected = new Set<string>(finds.map((label) => RULES[label]));
      const found = new Set(
        (await checkGuardrails({ text, donts: [], allowed: { partnerId: 1, terms: [] } })).map(({ rule }) =>
          ruleOf(rule),
        ),
      );
      for (const rule of new Set([...expected, ...found])) {
        const outcome = !expected.has(rule) ? 'wrong' : found.has(rule) ? 'right' : 'missed';
        verdicts.push({ part, language, rule, outcome, text });
      }
    }
  }
  return verdicts;
}

/** Rules that are one rule to the sentences: a social security number is a national id, a token a key. */
function ruleOf(rule: string): string {
  if (rule === 'pii.ssn') return 'pii.national_id';
  return rule === 'secret.platform_key' || rule === 'secret.token' ? 'secret.api_key' : rule;
}

/** Counts verdicts. */
export function tally(verdicts: readonly Verdict[]): Tally {
  const count = (wanted: keyof Tally) => verdicts.filter(({ outcome }) => outcome === wanted).length;
  return { right: count('right'), wrong: count('wrong'), missed: count('missed') };
}

/** Share of what was found that should be; 1 when nothing was found. */
export function precisionOf({ right, wrong }: Tally): number {
  return right + wrong === 0 ? 1 : right / (right + wrong);
}

/** Share of what should be found that was; 1 when nothing should be. */
export function recallOf({ right, missed }: Tally): number {
  return right + missed === 0 ? 1 : right / (right + missed);
}
