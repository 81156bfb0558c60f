import { checkGuardrails } from '../guardrails/rules.ts';
import type { PartnerTerms } from '../guardrails/types.ts';
import { failureSentences } from '../kernel/failure-sentences.ts';
import { ADVICE_LISTS, ENHANCED_TEXTS, type WrittenCaseStudy } from './fields.ts';
import { reviewTip } from './generation-question.ts';

/** Guardrail results of a text: blocked, or in need of review. */
export interface Inspection {
  blocked: { rule: string; message: string } | null;
  doubts: string[];
}

/** Phrases forbidden by the brand voice in a context. */
export function dontsOf(context: Record<string, unknown>): string[] {
  const voice = context['brand_voice'];
  const donts = voice !== null && typeof voice === 'object' && 'donts' in voice ? voice.donts : [];
  return Array.isArray(donts) ? donts.filter((phrase): phrase is string => typeof phrase === 'string') : [];
}

/** Checks a text with the guardrails. */
export async function inspectText(
  text: string,
  { donts, allowed, name }: { donts: readonly string[]; allowed: PartnerTerms; name: string },
): Promise<Inspection> {
  const hits = await checkGuardrails({ text, donts, allowed });
  return {
    blocked: hits.find(({ action }) => action === 'block') ?? null,
    doubts: hits.map(({ message }) => reviewTip(`${name}: ${message}`)),
  };
}

/** Checks a whole case study; findings for review are added to its tips. */
export async function inspectCaseStudy(
  written: WrittenCaseStudy,
  { context, allowed }: { context: Record<string, unknown>; allowed: PartnerTerms },
): Promise<{ blocked: Inspection['blocked']; written: WrittenCaseStudy }> {
  const { generated_content: content } = written;
  const texts: [string, string][] = [
    ['case_study_title', written.case_study_title],
    ['short_description', written.short_description],
    ...ENHANCED_TEXTS.map((name): [string, string] => [name, content[name] ?? '']),
    ...ADVICE_LISTS.map((name): [string, string] => [name, (content[name] ?? []).join('\n')]),
  ];
  const donts = dontsOf(context);
  const inspections: Inspection[] = [];
  for (const [name, text] of texts) inspections.push(await inspectText(text, { donts, allowed, name }));
  const doubts = inspections.flatMap((inspection) => inspection.doubts);
  return {
    blocked: inspections.find(({ blocked }) => blocked)?.blocked ?? null,
    written: {
      ...written,
      generated_content: { ...content, validation_tips: [...(content.validation_tips ?? []), ...doubts] },
    },
  };
}

const sentenceOf = failureSentences(
  {
    ai_too_long: 'The answer was longer than it may be; tell less, and try again.',
    ai_context_too_long: 'The inputs are longer than the AI model can read; tell less, and try again.',
    ai_refused: 'The AI provider declined to write this; change what you tell, and try again.',
    deadline: 'Writing took longer than it may.',
    lost: 'The work was stopped by the operators of the service.',
    refused: 'The work could not be started.',
  },
  'The AI failed unexpectedly.',
);

const NOT_CHARGED = 'Nothing was charged.';

/** The message to the partner for a class of failure. */
export function failureSentence(reason: string): string {
  return `${sentenceOf(reason)} ${NOT_CHARGED}`;
}

/** The message about a text that a guardrail blocks. */
export function guardrailSentence(message: string): string {
  return `A guardrail withheld the text: ${message} ${NOT_CHARGED}`;
}
