import { z } from 'zod';
import { latestDefinition, PARTNER_AGENT_TYPES, type PartnerAgentType } from '../agents/definitions.ts';
import { type AgentSettings, agentSettings } from '../agents/settings.ts';
import type { Capabilities } from '../capabilities/feature.ts';
import { buildInstructions, buildPrompt } from '../capabilities/prompt.ts';
import { readObject } from '../capabilities/step-kinds/answers.ts';
import { type Capability, type StepQuestion, UnusableAnswer } from '../capabilities/types.ts';
import { checkGuardrails } from '../guardrails/rules.ts';
import type { PartnerTerms } from '../guardrails/types.ts';
import { answerList, answerText } from '../kernel/answer-text.ts';
import { CAPABILITY_SLUGS } from '../kernel/capability-slugs.ts';
import { type AppError, preconditionFailed } from '../kernel/errors.ts';
import { oneLine, truncate } from '../kernel/words.ts';

/** Prompt version; raise it when the question or the reading of answers changes. */
export const CONFIGURATION_PROMPT = 'agent-configuration/1';

const BRIEF =
  'You configure agents of a marketing service. You choose what suits a use case from a catalogue, and from nothing else.';
const MAX_CAPABILITIES = 12;
const MAX_REASONS = 8;
const MAX_REASON_CHARACTERS = 300;

/** The provider sees the choices as an enumeration; invented values are left out instead of rejecting the answer. */
const oneOf = (names: readonly string[]) => answerText().meta({ enum: [...names] });

const answerOf = (models: readonly string[]) =>
  z.object({
    agent_type: oneOf(PARTNER_AGENT_TYPES),
    model: oneOf(models).nullable().describe('null: the configured one, unless another suits clearly better.'),
    capabilities: answerList(oneOf(CAPABILITY_SLUGS)).describe('The most useful first.'),
    tone: answerText().nullable().describe('null: whatever each task says.'),
    audience: answerText().nullable().describe('null: whoever each task names.'),
    reasons: answerList(answerText()).describe('One sentence a choice.'),
  });

/** A use case with its constraints. */
export interface ConfigurationRequest {
  useCase: string;
  /** Maximum credits of one run of all capabilities; null: unlimited. */
  budgetCredits: number | null;
  /** Names of the offered models. */
  models: readonly string[];
  /** The partner's allowed terms. */
  allowed: PartnerTerms;
}

/** A configuration for a use case; every part is available. */
export interface ChosenConfiguration {
  agent_type: PartnerAgentType;
  /** null: the configured model. */
  model: string | null;
  capabilities: string[];
  settings: AgentSettings;
  /** Credits of one run of each capability. */
  estimated_credits: number;
  reasons: string[];
}

/** Builds the question for a configuration; answers must choose from the catalogue. */
export function configurationQuestion(
  { all }: Pick<Capabilities, 'all'>,
  { useCase, budgetCredits, models }: ConfigurationRequest,
): StepQuestion {
  const types = PARTNER_AGENT_TYPES.map((type) => `- ${type}: ${latestDefinition(type).description}`);
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
 * Reads an answer and leaves out capabilities that are unknown or too expensive. Throws UnusableAnswer when none is known, and
 * PRECONDITION_FAILED when the budget pays for none, since an agent needs a capability.
 */
export async function readConfiguration(
  { find }: Pick<Capabilities, 'find'>,
  answer: unknown,
  { budgetCredits, models, allowed }: ConfigurationRequest,
): Promise<ChosenConfiguration> {
  const { agent_type: type, model, capabilities, tone, audience, reasons } = readObject(answerOf(models), answer);
  const agent_type = PARTNER_AGENT_TYPES.find((one) => one === type);
  if (!agent_type) throw new UnusableAnswer('There is no such type of agents.');
  const known = [...new Set(capabilities)].flatMap((slug) => find(slug) ?? []).slice(0, MAX_CAPABILITIES);
  if (known.length === 0) throw new UnusableAnswer('None of the capabilities is in the catalogue.');
  const chosen = withinBudget(known, budgetCredits);
  if (chosen.length === 0) throw budgetTooSmall(known);
  const settings = { tone: await shown(tone, allowed), audience: await shown(audience, allowed) };
  return {
    agent_type,
    model: model !== null && models.includes(model) ? model : null,
    capabilities: chosen.map(({ slug }) => slug),
    settings: agentSettings.safeParse(settings).data ?? {},
    estimated_credits: creditsOf(chosen),
    reasons: [
      ...(await shownReasons(reasons, allowed)),
      ...(chosen.length < known.length ? [budgetReason(budgetCredits, known, chosen)] : []),
    ],
  };
}

/** The capabilities that together stay within the budget, most useful first. */
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

/** The text; undefined when it is empty or a guardrail blocks it. */
async function shown(text: string | null, allowed: PartnerTerms): Promise<string | undefined> {
  if (text === null || text.trim() === '') return undefined;
  const hits = await checkGuardrails({ text, donts: [], allowed });
  return hits.some(({ action }) => action === 'block') ? undefined : text;
}

async function shownReasons(reasons: readonly string[], allowed: PartnerTerms): Promise<string[]> {
  const lines: string[] = [];
  for (const reason of reasons) {
    const line = await shown(truncate(oneLine(reason), MAX_REASON_CHARACTERS), allowed);
    if (line !== undefined) lines.push(line);
    if (lines.length === MAX_REASONS) break;
  }
  return lines;
}
