import { defaultPlan, pricePlan } from '../../domain/capabilities/plan.ts';
import { defaultSettings, priceOf } from '../../domain/capabilities/request.ts';
import type {
  Capability,
  DraftContent,
  EarlierStep,
  PlannedStep,
  StepContext,
} from '../../domain/capabilities/types.ts';
import { capabilities } from '../../domain/features.ts';

/** The capability, which must exist. */
export function capabilityNamed(slug: string): Capability {
  const capability = capabilities.find(slug);
  if (!capability) throw new Error(`No capability ${slug}`);
  return capability;
}

/** The context of one step of a capability's default plan. */
export function stepContext(
  slug: string,
  key: string,
  given: Partial<Pick<StepContext, 'settings' | 'context' | 'earlier' | 'acceptedAt'>> & {
    step?: Partial<PlannedStep>;
  } = {},
): StepContext {
  const capability = capabilityNamed(slug);
  const settings = { ...defaultSettings(capability), ...given.settings };
  const steps = pricePlan(priceOf(capability, settings), defaultPlan(capability, settings).steps);
  const step = steps.find((candidate) => candidate.key === key);
  if (!step) throw new Error(`No step ${key} in ${slug}`);
  return {
    capability,
    context: {},
    earlier: [],
    acceptedAt: new Date('2026-03-06T10:00:00Z'),
    ...given,
    settings,
    step: { ...step, ...given.step },
  };
}

/** An earlier step that made drafts. */
export function madeDrafts(key: string, drafts: DraftContent[]): EarlierStep {
  return {
    key,
    kind: 'write',
    title: 'Write',
    drafts,
    output: {
      type: 'content',
      items: drafts.map(({ title, content_type }) => ({ title, content_type, word_count: 1 })),
    },
  };
}

/** Text of so many words, in sentences of ten and paragraphs of fifty. */
export function wordsOf(count: number): string {
  let text = '';
  for (let number = 1; number <= count; number += 1) {
    text += number % 10 === 0 ? `word${number}.` : `word${number}`;
    if (number < count) text += number % 50 === 0 ? '\n\n' : ' ';
  }
  return text;
}
