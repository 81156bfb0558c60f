import { z } from 'zod';
import { latestDefinition } from '../agents/definitions/index.ts';
import { AGENT_TYPES } from '../agents/definitions/types.ts';
import { type AgentSettings, agentSettings } from '../agents/settings.ts';
import type { Capabilities } from '../capabilities/feature.ts';
import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { readObject } from '../capabilities/step-kinds/answers.ts';
import { type Capability, type StepQuestion, UnusableAnswer } from '../capabilities/types.ts';
import { checkGuardrails } from '../guardrails/rules.ts';
import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import { type AppError, preconditionFailed } from '../kernel/errors.ts';
import { oneLine, truncate } from '../kernel/words.ts';

/** Raised with every change of what is asked or of how answers are read. */
export const CONFIGURATION_PROMPT = 'agent-configuration/1';

const BRIEF =
  'You configure agents of a marketing service. You choose what suits a use case from a catalogue, and from nothing else.';
const MAX_CAPABILITIES = 12;
const MAX_REASONS = 8;
const MAX_REASON_CHARACTERS = 300;
const TYPES = AGENT_TYPES.filter((type) => type !== 'platform');

/** The provider is shown what there is to choose from; what it invents all the same is left out, rather than the answer refused. */
const oneOf = (names: readonly string[]) => z.string().meta({ enum: [...names] });

const answerOf = (models: readonly string[]) =>
  z.object({
    agent_type: oneOf(TYPES),
    model: oneOf(models).nullable().describe('null: the configured one, unless another suits clearly better.'),
    capabilities: z.array(oneOf(CAPABILITY_SLUGS)).describe('The most useful first.'),
    tone: z.string().nullable().describe('null: whatever each task says.'),
    audience: z.string().nullable().describe('null: whoever each task names.'),
    reasons: z.array(z.string()).describe('One sentence a choice.'),
  });

/** What is to be configured for. */
export interface ConfigurationRequest {
  useCase: string;
  /** What one run of all its capabilities together may cost; null: anything. */
  budgetCredits: number | null;
  /** Names of the models on offer. */
  models: readonly string[];
}

/** What suits a use case; all of it can be had. */
export interface ChosenConfiguration {
  agent_type: string;
  /** null: the configured one. */
  model: string | null;
  capabilities: string[];
  settings: AgentSettings;
  /** Of one run of each capability. */
  estimated_credits: number;
  reasons: string[];
}

/** Asks for a configuration; the catalogue is the only choice. */
export function configurationQuestion(
  { all }: Pick<Capabilities, 'all'>,
  { useCase, budgetCredits, models }: ConfigurationRequest,
): StepQuestion {
  const types = TYPES.map((type) => `- ${type}: ${latestDefinition(type).description}`);
  const capabilities = all.map(
    ({ slug, description, estimated_credits }) => `- ${slug} (${estimated_credits} credits): ${description}`,
  );
  return {
    instructions: buildInstructions({ brief: BRIEF }, [
      `Choose one type and at most ${MAX_CAPABILITIES} capabilities by their names, the most useful first.`,
      'Give each choice a reason of one plain sentence.',
      ...(budgetCredits === null
        ? []
        : [`The capabilities together may cost ${budgetCredits} credits; leave out what does not fit.`]),
    ]),
    prompt: buildPrompt({
      task: 'Configure an agent for a use case',
      deliverable: 'agent_configuration',
      settings: { use_case: useCase },
      context: {},
      lines: ['Types of agents:', ...types, 'Catalogue:', ...capabilities],
    }),
    maxOutputTokens: 1_500,
    temperature: 0.2,
    answer: { name: 'agent_configuration', schema: answerOf(models) },
  };
}

/**
 * Reads an answer: what is in no catalogue or costs too much is left out. Throws UnusableAnswer where nothing of use is left, and
 * PRECONDITION_FAILED where the budget pays for nothing of it, since there are no agents without capabilities.
 */
export function readConfiguration(
  { find }: Pick<Capabilities, 'find'>,
  answer: unknown,
  { budgetCredits, models }: ConfigurationRequest,
): ChosenConfiguration {
  const { agent_type, model, capabilities, tone, audience, reasons } = readObject(answerOf(models), answer);
  if (!(TYPES as readonly string[]).includes(agent_type)) throw new UnusableAnswer('There is no such type of agents.');
  const known = [...new Set(capabilities)].flatMap((slug) => find(slug) ?? []).slice(0, MAX_CAPABILITIES);
  if (known.length === 0) throw new UnusableAnswer('None of the capabilities is in the catalogue.');
  const chosen = withinBudget(known, budgetCredits);
  if (chosen.length === 0) throw budgetTooSmall(known);
  const settings = { tone: shown(tone), audience: shown(audience) };
  return {
    agent_type,
    model: model !== null && models.includes(model) ? model : null,
    capabilities: chosen.map(({ slug }) => slug),
    settings: agentSettings.safeParse(settings).data ?? {},
    estimated_credits: creditsOf(chosen),
    reasons: [
      ...reasons
        .flatMap((reason) => shown(truncate(oneLine(reason), MAX_REASON_CHARACTERS)) ?? [])
        .slice(0, MAX_REASONS),
      ...(chosen.length < known.length ? [budgetReason(budgetCredits, known, chosen)] : []),
    ],
  };
}

/** The capabilities that together stay within the budget, the most useful first. */
function withinBudget(capabilities: readonly Capability[], budget: number | null): Capability[] {
  const chosen: Capability[] = [];
  for (const capability of capabilities) {
    if (budget === null || creditsOf([...chosen, capability]) <= budget) chosen.push(capability);
  }
  return chosen;
}

function budgetTooSmall(known: readonly Capability[]): AppError {
  const least = Math.min(...known.map(({ estimated_credits }) => estimated_credits));
  const problem = `Must be at least ${least} for what suits the use case.`;
  return preconditionFailed('The budget pays for nothing that suits the use case.', { budget_credits: [problem] });
}

function creditsOf(capabilities: readonly Capability[]): number {
  return capabilities.reduce((sum, { estimated_credits }) => sum + estimated_credits, 0);
}

function budgetReason(budget: number | null, known: readonly Capability[], chosen: readonly Capability[]): string {
  const left = known.filter((capability) => !chosen.includes(capability)).map(({ slug }) => slug);
  return `${left.join(', ')}: left out, since ${budget} credits do not pay for all.`;
}

/** A text that may be shown; nothing where it is empty or a guardrail forbids it. */
function shown(text: string | null): string | undefined {
  if (text === null || text.trim() === '') return undefined;
  return checkGuardrails({ text, donts: [] }).some(({ action }) => action === 'block') ? undefined : text;
}
