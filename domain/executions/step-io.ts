import { checkAgentGuardrails } from '../agents/configuration.ts';
import type { AgentGuardrails } from '../agents/definitions.ts';
import { outputText } from '../capabilities/prompt.ts';
import { settingsSchema } from '../capabilities/request.ts';
import { sized } from '../capabilities/sizes.ts';
import type { Capability, EarlierStep, StepContext, StepResult } from '../capabilities/types.ts';
import { selectDrafts } from '../content-items/draft-store.ts';
import type { GuardrailHit, GuardrailSubject, PartnerTerms } from '../guardrails/types.ts';
import type { Deps } from '../kernel/deps.ts';
import { truncate } from '../kernel/words.ts';
import type { ExecutionSummary } from './rules.ts';
import type { ExecutionStepRow } from './table.ts';

/** Input of a step kind: the order, the step, and the results of earlier steps. */
export async function contextOf(
  deps: Deps,
  execution: ExecutionSummary,
  steps: readonly ExecutionStepRow[],
  step: ExecutionStepRow,
): Promise<StepContext> {
  const capability = deps.capabilities.find(step.capability ?? execution.capability);
  if (!capability)
    throw new Error(`The capability ${step.capability ?? execution.capability} is not in the catalogue.`);
  const before = steps.filter((candidate) => step.depends_on.includes(candidate.key));
  const keysBefore = before.map((earlier) => earlier.key);
  const drafts = keysBefore.length === 0 ? [] : await selectDrafts(deps.db, execution.id, keysBefore);
  const earlier = before.flatMap((candidate): EarlierStep[] =>
    candidate.output === null
      ? []
      : [
          {
            key: candidate.key,
            kind: candidate.kind,
            title: candidate.title,
            output: candidate.output,
            drafts: drafts.filter((draft) => draft.step === candidate.key),
          },
        ],
  );
  return {
    capability,
    ...settingsWithFeeds(capability, earlier, step, step.settings ?? execution.settings),
    context: execution.context,
    earlier,
    acceptedAt: execution.created_at,
  };
}

/** Longest text passed into a setting, characters, unless the setting takes less. */
const MAX_FED_CHARACTERS = 20_000;

/** The step's settings with the texts of earlier steps filled in, and its size where that depends on them. */
function settingsWithFeeds(
  capability: Capability,
  earlier: readonly EarlierStep[],
  step: ExecutionStepRow,
  settings: Record<string, unknown>,
): Pick<StepContext, 'settings' | 'step'> {
  if (!step.feeds || Object.keys(step.feeds).length === 0) return { settings, step };
  const fed = { ...settings };
  for (const [name, keys] of Object.entries(step.feeds)) {
    const texts = earlier.filter(({ key }) => keys.includes(key)).map((source) => outputText(source.output, source));
    fed[name] = truncate(texts.join('\n\n'), longestOf(capability, name));
  }
  return { settings: fed, step: { ...step, ...sized(step, fed) } };
}

/** Longest text that a setting takes, characters. */
function longestOf(capability: Capability, name: string): number {
  const setting = settingsSchema(capability).properties?.[name];
  return typeof setting === 'object' ? (setting.maxLength ?? MAX_FED_CHARACTERS) : MAX_FED_CHARACTERS;
}

/** A guardrail forbids the step's output. Retrying does not help. */
export class StepBlocked extends Error {
  readonly rule: string;

  constructor(stepTitle: string, hit: GuardrailHit) {
    super(`The step "${stepTitle}" was stopped: ${hit.message}`);
    this.name = 'StepBlocked';
    this.rule = hit.rule;
  }
}

/**
 * Guardrail hits in a step's output, one per rule. A block takes precedence over a review, and the agent may turn a
 * review into a block. `allowed` are the partner's allowed terms.
 */
export async function inspect(
  context: StepContext,
  result: StepResult,
  { agent, allowed }: { agent: AgentGuardrails; allowed: PartnerTerms },
): Promise<GuardrailHit[]> {
  const { deliverable } = context.step;
  const bounds =
    deliverable?.type === 'content' ? { words: { min: deliverable.min_words, max: deliverable.max_words } } : {};
  const donts = dontsOf(context.context);
  const subjects: Pick<GuardrailSubject, 'text' | 'words' | 'cited'>[] =
    result.drafts.length > 0
      ? result.drafts.flatMap(({ title, body }) => [{ text: title }, { text: body, ...bounds }])
      : [{ text: textsIn(result.output).join('\n'), cited: quotesOf(result.output) }];
  for (const text of result.inspected ?? []) subjects.push({ text });
  const hits = new Map<string, GuardrailHit>();
  for (const subject of subjects) {
    for (const hit of await checkAgentGuardrails(agent, { ...subject, donts, allowed })) {
      if (hits.get(hit.rule)?.action !== 'block') hits.set(hit.rule, hit);
    }
  }
  return [...hits.values()];
}

/** What an answer quotes of documents, each held word for word against its passage before. */
function quotesOf(output: StepResult['output']): string[] {
  return output.type === 'answer' ? (output.citations ?? []).map(({ quote }) => quote) : [];
}

/** All strings in an output. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Phrases that the brand avoids, from the execution's context. */
function dontsOf(context: Record<string, unknown>): string[] {
  const voice = context['brand_voice'];
  const donts = voice !== null && typeof voice === 'object' && 'donts' in voice ? voice.donts : [];
  return Array.isArray(donts)
    ? donts.filter((phrase): phrase is string => typeof phrase === 'string').slice(0, 100)
    : [];
}
